import { ConvexDistance, ConvexShape } from "../../lib/collision/index.ts";
import { add, dot, rotateBack, scale, subtract, type Triple } from "../../lib/math/index.ts";
import { createPose, type TestPose } from "./hullPairs.ts";
import { RandomSource } from "./random.ts";

/** A shape with its definition written once more: how far it reaches, and how far a point is outside. */
export interface ConvexCase {
  name: string;
  shape: ConvexShape;
  /** The largest `d·p` over its points, of a unit vector in its axes. */
  reachAlong(d: Triple): number;
  /** Zero or less inside, about the distance outside. */
  isOutsideBy(p: Triple): number;
}

type Maker = (random: RandomSource) => ConvexCase;

const pickAxis = (random: RandomSource) => random.pick(["x", "y", "z"] as const);

/** Height along an axis and distance from it. */
function split(p: Triple, axis: "x" | "y" | "z"): [height: number, across: number] {
  const i = "xyz".indexOf(axis);
  return [p[i], Math.hypot(p[(i + 1) % 3], p[(i + 2) % 3])];
}

export const makers: Readonly<Record<string, Maker>> = {
  sphere: (random) => {
    const radius = random.number(0.2, 1);
    return {
      name: "sphere",
      shape: ConvexShape.sphere({ radius }),
      reachAlong: () => radius,
      isOutsideBy: (p) => Math.hypot(...p) - radius,
    };
  },
  capsule: (random) => {
    const [radius, length, axis] = [random.number(0.2, 1), random.number(0.2, 2), pickAxis(random)];
    return {
      name: "capsule",
      shape: ConvexShape.capsule({ radius, length, axis }),
      reachAlong: (d) => radius + (Math.abs(split(d, axis)[0]) * length) / 2,
      isOutsideBy: (p) => {
        const [h, q] = split(p, axis);
        return Math.hypot(q, Math.max(0, Math.abs(h) - length / 2)) - radius;
      },
    };
  },
  box: (random) => {
    const size = [1, 1, 1].map(() => random.number(0.3, 1.5));
    const rounding = random.pick([0, 0.1]);
    return {
      name: "box",
      shape: ConvexShape.box({ size, rounding }),
      reachAlong: (d) => rounding + size.reduce((sum, x, i) => sum + (Math.abs(d[i]) * x) / 2, 0),
      isOutsideBy: (p) => {
        const beyond = size.map((x, i) => Math.abs(p[i]) - x / 2);
        return Math.hypot(...beyond.map((x) => Math.max(0, x))) + Math.min(0, Math.max(...beyond)) - rounding;
      },
    };
  },
  cylinder: (random) => {
    const [radius, length, axis] = [random.number(0.2, 1), random.number(0.2, 2), pickAxis(random)];
    return {
      name: "cylinder",
      shape: ConvexShape.cylinder({ radius, length, axis }),
      reachAlong: (d) => {
        const [h, q] = split(d, axis);
        return (Math.abs(h) * length) / 2 + q * radius;
      },
      isOutsideBy: (p) => {
        const [h, q] = split(p, axis);
        return Math.max(Math.abs(h) - length / 2, q - radius);
      },
    };
  },
  cone: (random) => {
    const [radius, length, axis] = [random.number(0.2, 1), random.number(0.2, 2), pickAxis(random)];
    return {
      name: "cone",
      shape: ConvexShape.cone({ radius, length, axis }),
      reachAlong: (d) => {
        const [h, q] = split(d, axis);
        return Math.max((h * length) / 2, (-h * length) / 2 + q * radius);
      },
      isOutsideBy: (p) => {
        const [h, q] = split(p, axis);
        return Math.max(-length / 2 - h, (q * length - radius * (length / 2 - h)) / Math.hypot(radius, length));
      },
    };
  },
  ellipsoid: (random) => {
    const semiAxes = [1, 1, 1].map(() => random.number(0.2, 1.2));
    return {
      name: "ellipsoid",
      shape: ConvexShape.ellipsoid({ semiAxes }),
      reachAlong: (d) => Math.hypot(...semiAxes.map((a, i) => a * d[i])),
      isOutsideBy: (p) => {
        const value = Math.hypot(...semiAxes.map((a, i) => p[i] / a));
        return (value - 1) * Math.min(...semiAxes);
      },
    };
  },
  hull: (random) => {
    const points = Array.from({ length: 20 }, () => random.direction());
    const shape = ConvexShape.hull({ points });
    return {
      name: "hull",
      shape,
      reachAlong: (d) => Math.max(...points.map((p) => dot(p, d))),
      isOutsideBy: (p) => {
        const { planes = [] } = shape.polyhedron ?? {};
        let most = Number.NEGATIVE_INFINITY;
        for (let f = 0; f < planes.length; f += 4) {
          most = Math.max(most, planes[f] * p[0] + planes[f + 1] * p[1] + planes[f + 2] * p[2] - planes[f + 3]);
        }
        return most;
      },
    };
  },
};

export interface ShapeErrors {
  /** Largest contradictions, as parts of the shapes' size; see `measureShapes`. */
  bounds: number;
  points: number;
  /** How much shorter a way out was found by trying other directions; negative if none. */
  depth: number;
  fallbacks: number;
  overlapping: number;
  worst: string;
}

/**
 * Random pairs of all shapes. An answer is proved by itself: both points belong to their shapes, so the distance is no larger;
 * along the normal the shapes are apart by no less. Where they overlap the second holds as well, and other directions are
 * tried for a shorter way out: many, then ever closer to the best.
 */
export function measureShapes(
  nameA: string,
  nameB: string,
  count: number,
  { seed = 1, isPlain = false, size = 1 } = {},
): ShapeErrors {
  const random = new RandomSource(seed);
  const other = new RandomSource(seed + 1);
  const out: ShapeErrors = { bounds: 0, points: 0, depth: -1, fallbacks: 0, overlapping: 0, worst: "" };
  for (let i = 0; i < count; i++) {
    random.isPlain = isPlain;
    const [a, b] = [makers[nameA](random), makers[nameB](random)];
    const poseA = createPose(scale(random.vector(1), size), random.quaternion());
    const poseB = createPose(scale(random.vector(1), size), random.quaternion());
    // Axes alike and places on a lattice: everything that can be parallel or concentric is.
    if (isPlain) poseB.r.set(poseA.r.map((x) => x + random.pick([0, 0, 0, 0.5, -0.5, 1, -1])));
    const pair = new ConvexDistance(a.shape, b.shape);
    pair.calc(poseA, poseB);
    pair.calc(poseA, poseB);
    const reach = a.shape.reach + b.shape.reach;
    const gap = (n: Triple) => calcGap(a, poseA, b, poseB, n);
    const normal: Triple = [pair.normal[0], pair.normal[1], pair.normal[2]];
    const bounds = Math.abs(gap(normal) - pair.distance) / reach;
    if (!(bounds <= out.bounds)) {
      out.bounds = bounds;
      out.worst = `pair ${i}: ${pair.distance}, along its normal ${gap(normal)}`;
    }
    out.points = Math.max(
      out.points,
      a.isOutsideBy(toOwn(poseA, pair.pointA)) / reach,
      b.isOutsideBy(toOwn(poseB, pair.pointB)) / reach,
    );
    out.fallbacks += pair.fallbackCount;
    if (pair.distance >= 0) continue;
    out.overlapping++;
    const better = (climb(other, gap) - pair.distance) / reach;
    if (better > out.depth) {
      out.depth = better;
      out.worst = `pair ${i}: ${pair.distance} by ${better}`;
    }
  }
  return out;
}

const toOwn = ({ r, T }: TestPose, p: ArrayLike<number>): Triple => rotateBack(T, subtract(p, r));

function calcGap(a: ConvexCase, poseA: TestPose, b: ConvexCase, poseB: TestPose, n: Triple): number {
  const reachA = dot(n, poseA.r) + a.reachAlong(rotateBack(poseA.T, n));
  return dot(n, poseB.r) - b.reachAlong(rotateBack(poseB.T, scale(n, -1))) - reachA;
}

/** The largest gap over directions: the best of many, moved by ever shorter random steps. */
function climb(random: RandomSource, gap: (n: Triple) => number): number {
  let best: Triple = [1, 0, 0];
  let value = gap(best);
  const judge = (n: Triple) => {
    const unit = scale(n, 1 / Math.hypot(...n));
    const here = gap(unit);
    if (!(here > value)) return;
    value = here;
    best = unit;
  };
  for (let i = 0; i < 300; i++) judge(random.direction());
  for (let step = 0.2; step > 1e-8; step *= 0.8) for (let i = 0; i < 8; i++) judge(add(best, random.vector(step)));
  return value;
}
