import type { RollerGeneratrix, RollerShape } from "./RollerGeneratrix.ts";

/** What is needed of the geometry of a wheel. */
export interface RimShape extends RollerShape {
  readonly alpha: number;
  readonly rows: 1 | 2;
  readonly length: number;
  createSurface(): { radiusAt(x: number): number };
  createGeneratrix(from?: number, to?: number): Pick<RollerGeneratrix, "calc">;
}

const ALONG = 60;
const AROUND = 72;
const REFINEMENTS = 40;

/**
 * How deep a point on one roller lies inside its neighbour in the same row, measured from the neighbour's axis: the
 * largest `r(x) − ρ` over all points of the surface, ends included.
 */
export function findOverlap(rim: RimShape): number {
  const surface = rim.createSurface();
  const half = rim.length / 2;
  const angle = 2 * rim.alpha * rim.rows;
  // Two rollers of which each is its own neighbour's neighbour: in two rows of two they are opposite.
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [cp, sp] = [Math.cos(rim.psi), Math.sin(rim.psi)];
  const { rollerDistance: d } = rim;
  /** Depth of the point at `x` and `turn` of a roller at the bottom in the one at `angle` from it. */
  const calcDepth = (x: number, turn: number): number => {
    const r = surface.radiusAt(x);
    // Axes of the roller: (cosψ, 0, sinψ), (0, 1, 0), (−sinψ, 0, cosψ), centre (0, −d, 0).
    const v = r * Math.sin(turn);
    const p = [x * cp - v * sp, -d + r * Math.cos(turn), x * sp + v * cp];
    // The neighbour's axes are the same, turned about z.
    const px = c * p[0] + s * p[1];
    const py = -s * p[0] + c * p[1] + d;
    const along = px * cp + p[2] * sp;
    const across = -px * sp + p[2] * cp;
    // Beside the ends there is nothing to reach into.
    const beyond = Math.abs(along) - half;
    return beyond > 0 ? -beyond : surface.radiusAt(along) - Math.hypot(py, across);
  };
  let best = [0, 0, Number.NEGATIVE_INFINITY];
  const offer = (x: number, turn: number) => {
    const at = Math.min(half, Math.max(-half, x));
    const depth = calcDepth(at, turn);
    if (depth > best[2]) best = [at, turn, depth];
  };
  for (let i = 0; i <= ALONG; i++) {
    for (let k = 0; k < AROUND; k++) offer(half * ((2 * i) / ALONG - 1), (2 * Math.PI * k) / AROUND);
  }
  let [dx, da] = [rim.length / ALONG, (2 * Math.PI) / AROUND];
  for (let n = 0; n < REFINEMENTS; n++) {
    const [x, turn, depth] = best;
    for (const i of [-1, 0, 1]) for (const k of [-1, 0, 1]) offer(x + i * dx, turn + k * da);
    if (best[2] === depth) [dx, da] = [dx / 2, da / 2];
  }
  // Pointed tips that just meet overlap by rounding.
  return best[2] > 1e-12 * rim.length ? best[2] : 0;
}
