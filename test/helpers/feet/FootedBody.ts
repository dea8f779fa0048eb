import { AppliedWrench } from "../../../lib/constraints/AppliedWrench.ts";
import { Contact } from "../../../lib/constraints/contact/index.ts";
import { Inertia, RigidBody, System } from "../../../lib/index.ts";
import type { Vector3 } from "../../../lib/math/index.ts";
import { CircularEdge, Plane, Sphere, type Surface } from "../../../lib/tracking/index.ts";
import { RandomSource } from "../random.ts";

export const FOOTED_KINDS = ["box3", "box4", "box6", "rims"] as const;
export type FootedKind = (typeof FOOTED_KINDS)[number];

const g = 9.81;
/** Radius of the feet, m. */
const FOOT = 0.01;
/** The body has come to rest by this time; then the push grows for a while, and stays. */
export const REST_TIME = 2;
export const GROWTH_TIME = 5;

/** A body on a level floor that is thrown along it, comes to rest, and is pushed then. */
export interface FootedBody {
  system: System;
  contacts: Contact[];
  friction: number;
  mass: number;
  /** Points that creep is read of, in the axes of the body. */
  points: Vector3[];
  /** Direction in the axes of the body that it can be pushed along; a cylinder rolls across it. */
  axis: Vector3 | undefined;
}

interface Layout {
  inertia: Inertia;
  height: number;
  friction: number;
  surfaces: Surface[];
  points: Vector3[];
}

interface Start {
  velocity: Vector3;
  yaw: number;
  spin: number;
  /** Of the push, in the axes of the body. */
  direction: Vector3;
}

/** Corners of the supports, x and z, as parts of 0.4 m and 0.3 m. */
const CORNERS: Record<Exclude<FootedKind, "rims">, readonly (readonly [number, number])[]> = {
  box3: [
    [-0.15, -0.1],
    [-0.15, 0.1],
    [0.15, 0],
  ],
  box4: [
    [-0.15, -0.1],
    [-0.15, 0.1],
    [0.15, -0.1],
    [0.15, 0.1],
  ],
  box6: [
    [-0.15, -0.1],
    [-0.15, 0.1],
    [0, -0.1],
    [0, 0.1],
    [0.15, -0.1],
    [0.15, 0.1],
  ],
};

/**
 * Seed 0 is a plain case; odd seeds start the same body at random, even ones change the body, too. The push through the
 * centre of mass grows to this `part` of `μ m g`: the pressure moves along its line, so friction that slides is on it, too,
 * and that is the limit.
 */
export function createFootedBody(kind: FootedKind, seed: number, part: number): FootedBody {
  const random = new RandomSource(7919 * seed + FOOTED_KINDS.indexOf(kind));
  const isPlain = seed % 2 === 1 || seed === 0;
  const layout = kind === "rims" ? createRims(random, isPlain) : createBox(kind, random, isPlain);
  const start = seed === 0 ? createPlainStart(kind) : createStart(kind, random);
  return build(layout, start, part, kind === "rims");
}

function createBox(kind: Exclude<FootedKind, "rims">, random: RandomSource, isPlain: boolean): Layout {
  const vary = (from: number, to: number) => (isPlain ? 1 : random.number(from, to));
  const mass = vary(0.3, 3);
  const size: Vector3 = [0.4 * vary(0.6, 1.5), 0.1 * vary(0.3, 1.2), 0.3 * vary(0.6, 1.5)];
  const points = CORNERS[kind].map(([x, z]): Vector3 => {
    return [(x / 0.4) * size[0] * vary(0.9, 1.1), -size[1] / 2, (z / 0.3) * size[2] * vary(0.9, 1.1)];
  });
  const height = size[1] / 2 + FOOT;
  // What slides must not tip: the centre of pressure is `μ height` ahead of the centre of mass, within the supports.
  const friction = isPlain ? 0.5 : Math.min(random.number(0.2, 0.8), (0.8 * findReach(points)) / height);
  return {
    inertia: Inertia.box({ mass, size: [size[0] * vary(0.8, 1.1), size[1], size[2] * vary(0.8, 1.1)] }),
    height,
    friction,
    surfaces: points.map((position) => new Sphere({ radius: FOOT, position })),
    points: points.map(([x, y, z]) => [x, y - FOOT, z]),
  };
}

/** Distance of the centre of mass from the nearest side of the convex polygon of the supports. */
function findReach(points: readonly Vector3[]): number {
  let reach = Number.POSITIVE_INFINITY;
  for (const a of points) {
    for (const b of points) {
      const [x, z] = [b[0] - a[0], b[2] - a[2]];
      const sides = points.map((p) => x * (p[2] - a[2]) - z * (p[0] - a[0]));
      if (a !== b && sides.every((side) => side >= 0)) {
        reach = Math.min(reach, (z * a[0] - x * a[2]) / Math.hypot(x, z));
      }
    }
  }
  return reach;
}

/** A cylinder that lies along z on the edges of its ends. */
function createRims(random: RandomSource, isPlain: boolean): Layout {
  const vary = (from: number, to: number) => (isPlain ? 1 : random.number(from, to));
  const radius = 0.1 * vary(0.5, 1.2);
  const length = 0.4 * vary(0.8, 1.5);
  const ends = [-0.5 * length, 0.5 * length];
  return {
    inertia: Inertia.cylinder({ mass: vary(0.3, 3), radius: radius * vary(0.8, 1), length, axis: "z" }),
    height: radius,
    friction: 0.5 * vary(0.4, 1.4),
    surfaces: ends.map((z) => new CircularEdge({ radius, axis: "z", position: [0, 0, z] })),
    points: ends.map((z) => [0, 0, z]),
  };
}

function createPlainStart(kind: FootedKind): Start {
  if (kind === "rims") return { velocity: [1, 0, 0.5], yaw: 1, spin: 0, direction: [0, 0, 1] };
  return { velocity: [1, 0, 0.2], yaw: 0.5, spin: 0, direction: [1, 0, 0] };
}

function createStart(kind: FootedKind, random: RandomSource): Start {
  const [speed, way, push] = [random.number(0.05, 1.2), random.number(-Math.PI, Math.PI), random.number(-3, 3)];
  return {
    velocity: [speed * Math.cos(way), 0, speed * Math.sin(way)],
    yaw: random.chance(0.2) ? 0 : random.number(-4, 4),
    spin: kind === "rims" && random.chance(0.5) ? random.number(-10, 10) : 0,
    direction: kind === "rims" ? [0, 0, 1] : [Math.cos(push), 0, Math.sin(push)],
  };
}

function build(layout: Layout, start: Start, part: number, isRound: boolean): FootedBody {
  const { inertia, height, friction, surfaces, points } = layout;
  const system = new System({ gravity: [0, -g, 0] });
  const { velocity, yaw, spin, direction } = start;
  const body = system.add(
    new RigidBody("body", { inertia, position: [0, height, 0], velocity, angularVelocity: [0, yaw, spin] }),
  );
  const contacts = surfaces.map((surfaceB, i) =>
    system.add(new Contact(`foot${i}`, system.ground, body, { surfaceA: new Plane(), surfaceB, friction })),
  );
  const most = part * friction * inertia.mass * g;
  const force = (t: number): Vector3 => {
    const now = most * Math.min(1, Math.max(0, (t - REST_TIME) / GROWTH_TIME));
    return [now * direction[0], now * direction[1], now * direction[2]];
  };
  system.add(new AppliedWrench("push", system.ground, body, { force, axes: "B" }));
  return { system, contacts, friction, mass: inertia.mass, points, axis: isRound ? [0, 0, 1] : undefined };
}
