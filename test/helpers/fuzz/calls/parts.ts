import { ConvexShape, ShapeDistance } from "../../../../lib/collision/index.ts";
import {
  type ActsOnJoints,
  AppliedWrench,
  BallJoint,
  type Body,
  Bushing,
  type Constraint,
  Contact,
  ContensouFriction,
  CoulombFriction,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  ElasticNormal,
  Fragment,
  Gear,
  Ground,
  HertzNormal,
  HuntCrossleyNormal,
  Inertia,
  InverseSquareGravity,
  JointCircuit,
  JointFriction,
  JointLimit,
  KinematicPort,
  LinearFriction,
  NearestPoints,
  PlanarJoint,
  Plane,
  PointOnLine,
  PrismaticJoint,
  RegularizedFriction,
  RegularizedResistance,
  Resistance,
  RevoluteJoint,
  RigidBody,
  ScalarBond,
  ScrewJoint,
  SequentialImpact,
  SimultaneousImpact,
  SmoothFriction,
  Sphere,
  SpringDamper,
  SpringNormal,
  System,
  sliding,
  TanhFriction,
  turning,
  UniformGravity,
  UniversalJoint,
  WeldJoint,
  WrenchPort,
} from "../../../../lib/index.ts";
import { construct, type FuzzCall, invoke } from "../FuzzCall.ts";
import { readRun, runShort } from "../runShort.ts";

const inertia = Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] });

/** A system with two bodies, the second hinged to the first. */
export function createBase(): { system: System; first: RigidBody; second: RigidBody; hinge: RevoluteJoint } {
  const system = new System();
  const first = system.add(new RigidBody("first", { inertia, position: [1, 0, 0] }));
  const second = system.add(new RigidBody("second", { inertia, position: [2, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", first, second, { point: [1.5, 0, 0], axis: [0, 0, 1] }));
  return { system, first, second, hinge };
}

const ownerOf = (body: Body): System => (body.owner as System | undefined) ?? new System();

const runWith = (part: Constraint) => {
  const system = ownerOf(part.bodyB);
  system.add(part);
  return readRun(runShort(system));
};

/** A constraint between ground and the first body, or between two bodies. */
const between = (
  kind: new (name: string, a: Body, b: Body, options: never) => Constraint,
  options: () => object,
): FuzzCall =>
  construct(
    kind as new (
      ...args: never[]
    ) => Constraint,
    () => {
      const { system, first } = createBase();
      return ["part", system.ground, first, options()];
    },
    runWith as (made: never) => unknown,
  );

/** A constraint that acts on the hinge. */
const onHinge = (kind: new (...args: never[]) => Constraint, options: () => readonly unknown[]): FuzzCall =>
  construct(
    kind,
    () => {
      const { system, first, hinge } = createBase();
      system.add(new RevoluteJoint("shoulder", system.ground, first, { point: [0.5, 0, 0], axis: [0, 0, 1] }));
      return ["part", hinge, ...options()];
    },
    ((part: Constraint & ActsOnJoints) => {
      const system = ownerOf(part.joints[0].bodyB);
      system.add(part);
      return readRun(runShort(system));
    }) as (made: never) => unknown,
  );

const twoHinges = (kind: new (...args: never[]) => Constraint, options: () => object): FuzzCall =>
  construct(
    kind,
    () => {
      const { system, first, hinge } = createBase();
      const place = { point: [0.5, 0, 0], axis: [0, 0, 1] } as const;
      return ["part", system.add(new RevoluteJoint("shoulder", system.ground, first, place)), hinge, options()];
    },
    ((part: Constraint & ActsOnJoints) => {
      const system = ownerOf(part.joints[0].bodyB);
      system.add(part);
      return readRun(runShort(system));
    }) as (made: never) => unknown,
  );

const runBody = (body: RigidBody) => {
  const system = new System();
  system.add(body);
  return readRun(runShort(system));
};

const runLaws = (options: object) => () => {
  const { system, first } = createBase();
  system.add(
    new Contact("floor", system.ground, first, {
      surfaceA: new Plane({ point: [0, -0.5, 0] }),
      surfaceB: new Sphere({ radius: 0.5 }),
      ...options,
    }),
  );
  return readRun(runShort(system));
};

const law = (kind: new (...args: never[]) => object, name: string, options: () => object): FuzzCall =>
  construct(kind, () => [options()], ((made: object) => runLaws({ [name]: made })()) as (made: never) => unknown);

/** A motor whose shaft is open. */
function createMotor(): Fragment {
  const motor = new Fragment("motor");
  motor.create("Se", "V", { parameters: { effort: 12 } });
  motor.create("1", "current");
  motor.create("R", "R", { parameters: { resistance: 1.5 } });
  motor.create("I", "L", { parameters: { inertance: 2e-3 } });
  motor.create("GY", "K", { parameters: { ratio: 0.05 } });
  for (const [from, to] of [
    ["V", "current"],
    ["current", "R"],
    ["current", "L"],
    ["current", "K"],
  ]) {
    motor.connect(from, to);
  }
  motor.open("shaft", "K", "out");
  return motor;
}

export const rigidbody: readonly FuzzCall[] = [
  construct(
    RigidBody,
    () => [
      "body",
      {
        inertia,
        position: [0, 1, 0],
        orientation: [1, 0, 0, 0],
        velocity: [1, 0, 0],
        angularVelocity: [0, 1, 0],
        shapes: [],
      },
    ],
    runBody as (made: never) => unknown,
  ),
  construct(Ground, () => ["base", { position: [0, 1, 0], orientation: [1, 0, 0, 0] }], ((base: Ground) => {
    const system = new System();
    system.add(base);
    const body = system.add(new RigidBody("body", { inertia }));
    system.add(new WeldJoint("weld", base, body));
    return readRun(runShort(system));
  }) as (made: never) => unknown),
  invoke(
    "new Ground({ motion })",
    ((motion: never) => {
      const system = new System();
      const base = system.add(new Ground("base", { motion }));
      const body = system.add(new RigidBody("body", { inertia }));
      system.add(new BallJoint("pin", base, body, { point: [0, 0.5, 0] }));
      return readRun(runShort(system));
    }) as (...args: never[]) => unknown,
    () => [turning({ axis: [0, 1, 0], angle: (t: number) => [t, 1, 0] })],
  ),
  invoke(
    "turning",
    ((options: never) => {
      const system = new System();
      const base = system.add(new Ground("base", { motion: turning(options) }));
      const body = system.add(new RigidBody("body", { inertia }));
      system.add(new BallJoint("pin", base, body, { point: [0, 0.5, 0] }));
      return readRun(runShort(system));
    }) as (...args: never[]) => unknown,
    () => [{ axis: [0, 1, 0], point: [0, 0, 0], angle: (t: number) => [t, 1, 0] }],
  ),
  invoke(
    "sliding",
    ((options: never) => {
      const system = new System();
      const base = system.add(new Ground("base", { motion: sliding(options) }));
      const body = system.add(new RigidBody("body", { inertia }));
      system.add(new BallJoint("pin", base, body, { point: [0, 0.5, 0] }));
      return readRun(runShort(system));
    }) as (...args: never[]) => unknown,
    () => [{ direction: [0, 1, 0], distance: (t: number) => [t, 1, 0] }],
  ),
  construct(Inertia, () => [{ mass: 1, tensor: [1, 1, 1, 0, 0, 0], center: [0, 0, 0] }]),
  invoke("Inertia.point", Inertia.point, () => [{ mass: 1 }]),
  invoke("Inertia.box", Inertia.box, () => [{ mass: 1, size: [1, 2, 3] }]),
  invoke("Inertia.ellipsoid", Inertia.ellipsoid, () => [{ density: 1, semiAxes: [1, 2, 3] }]),
  invoke("Inertia.sphere", Inertia.sphere, () => [{ mass: 1, radius: 1 }]),
  invoke("Inertia.hollowSphere", Inertia.hollowSphere, () => [{ mass: 1, radius: 1, innerRadius: 0.5 }]),
  invoke("Inertia.rod", Inertia.rod, () => [{ mass: 1, length: 1, axis: "x" }]),
  invoke("Inertia.cylinder", Inertia.cylinder, () => [{ mass: 1, length: 1, radius: 0.1, axis: "z" }]),
  invoke("Inertia.revolution", Inertia.revolution, () => [
    { density: 1, generatrix: (x: number) => 1 - x * x, from: -0.5, to: 0.5, axis: "x" },
  ]),
  invoke("Inertia.compose", Inertia.compose, () => [
    [{ inertia }, { inertia, position: [1, 0, 0], orientation: [1, 0, 0, 0] }],
  ]),
  construct(KinematicPort, () => []),
  construct(WrenchPort, () => []),
];

const scalar = () => ({ start: 0.1, rate: 1, stiffness: 2, damping: 0.1, rest: 0 });

export const constraints: readonly FuzzCall[] = [
  between(RevoluteJoint, () => ({
    point: [0.5, 0, 0],
    axis: [0, 0, 1],
    angle: 0.1,
    rate: 1,
    stiffness: 1,
    damping: 0.1,
    torque: (t: number) => Math.sin(t),
  })),
  between(RevoluteJoint, () => ({ point: [0.5, 0, 0], axis: [0, 0, 1], motion: (t: number) => [t, 1, 0] })),
  between(RevoluteJoint, () => ({ pointA: [0.5, 0, 0], pointB: [-0.5, 0, 0], axisA: [0, 0, 1], switchable: true })),
  between(PrismaticJoint, () => ({ point: [0.5, 0, 0], axis: [1, 0, 0], position: 0.1, rate: 1, force: () => 1 })),
  between(CylindricalJoint, () => ({
    point: [0.5, 0, 0],
    axis: [1, 0, 0],
    translation: scalar(),
    rotation: scalar(),
  })),
  between(ScrewJoint, () => ({ point: [0.5, 0, 0], axis: [1, 0, 0], pitch: 0.1, rate: 1 })),
  between(WeldJoint, () => ({ point: [0.5, 0, 0] })),
  between(BallJoint, () => ({ point: [0.5, 0, 0], rotation: [1, 0, 0, 0], rate: [0, 1, 0], damping: 0.1 })),
  between(UniversalJoint, () => ({
    point: [0.5, 0, 0],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
    ],
    first: scalar(),
    second: scalar(),
  })),
  between(PlanarJoint, () => ({
    point: [0.5, 0, 0],
    normal: [0, 0, 1],
    x: scalar(),
    y: scalar(),
    rotation: scalar(),
  })),
  between(DistanceRod, () => ({ from: [0, 1, 0], to: [1, 0, 0] })),
  between(DistanceRod, () => ({ pointA: [0, 1, 0], pointB: [0, 0, 0], length: Math.SQRT2 })),
  between(DistanceRod, () => ({ from: [0, 0, 0], to: [1, 0, 0], length: (t: number) => [1 + t, 1, 0] })),
  between(PointOnLine, () => ({ point: [1, 0, 0], through: [1, 0, 0], direction: [1, 0, 0] })),
  between(SpringDamper, () => ({
    from: [0, 1, 0],
    to: [1, 0, 0],
    stiffness: 10,
    damping: 1,
    restLength: 0.5,
  })),
  between(Bushing, () => ({
    point: [0.5, 0, 0],
    stiffness: 10,
    damping: [1, 2, 3],
    angularStiffness: 1,
    angularDamping: 0.1,
  })),
  between(AppliedWrench, () => ({ force: [1, 0, 0], torque: (t: number) => [0, t, 0], pointB: [0, 0, 0], axes: "B" })),
  twoHinges(Gear, () => ({ teeth: [20, 10], internal: true })),
  twoHinges(Coupler, () => ({ ratio: 2 })),
  construct(ScalarBond, () => ["Pin", "angle", scalar()]),
  onHinge(JointCircuit, () => [createMotor(), { port: "shaft", start: { L: 0 } }]),
  construct(UniformGravity, () => [[0, -9.81, 0]]),
  construct(InverseSquareGravity, () => [{ mu: 10, center: [0, -10, 0] }], ((gravity: InverseSquareGravity) => {
    const system = new System({ gravity });
    system.add(new RigidBody("body", { inertia }));
    return readRun(runShort(system));
  }) as (made: never) => unknown),
];

export const contact: readonly FuzzCall[] = [
  between(Contact, () => ({
    surfaceA: new Plane({ normal: [0, 1, 0], point: [0, -0.5, 0] }),
    surfaceB: new Sphere({ radius: 0.5 }),
    friction: 0.3,
    impact: 0.5,
  })),
  between(Contact, () => ({
    surfaceA: new Plane({ normal: [0, 1, 0], point: [0, -0.5, 0] }),
    surfaceB: new Sphere({ radius: 0.5 }),
    normal: new SpringNormal({ stiffness: 1e4, damping: 10 }),
    friction: new CoulombFriction({ coefficient: 0.3 }),
    resistance: new Resistance({ rolling: 0.01 }),
    tracker: "algebraic",
  })),
  between(Contact, () => ({
    surfaceA: new Plane({ normal: [0, 1, 0], point: [0, -0.5, 0] }),
    surfaceB: new Sphere({ radius: 0.5 }),
    bilateral: true,
  })),
  between(NearestPoints, () => ({
    surfaceA: new Plane(),
    surfaceB: new Sphere({ radius: 0.1 }),
    tracker: "algebraic",
  })),
  between(ShapeDistance, () => ({
    shapeA: ConvexShape.box({ size: [1, 1, 1] }),
    shapeB: ConvexShape.sphere({ radius: 0.1 }),
    placeA: { position: [0, 1, 0], orientation: [1, 0, 0, 0] },
  })),
  onHinge(JointLimit, () => [{ lower: -1, upper: 1, normal: new SpringNormal({ stiffness: 100, damping: 1 }) }]),
  onHinge(JointLimit, () => [{ lower: -1, upper: 0.5, impact: 0.5 }]),
  onHinge(JointFriction, () => [{ torque: 0.1 }]),
  onHinge(JointFriction, () => [{ torque: (t: number) => 0.1 + t }]),
  law(CoulombFriction, "friction", () => ({ coefficient: 0.3, staticCoefficient: 0.4 })),
  law(CoulombFriction, "friction", () => ({ coefficient: [0.3, 0.4], axis: [1, 0, 0] })),
  law(SmoothFriction, "friction", () => ({ coefficient: 0.3, velocity: 0.01 })),
  law(ContensouFriction, "friction", () => ({ coefficient: 0.3, patchRadius: 1e-3, velocity: 0.01, form: "pade" })),
  law(ContensouFriction, "friction", () => ({ coefficient: 0.3, modulus: 1e9, radius: 0.5, velocity: 0.01 })),
  law(LinearFriction, "friction", () => ({ coefficient: 0.3, velocity: 0.01 })),
  law(TanhFriction, "friction", () => ({ coefficient: 0.3, steepness: 100 })),
  law(Resistance, "resistance", () => ({ rolling: 0.01, spinning: 0.01, velocity: 0.01 })),
  law(RegularizedFriction, "friction", () => ({ coefficient: 0.3, velocity: 0.01 })),
  law(RegularizedResistance, "resistance", () => ({ arm: 0.01, velocity: 0.01 })),
  law(ElasticNormal, "normal", () => ({
    materials: [{ youngsModulus: 1e6, poissonRatio: 0.3 }, { youngsModulus: 1e7 }],
    radius: 0.5,
    restitution: 0.5,
  })),
  law(SpringNormal, "normal", () => ({ stiffness: 1e4, damping: 10 })),
  law(ElasticNormal, "normal", () => ({
    modulus: 1e6,
    radius: 0.5,
    restitution: 0.5,
    velocity: 0.01,
    dampingLimit: 2000,
  })),
  law(HertzNormal, "normal", () => ({ modulus: 1e6, radius: 0.5 })),
  law(HuntCrossleyNormal, "normal", () => ({ stiffness: 1e4, exponent: 1.5, dissipation: 0.1 })),
  law(SimultaneousImpact, "impact", () => ({ restitution: 0.5 })),
  law(SequentialImpact, "impact", () => ({ restitution: 0.5 })),
];
