import type { Motion, Pair } from "../constraints/index.ts";
import { dot } from "../math/index.ts";

/** Free motions only: slides along perpendicular axes, then at most one turn. */
export function isSimplePair({ motions }: Pair): boolean {
  const slides = motions.filter(
    (motion): motion is Extract<Motion, { kind: "rotate" | "slide" }> => motion.kind === "slide",
  );
  const rest = motions.slice(slides.length);
  if (rest.length > 1 || (rest.length === 1 && rest[0].kind !== "rotate")) return false;
  if (motions.slice(0, slides.length).some((motion) => motion.kind !== "slide")) return false;
  if (motions.some((motion) => motion.kind === "ball" || motion.bond.motion)) return false;
  return slides.every((one, i) => slides.slice(i + 1).every((two) => Math.abs(dot(one.axis, two.axis)) < 1e-14));
}

/** Number of open directions of a pair; given motions are closed. */
export function countOpen(pair: Pair): number {
  return pair.motions.reduce((sum, motion) => sum + (motion.kind === "ball" ? 3 : motion.bond.motion ? 0 : 1), 0);
}

/** Metres per unit of the coordinate. */
export function getSlide(motion: Exclude<Motion, { kind: "ball" }>): number {
  return motion.kind === "slide" ? 1 : motion.kind === "screw" ? motion.pitch : 0;
}

export function dotRow(T: ArrayLike<number>, i: number, v: ArrayLike<number>): number {
  return T[3 * i] * v[0] + T[3 * i + 1] * v[1] + T[3 * i + 2] * v[2];
}

/** `out[o…] += factor [a, b]` with the vectors at the given offsets. */
export function addCross(
  out: Float64Array,
  o: number,
  a: Float64Array,
  oa: number,
  b: Float64Array,
  ob: number,
  factor: number,
): void {
  const x = a[oa + 1] * b[ob + 2] - a[oa + 2] * b[ob + 1];
  const y = a[oa + 2] * b[ob] - a[oa] * b[ob + 2];
  const z = a[oa] * b[ob + 1] - a[oa + 1] * b[ob];
  out[o] += factor * x;
  out[o + 1] += factor * y;
  out[o + 2] += factor * z;
}

/** `out += factor [ω, [ω, d]]` */
export function addCentripetal(out: Float64Array, w: Float64Array, d: Float64Array, factor: number): void {
  const along = w[0] * d[0] + w[1] * d[1] + w[2] * d[2];
  const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  for (let i = 0; i < 3; i++) out[i] += factor * (w[i] * along - square * d[i]);
}
