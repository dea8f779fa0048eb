import {
  type Body,
  ForceElement,
  Inertia,
  type Linearization,
  ModelError,
  PlanarJoint,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  System,
  type Vector3,
} from "../../lib/index.ts";
import { A04 } from "../reference/iftomm.ts";

export const Z: Vector3 = [0, 0, 1];

export const G = 9.81;

export type Point = readonly [number, number];

export type AngleOptions = Partial<ConstructorParameters<typeof RevoluteJoint>[3]>;

/** A slender rod between two points of the plane, 1 kg. */
export function addRod(system: System, name: string, a: Point, b: Point, mass = 1): RigidBody {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const inertia = Inertia.rod({ mass, length: Math.hypot(x, y), axis: "x" });
  const position: Vector3 = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0];
  return system.add(new RigidBody(name, { inertia, position, orientation: quaternionAbout(Z, Math.atan2(y, x)) }));
}

export function addHinge(
  system: System,
  name: string,
  a: Body,
  b: Body,
  at: Point,
  options: AngleOptions = {},
): RevoluteJoint {
  return system.add(new RevoluteJoint(name, a, b, { point: [at[0], at[1], 0], axis: Z, ...options }));
}

export const FOUR_BAR: readonly [Point, Point, Point, Point] = [
  [0, 0],
  [0.3, 0.4],
  [1.5, 1.2],
  [1.4, 0],
];

/** Crank, coupler and rocker between hinges at four points; the ground is the fourth side. */
export function createFourBar([o, a, b, c] = FOUR_BAR, options: Record<string, AngleOptions> = {}): System {
  const system = new System();
  const crank = addRod(system, "crank", o, a);
  const coupler = addRod(system, "coupler", a, b);
  const rocker = addRod(system, "rocker", c, b);
  addHinge(system, "A", system.ground, crank, o, options.A);
  addHinge(system, "B", crank, coupler, a, options.B);
  addHinge(system, "C", coupler, rocker, b, options.C);
  addHinge(system, "D", system.ground, rocker, c, options.D);
  return system;
}

export function createBricard(): System {
  const system = new System({ gravity: [0, -A04.gravity, 0] });
  const rods = A04.joints.slice(0, 5).map(({ point }, k) => {
    const next = A04.joints[k + 1].point;
    const size = point.map((x, i) => (x === next[i] ? A04.side : A04.length)) as [number, number, number];
    const position = point.map((x, i) => (x + next[i]) / 2) as [number, number, number];
    return system.add(new RigidBody(`rod${k}`, { inertia: Inertia.box({ mass: A04.mass, size }), position }));
  });
  A04.joints.forEach(({ point, axis }, k) => {
    const [a, b] = [rods[k - 1] ?? system.ground, rods[k] ?? system.ground];
    system.add(new RevoluteJoint(`hinge${k}`, a, b, { point, axis }));
  });
  return system;
}

/** Point masses on massless links, hanging. */
export function createHangingChain(count: number, length: number): System {
  const system = new System();
  let parent: Body = system.ground;
  for (let i = 0; i < count; i++) {
    const inertia = Inertia.point({ mass: 0.3 });
    const bob = system.add(new RigidBody(`bob${i}`, { inertia, position: [0, -(i + 1) * length, 0] }));
    addHinge(system, `link${i}`, parent, bob, [0, -i * length]);
    parent = bob;
  }
  return system;
}

/** A spring and a damper in series along x; its state is the force. */
export class Maxwell extends ForceElement {
  readonly stiffness: number;
  readonly damping: number;

  constructor(name: string, a: Body, b: Body, stiffness: number, damping: number) {
    super(name, a, b);
    this.stiffness = stiffness;
    this.damping = damping;
  }

  get stateCount(): number {
    return 1;
  }

  get initialStates(): readonly number[] {
    return [3];
  }

  calcStateRates(): void {
    this.stateRates[0] = this.stiffness * (this.portB.v[0] - this.portA.v[0] - this.states[0] / this.damping);
  }

  protected override calcWrench(): void {
    this.wrenchB.F[0] = -this.states[0];
    this.wrenchB.P.set(this.portB.r);
  }
}

/** Moves along B's x axis only: non-holonomic. */
export class Skate extends RowConstraint {
  constructor(name: string, ice: Body, blade: Body) {
    super(name, ice, blade, 1);
  }

  override get holonomic(): boolean {
    return false;
  }

  protected override calcRowTerms(): void {
    const { T, v, w } = this.portB;
    const [x, y, z] = [T[1], T[4], T[7]];
    this.jacobian.set([-x, -y, -z, 0, 0, 0, x, y, z, 0, 0, 0]);
    this.accelerationTargets[0] = -(
      (w[1] * z - w[2] * y) * v[0] +
      (w[2] * x - w[0] * z) * v[1] +
      (w[0] * y - w[1] * x) * v[2]
    );
  }

  protected override calcPositionTerms(): void {}
}

/** Distance of an eigenvalue from the nearest one found, relative to its size. */
export function findOff({ eigenvalues }: Linearization, re: number, im: number): number {
  const size = Math.hypot(re, im) || 1;
  return Math.min(...eigenvalues.map((value) => Math.hypot(value.re - re, value.im - im))) / size;
}

export const refused = (pattern: RegExp) => ({ instanceOf: ModelError, message: pattern });

/** Two rods and the ground make a triangle; one of its corners is driven. */
export function createLockedDrive(): System {
  const system = new System();
  const left = addRod(system, "left", [0, 0], [1, 1]);
  const right = addRod(system, "right", [1, 1], [2, 0]);
  addHinge(system, "foot", system.ground, left, [0, 0], { motion: (time) => [time, 1, 0] });
  addHinge(system, "top", left, right, [1, 1]);
  addHinge(system, "other", system.ground, right, [2, 0]);
  return system;
}

export function createSkate(): System {
  const system = new System({ gravity: [0, 0, 0] });
  const blade = system.add(new RigidBody("blade", { inertia: Inertia.box({ mass: 1, size: [0.3, 0.02, 0.1] }) }));
  system.add(new PlanarJoint("ice", system.ground, blade, { point: [0, 0, 0], normal: Z, along: [1, 0, 0] }));
  system.add(new Skate("edge", system.ground, blade));
  return system;
}
