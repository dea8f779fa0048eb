import {
  type Body,
  CircularEdge,
  Contact,
  type FrictionLaw,
  IdealRolling,
  Inertia,
  type Linearization,
  type Motion,
  Pair,
  type PairPlace,
  PlanarJoint,
  Plane,
  quaternionAbout,
  RevoluteJoint,
  RigidBody,
  ScalarBond,
  Sphere,
  System,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import { BICYCLE, type RollingDisc } from "../reference/rolling.ts";

/** The disc of the tests, upright unless it is told otherwise. */
export const DISC: RollingDisc = {
  mass: 1,
  radius: 0.5,
  across: 0.0625,
  along: 0.125,
  gravity: 9.81,
  tilt: Math.PI / 2,
  precession: 0,
};

const DISC_INERTIA = new Inertia({ mass: DISC.mass, tensor: [DISC.across, DISC.across, DISC.along] });

export interface DiscOptions {
  /** Of its marks about its axis, rad. */
  turned?: number;
  /** Where it heads, rad about the vertical. */
  heading?: number;
  /** Which body of the contact the disc is. */
  isFirst?: boolean;
  /** Something else that is added before. */
  isLast?: boolean;
}

/** A disc that rolls upright, as a free body; its axis is its z axis, y is up. */
export function createRollingDisc(speed: number, options: DiscOptions = {}): System {
  const { turned = 0, heading = 0, isFirst = false, isLast = false } = options;
  const { radius, gravity } = DISC;
  const system = new System({ gravity: [0, -gravity, 0] });
  if (isLast) {
    const other = system.add(new RigidBody("other", { inertia: DISC_INERTIA, position: [9, 9, 9] }));
    system.add(new WeldJoint("weld", system.ground, other, { point: [9, 9, 9] }));
  }
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const half = [quaternionAbout([0, 1, 0], -heading), quaternionAbout([0, 0, 1], turned)];
  const disc = system.add(
    new RigidBody("disc", {
      inertia: DISC_INERTIA,
      position: [0, radius, 0],
      orientation: [half[0][0] * half[1][0], half[0][2] * half[1][3], half[0][2] * half[1][0], half[0][0] * half[1][3]],
      velocity: [speed * c, 0, speed * s],
      angularVelocity: [(speed / radius) * s, 0, -(speed / radius) * c],
    }),
  );
  const [floor, rim] = [new Plane(), new CircularEdge({ radius, axis: "z" })];
  const friction = new IdealRolling();
  system.add(
    isFirst
      ? new Contact("floor", disc, system.ground, { surfaceA: rim, surfaceB: floor, friction })
      : new Contact("floor", system.ground, disc, { surfaceA: floor, surfaceB: rim, friction }),
  );
  return system;
}

/** A body by its place, heading, tilt and turn about its own axis, each with its start and its rate. */
class Chassis extends Pair {
  override readonly motions: readonly Motion[];

  constructor(name: string, a: Body, b: Body, place: PairPlace, starts: readonly (readonly [number, number])[]) {
    super(name, a, b, place);
    const axes: Vector3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const slides = axes.map((axis, i): Motion => {
      const [start, rate] = starts[i];
      const motion = "xyz"[i];
      return { kind: "slide", name: motion, axis, bond: new ScalarBond(this.label, motion, { start, rate }) };
    });
    const turns = ["heading", "lean", "spin"].map((motion, i): Motion => {
      const [start, rate] = starts[3 + i];
      const axis = axes[[1, 0, 2][i]];
      return { kind: "rotate", name: motion, axis, bond: new ScalarBond(this.label, motion, { start, rate }) };
    });
    this.motions = [...slides, ...turns];
  }
}

/** A disc that rolls around in circles, by its angles; the axis of the spin is the disc's z axis. */
export function createCirclingDisc({ tilt, precession }: RollingDisc, spin: number, heading = 0.3): System {
  const { radius, gravity } = DISC;
  const system = new System({ gravity: [0, -gravity, 0] });
  const disc = system.add(new RigidBody("disc", { inertia: DISC_INERTIA, position: [0, radius, 0] }));
  // Its centre goes against e₁ = x turned by the heading.
  const speed = -radius * spin;
  system.add(
    new Chassis("way", system.ground, disc, { point: [0, radius, 0] }, [
      [0, speed * Math.cos(heading)],
      [radius * (Math.sin(tilt) - 1), 0],
      [0, -speed * Math.sin(heading)],
      [heading, precession],
      // Leaning back by the rest of the right angle takes z, the axis, up: `z·up = cos(tilt)`.
      [tilt - Math.PI / 2, 0],
      [0.2, spin - precession * Math.cos(tilt)],
    ]),
  );
  system.add(
    new Contact("floor", system.ground, disc, {
      surfaceA: new Plane(),
      surfaceB: new CircularEdge({ radius, axis: "z" }),
      friction: new IdealRolling(),
    }),
  );
  return system;
}

export const BICYCLE_BODIES = ["rear", "body", "fork", "front"] as const;

/** The benchmark bicycle, upright, straight ahead along x; z is down, y to the right. */
export function createBicycle(speed: number, order: readonly (typeof BICYCLE_BODIES)[number][] = BICYCLE_BODIES) {
  const { wheelbase, trail, tilt, gravity, rear, body, fork, front } = BICYCLE;
  const system = new System({ gravity: [0, 0, gravity] });
  const wheel = ({ mass, xx, yy }: typeof rear) => new Inertia({ mass, tensor: [xx, yy, xx] });
  const part = ({ mass, xx, yy, zz, xz }: typeof body) => new Inertia({ mass, tensor: [xx, yy, zz, 0, xz, 0] });
  const places: Record<(typeof BICYCLE_BODIES)[number], [Inertia, Vector3]> = {
    rear: [wheel(rear), [0, 0, -rear.radius]],
    body: [part(body), [body.x, 0, body.z]],
    fork: [part(fork), [fork.x, 0, fork.z]],
    front: [wheel(front), [wheelbase, 0, -front.radius]],
  };
  const bodies = {} as Record<(typeof BICYCLE_BODIES)[number], RigidBody>;
  for (const name of order) {
    const [inertia, position] = places[name];
    const spin = name === "rear" ? speed / rear.radius : name === "front" ? speed / front.radius : 0;
    const motion = { velocity: [speed, 0, 0], angularVelocity: [0, -spin, 0] } as const;
    bodies[name] = system.add(new RigidBody(name, { inertia, position, ...motion }));
  }
  const hinge = (name: string, a: Body, b: Body, point: Vector3, axis: Vector3) =>
    system.add(new RevoluteJoint(name, a, b, { point, axis }));
  hinge("hub", bodies.body, bodies.rear, [0, 0, -rear.radius], [0, 1, 0]);
  hinge("head", bodies.body, bodies.fork, [wheelbase + trail, 0, 0], [Math.sin(tilt), 0, Math.cos(tilt)]);
  hinge("axle", bodies.fork, bodies.front, [wheelbase, 0, -front.radius], [0, 1, 0]);
  for (const [name, { radius }] of [["rear", rear] as const, ["front", front] as const]) {
    system.add(
      new Contact(`${name}Floor`, system.ground, bodies[name], {
        surfaceA: new Plane({ normal: [0, 0, -1] }),
        surfaceB: new CircularEdge({ radius, axis: "y" }),
        friction: new IdealRolling(),
      }),
    );
  }
  return system;
}

export interface RollerOptions {
  /** How far it is turned from where its centre of mass is below its middle, rad about z (or the axis). */
  angle: number;
  axis?: Vector3;
  friction?: FrictionLaw | number;
  /** Of the floor about z, rad: it rises towards x. */
  slope?: number;
  /** Bound to the plane of x and y. */
  isPlanar?: boolean;
}

/** A ball of 1 kg, its centre of mass `off` its middle; how many of them: one behind the other. */
export const BALL = { radius: 0.1, off: 0.02, inertia: 0.004, gravity: 9.81 };

export function createHeavyBall(options: RollerOptions, count = 1): System {
  const { angle, axis = [0, 0, 1], friction = new IdealRolling(), slope = 0, isPlanar = false } = options;
  const { radius, off, inertia: I, gravity } = BALL;
  const system = new System({ gravity: [0, -gravity, 0] });
  const normal: Vector3 = [-Math.sin(slope), Math.cos(slope), 0];
  const orientation = quaternionAbout(axis, angle);
  const [w, x, y, z] = orientation;
  // Second column of the rotation, downwards.
  const down = [2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)].map((part) => -off * part);
  for (let i = 0; i < count; i++) {
    const name = count === 1 ? "ball" : `ball${i}`;
    const ball = system.add(
      new RigidBody(name, {
        inertia: new Inertia({ mass: 1, tensor: [I, I, I] }),
        position: [radius * normal[0] + down[0], radius * normal[1] + down[1], down[2] + i],
        orientation,
      }),
    );
    if (isPlanar) {
      system.add(new PlanarJoint(`plane${i}`, system.ground, ball, { point: [0, 0, 0], normal: [0, 0, 1] }));
    }
    system.add(
      new Contact(`floor${i}`, system.ground, ball, {
        surfaceA: new Plane({ normal }),
        surfaceB: new Sphere({ radius, position: [0, off, 0] }),
        friction,
      }),
    );
  }
  return system;
}

/** Largest distance of an expected eigenvalue from the nearest one found, relative to its size, or to 1 if that is less. */
export const findEigenError = (
  { eigenvalues }: Linearization,
  expected: readonly { re: number; im: number }[],
): number =>
  Math.max(
    ...expected.map(
      ({ re, im }) =>
        Math.min(...eigenvalues.map((found) => Math.hypot(found.re - re, found.im - im))) /
        Math.max(1, Math.hypot(re, im)),
    ),
  );

/** `±√square` */
export const findRoots = (square: number): { re: number; im: number }[] =>
  [1, -1].map((sign) => {
    const root = sign * Math.sqrt(Math.abs(square));
    return square > 0 ? { re: root, im: 0 } : { re: 0, im: root };
  });
