import {
  Contact,
  type ContactOptions,
  CoulombFriction,
  type FrictionLaw,
  HertzNormal,
  HuntCrossleyNormal,
  IdealRolling,
  JointFriction,
  JointLimit,
  type NormalLaw,
  SmoothFriction,
  SpringNormal,
} from "../../../lib/constraints/contact/index.ts";
import { RevoluteJoint } from "../../../lib/constraints/index.ts";
import { Inertia, RigidBody, System } from "../../../lib/index.ts";
import { quaternionAbout, type Vector3 } from "../../../lib/math/index.ts";
import { CircularEdge, Ellipsoid, Plane, Sphere, type Surface, Torus } from "../../../lib/tracking/index.ts";
import { RandomSource } from "../random.ts";

/** Bodies stand this far from each other, m. */
const DISTANCE = 0.5;
const FOOT = 0.01;

interface Solid {
  inertia: Inertia;
  surfaces: Surface[];
  /** Height of its centre of mass when it stands on the floor as drawn. */
  height: number;
  /** How it may roll, as drawn: rate of turn for a velocity. */
  roll?: (velocity: Vector3) => Vector3;
  /** Round bodies may meet each other, and may be turned in any way. */
  isRound: boolean;
}

const SHAPES = [createBall, createStone, createRing, createBox, createCylinder] as const;

/** One to three bodies of any kind on a floor, some with a swinging arm, some that meet: all laws of contacts. */
export function createMixedScene(seed: number): System {
  const random = new RandomSource(15_485_863 + 31 * seed);
  const system = new System();
  const round: { body: RigidBody; surface: Surface }[] = [];
  const count = random.integer(1, 3);
  for (let i = 0; i < count; i++) {
    // Every fifth scene begins with a box whose feet all roll without slip; half of these slide at the start, against that.
    const rolls = i === 0 && seed % 5 === 0;
    const shape = rolls ? createBox : random.pick(SHAPES);
    const solid = shape(random);
    const body = addBody(random, system, `body${i}`, solid, i, rolls && seed % 2 === 0);
    const law = createLaws(random);
    solid.surfaces.forEach((surfaceB, k) => {
      const own = random.chance(0.2) ? createLaws(random) : law;
      const options = { surfaceA: new Plane(), surfaceB, ...own, ...(rolls && { friction: new IdealRolling() }) };
      system.add(new Contact(`floor${i}${"abcdefgh"[k]}`, system.ground, body, options));
    });
    if (random.chance(0.3)) addArm(random, system, body, i);
    if (!solid.isRound) continue;
    for (const { body: other, surface } of round) {
      const surfaces = { surfaceA: surface, surfaceB: solid.surfaces[0] };
      system.add(new Contact(`${other.name} ${body.name}`, other, body, { ...surfaces, ...createLaws(random) }));
    }
    round.push({ body, surface: solid.surfaces[0] });
  }
  return system;
}

function addBody(random: RandomSource, system: System, name: string, solid: Solid, place: number, isCalm: boolean) {
  const isAny = solid.isRound && random.chance(0.5);
  const drop = isAny ? random.number(0.1, 0.3) : random.pick([0, 0, 1e-3, 0.05]);
  const speed = isCalm ? 0 : random.number(0, 1);
  const way = random.number(-Math.PI, Math.PI);
  const velocity: Vector3 = [speed * Math.cos(way), 0, speed * Math.sin(way)];
  const turn: Vector3 = isAny ? random.vector(5) : [0, isCalm ? 0 : random.number(-3, 3), 0];
  const roll = solid.roll && random.chance(0.5) ? solid.roll(velocity) : [0, 0, 0];
  return system.add(
    new RigidBody(name, {
      inertia: solid.inertia,
      position: [DISTANCE * place, solid.height + drop, 0],
      // A little askew where it falls: one foot comes after the other.
      orientation: isAny
        ? random.quaternion()
        : drop > 0
          ? quaternionAbout(random.direction(), random.number(0, 0.5) * drop)
          : [1, 0, 0, 0],
      velocity,
      angularVelocity: [turn[0] + roll[0], turn[1] + roll[1], turn[2] + roll[2]],
    }),
  );
}

/** An arm that swings above a body, with dry friction in its hinge, a stop, or neither. */
function addArm(random: RandomSource, system: System, body: RigidBody, i: number): void {
  const [x, y] = [DISTANCE * i, 0.6];
  const length = random.number(0.05, 0.15);
  const inertia = Inertia.box({ mass: random.number(0.05, 0.3), size: [length, 0.02, 0.02] });
  const arm = system.add(new RigidBody(`arm${i}`, { inertia, position: [x + length / 2, y, 0] }));
  const joint = new RevoluteJoint(`hinge${i}`, body, arm, {
    point: [x, y, 0],
    axis: random.pick([
      [0, 0, 1],
      [0, 1, 0],
    ] as Vector3[]),
    rate: random.number(-5, 5),
  });
  system.add(joint);
  if (random.chance(0.5)) system.add(new JointFriction(`brake${i}`, joint, { torque: random.number(1e-3, 0.05) }));
  if (random.chance(0.5)) {
    system.add(new JointLimit(`stop${i}`, joint, { lower: -1, upper: 1, impact: random.pick([0, 0.3]) }));
  }
}

function createBall(random: RandomSource): Solid {
  const radius = random.number(0.05, 0.15);
  const inertia = Inertia.sphere({ mass: random.number(0.2, 3), radius });
  const roll = ([x, , z]: Vector3): Vector3 => [z / radius, 0, -x / radius];
  return { inertia, surfaces: [new Sphere({ radius })], height: radius, isRound: true, roll };
}

function createStone(random: RandomSource): Solid {
  const semiAxes: Vector3 = [random.number(0.07, 0.15), random.number(0.07, 0.15), random.number(0.07, 0.15)];
  const inertia = Inertia.ellipsoid({ mass: random.number(0.2, 3), semiAxes });
  return { inertia, surfaces: [new Ellipsoid({ semiAxes })], height: semiAxes[1], isRound: true };
}

/** A ring that stands upright. */
function createRing(random: RandomSource): Solid {
  const radius = random.number(0.07, 0.12);
  const tubeRadius = random.number(0.01, 0.03);
  const height = radius + tubeRadius;
  const inertia = Inertia.cylinder({ mass: random.number(0.2, 2), radius: height, length: 2 * tubeRadius, axis: "z" });
  const surfaces = [new Torus({ radius, tubeRadius, axis: "z" })];
  return { inertia, surfaces, height, isRound: false, roll: ([x]) => [0, 0, -x / height] };
}

/** A box on four to eight feet: the corners below, and more between them. */
function createBox(random: RandomSource): Solid {
  const [a, b, c] = [random.number(0.08, 0.2), random.number(0.03, 0.06), random.number(0.08, 0.15)];
  const places: [number, number][] = [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ];
  const surfaces = places
    .slice(0, random.integer(4, 8))
    .map(([x, z]) => new Sphere({ radius: FOOT, position: [a * x, -b, c * z] }));
  const inertia = Inertia.box({ mass: random.number(0.2, 3), size: [2 * a, 2 * b, 2 * c] });
  return { inertia, surfaces, height: b + FOOT, isRound: false };
}

/** A cylinder that lies on the edges of its ends. */
function createCylinder(random: RandomSource): Solid {
  const radius = random.number(0.04, 0.12);
  const length = random.number(0.2, 0.4);
  const inertia = Inertia.cylinder({ mass: random.number(0.2, 3), radius, length, axis: "z" });
  const surfaces = [-0.5, 0.5].map((z) => new CircularEdge({ radius, axis: "z", position: [0, 0, z * length] }));
  return { inertia, surfaces, height: radius, isRound: false, roll: ([x]) => [0, 0, -x / radius] };
}

function createLaws(random: RandomSource): Pick<ContactOptions, "normal" | "friction" | "impact"> {
  return { normal: createNormal(random), friction: createFriction(random), impact: random.pick([0, 0, 0, 0.3]) };
}

function createNormal(random: RandomSource): NormalLaw | undefined {
  const kind = random.integer(0, 9);
  if (kind === 7) return new SpringNormal({ stiffness: random.number(2e3, 2e4), damping: random.pick([0, 5, 50]) });
  if (kind === 8) return new HertzNormal({ stiffness: random.number(1e5, 1e6) });
  if (kind === 9) {
    return new HuntCrossleyNormal({ stiffness: random.number(1e5, 1e6), dissipation: random.number(0, 0.5) });
  }
  return undefined;
}

function createFriction(random: RandomSource): FrictionLaw | number | undefined {
  const coefficient = random.number(0.1, 0.7);
  switch (random.integer(0, 9)) {
    case 0:
      return undefined;
    case 1:
      return new SmoothFriction({ coefficient, velocity: 0.01 });
    case 2:
      return new CoulombFriction({ coefficient, staticCoefficient: coefficient * random.number(1, 1.5) });
    default:
      return coefficient;
  }
}
