import type { BodyFrame } from "./PlacedShape.ts";

/**
 * Two features of two bodies that may touch, one of A and one of B: a point over a face, two edges across each other, round
 * ends and lines. Each goes on smoothly beyond the borders of its features; `calcRoom` says how far they are.
 *
 * Results are as those of a `Tracker`: `P_A` (0–2), `P_B` (3–5), normal from A to B (6–8), velocities of the tracked points (9–11,
 * 12–14), rate of the normal (15–17), gap (18).
 */
export abstract class FeaturePair {
  /** What it is, in a word that `createFeaturePair` reads. */
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Points, normal and gap. */
  abstract track(a: BodyFrame, b: BodyFrame, out: Float64Array): void;

  /** How they move; `track` was called there. */
  abstract calcVelocities(a: BodyFrame, b: BodyFrame, out: Float64Array): void;

  /**
   * How far the points are from where other features are nearer, m, and how fast that changes, into `out`; `track` was called
   * there. Positive inside. Infinite where there are no others.
   */
  abstract calcRoom(a: BodyFrame, b: BodyFrame, out: Float64Array): void;

  /** Corners of A's and of B's core that this is about: what is watched of them is watched here. */
  get cornersA(): readonly number[] {
    return [];
  }

  get cornersB(): readonly number[] {
    return [];
  }

  /** Whether the plane through the points, across the normal, is one between the bodies. */
  get hasPlane(): boolean {
    return false;
  }

  /** Whose plane it is: A's (1), so that all of B has to be above it, B's (−1), or that of both (0). */
  get side(): -1 | 0 | 1 {
    return 0;
  }
}

/** Velocity of the material of a body that is at `p[at]` now. */
export function calcMaterialVelocity({ r, v, w }: BodyFrame, p: Float64Array, at: number, out: Float64Array): void {
  const x = p[at] - r[0];
  const y = p[at + 1] - r[1];
  const z = p[at + 2] - r[2];
  out[0] = v[0] + w[1] * z - w[2] * y;
  out[1] = v[1] + w[2] * x - w[0] * z;
  out[2] = v[2] + w[0] * y - w[1] * x;
}

/** A point of a body, given in its axes, in the world. */
export function placePoint({ r, T }: BodyFrame, p: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = r[i] + T[3 * i] * p[0] + T[3 * i + 1] * p[1] + T[3 * i + 2] * p[2];
}

/** A direction of a body, given in its axes, in the world. */
export function turnDirection({ T }: BodyFrame, d: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = T[3 * i] * d[0] + T[3 * i + 1] * d[1] + T[3 * i + 2] * d[2];
}

/** A direction of the world in the axes of a body. */
export function turnBack({ T }: BodyFrame, d: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = T[i] * d[0] + T[3 + i] * d[1] + T[6 + i] * d[2];
}

/** `out = [a, b]` */
export function calcCross(a: Float64Array, b: Float64Array, out: Float64Array): void {
  const x = a[1] * b[2] - a[2] * b[1];
  const y = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
}

export const calcDot = (a: Float64Array, b: Float64Array): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
