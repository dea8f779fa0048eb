import {
  type Axes,
  angleOf,
  component,
  constant,
  difference,
  directionIn,
  dotJet,
  type Frame,
  inner,
  type Jet,
  minus,
  minusJet,
  outer,
  plus,
  pointIn,
  scaled,
  size,
  type Triple,
  times,
  toBody,
  toWorld,
  unit,
} from "./jets.ts";

/**
 * The joints of the library once more, by their definitions: each as scalar functions of two frames. The first
 * functions are zero in the joint, the others are its coordinates. Nothing here is taken from the library.
 */
export type PairKind = "revolute" | "prismatic" | "cylindrical" | "screw" | "weld" | "ball" | "universal" | "planar";

export const PAIR_KINDS: readonly PairKind[] = [
  "revolute",
  "prismatic",
  "cylindrical",
  "screw",
  "weld",
  "ball",
  "universal",
  "planar",
];

type Vector = readonly [number, number, number];

/** A pose: where a body was drawn. */
export interface Pose {
  r: Vector;
  axes: Axes;
}

/** Points and axes of a pair in body axes; `toB` takes a direction in A's axes to B's with all coordinates at zero. */
export interface PairGeometry {
  pointA: Vector;
  pointB: Vector;
  toB: (direction: Vector) => Triple;
  /** Axis or normal (universal: first axis), in A's axes. */
  axis: Vector;
  /** Planar: direction of x; universal: second axis. */
  second: Vector;
  pitch: number;
}

/** A world point, with the body as drawn, in body axes. */
export const pointAsDrawn = (pose: Pose, p: Vector): Triple => toBody(pose.axes, minus(p, pose.r));

/** Relative orientation as drawn, turned by the least angle so that `axisB` of B lies on `axisA` of A (if given). */
export function findRest(poseA: Pose, poseB: Pose, axisA?: Vector, axisB?: Vector): PairGeometry["toB"] {
  const asDrawn = (u: Vector) => toBody(poseB.axes, toWorld(poseA.axes, u));
  if (!axisA || !axisB) return asDrawn;
  const a = unit(axisA);
  const b = toBody(poseA.axes, toWorld(poseB.axes, unit(axisB)));
  // The least rotation takes b to a: u + [c, u] + [c, [c, u]]/(1 + a·b), c = [b, a]. Here its inverse is needed.
  const c = outer(a, b);
  const k = 1 / (1 + inner(a, b));
  return (u) => {
    const once = outer(c, u);
    return asDrawn(plus(plus(u, once), times(k, outer(c, once))));
  };
}

/** Two unit vectors that make a right-handed set with n. */
function complete(n: Vector): readonly [Triple, Triple] {
  const [x, y, z] = n.map(Math.abs);
  const first = unit(outer(n, x < 0.6 ? [1, 0, 0] : y < 0.6 || z === 0 ? [0, 1, 0] : [0, 0, 1]));
  return [first, outer(n, first)];
}

export interface PairFunctions {
  /** Number of functions that are zero; coordinates come next. */
  closed: number;
  coordinates: readonly { name: string; period: number }[];
  /** Zeros, then coordinates. */
  evaluate: (A: Frame, B: Frame) => Jet[];
}

const TURN = 2 * Math.PI;
const POSITION = { name: "position", period: 0 };
const ANGLE = { name: "angle", period: TURN };

export function definePair(kind: PairKind, g: PairGeometry): PairFunctions {
  const line = (A: Frame, B: Frame) => minusJet(pointIn(B, g.pointB), pointIn(A, g.pointA));
  const point = (A: Frame, B: Frame) => {
    const d = line(A, B);
    return [component(d, 0), component(d, 1), component(d, 2)];
  };
  if (kind === "ball") return { closed: 3, coordinates: [], evaluate: point };
  if (kind === "universal") return defineUniversal(g, point);

  const n = unit(g.axis);
  // In a planar joint x lies in the plane, as near to `second` as it can.
  const [e1, e2]: readonly [Vector, Vector] =
    size(g.second) > 0 ? [unit(outer(outer(n, g.second), n)), unit(outer(n, g.second))] : complete(n);
  const [f1, f2, f3] = [g.toB(e1), g.toB(e2), g.toB(n)];
  const cosineOf = (A: Frame, a: Vector, B: Frame, b: Vector) => dotJet(directionIn(A, a), directionIn(B, b));
  const angle = (A: Frame, B: Frame) => angleOf(cosineOf(A, e2, B, f1), cosineOf(A, e1, B, f1));
  const along = (A: Frame, u: Vector, B: Frame) => dotJet(directionIn(A, u), line(A, B));
  /** The point of B stays on the axis of A. */
  const onLine = (A: Frame, B: Frame) => [along(A, e1, B), along(A, e2, B)];
  /** The axes stay parallel. */
  const parallel = (A: Frame, B: Frame) => [cosineOf(A, e1, B, f3), cosineOf(A, e2, B, f3)];
  /** No rotation at all. */
  const locked = (A: Frame, B: Frame) => [cosineOf(A, e1, B, f2), cosineOf(A, e2, B, f3), cosineOf(A, n, B, f1)];

  switch (kind) {
    case "revolute":
      return {
        closed: 5,
        coordinates: [ANGLE],
        evaluate: (A, B) => [...point(A, B), ...parallel(A, B), angle(A, B)],
      };
    case "prismatic":
      return {
        closed: 5,
        coordinates: [POSITION],
        evaluate: (A, B) => [...onLine(A, B), ...locked(A, B), along(A, n, B)],
      };
    case "cylindrical":
      return {
        closed: 4,
        coordinates: [POSITION, ANGLE],
        evaluate: (A, B) => [...onLine(A, B), ...parallel(A, B), along(A, n, B), angle(A, B)],
      };
    case "screw":
      return {
        closed: 5,
        coordinates: [ANGLE],
        evaluate: (A, B) => {
          const x = along(A, n, B);
          const turn = angle(A, B);
          return [...onLine(A, B), ...parallel(A, B), difference(x, scaled(g.pitch, turn)), turn];
        },
      };
    case "weld":
      return { closed: 6, coordinates: [], evaluate: (A, B) => [...point(A, B), ...locked(A, B)] };
    case "planar":
      return {
        closed: 3,
        coordinates: [{ name: "x", period: 0 }, { name: "y", period: 0 }, ANGLE],
        evaluate: (A, B) => [along(A, n, B), ...parallel(A, B), along(A, e1, B), along(A, e2, B), angle(A, B)],
      };
  }
}

/**
 * The axis `n1` of A and the axis `n2` of B keep their angle. Seen from A, `n2` goes round `n1` by the first
 * coordinate; seen from B, `n1` goes round `n2` backwards by the second.
 */
function defineUniversal(g: PairGeometry, point: (A: Frame, B: Frame) => Jet[]): PairFunctions {
  const n1 = unit(g.axis);
  const n2 = unit(g.second);
  const m1 = g.toB(n1);
  const m2 = g.toB(n2);
  const fixed = inner(n1, n2);
  const zero1 = minus(n2, times(fixed, n1));
  const quarter1 = outer(n1, n2);
  const zero2 = minus(m1, times(fixed, m2));
  const quarter2 = outer(m2, m1);
  const evaluate = (A: Frame, B: Frame): Jet[] => {
    const first = directionIn(A, n1);
    const second = directionIn(B, m2);
    const turn1 = angleOf(dotJet(directionIn(A, quarter1), second), dotJet(directionIn(A, zero1), second));
    const turn2 = angleOf(dotJet(directionIn(B, quarter2), first), dotJet(directionIn(B, zero2), first));
    return [...point(A, B), difference(dotJet(first, second), constant(fixed)), turn1, scaled(-1, turn2)];
  };
  return {
    closed: 4,
    coordinates: [
      { name: "angle1", period: TURN },
      { name: "angle2", period: TURN },
    ],
    evaluate,
  };
}
