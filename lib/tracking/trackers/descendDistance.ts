import type { SurfaceFrame } from "../SurfaceFrame.ts";
import type { NearestPointEquations } from "./NearestPointEquations.ts";
import { projectOnSurface } from "./projectOnSurface.ts";

/**
 * Brings the points in `equations.x` closer where Newton's iteration does not converge: each is pulled onto its surface
 * from the place of the other, in turn. Slow, but it goes downhill from where it is; the multipliers are fitted to the end.
 * False where a point leaves its surface's reach, or where the surfaces overlap and the shortest distance says nothing.
 */
export function descendDistance(equations: NearestPointEquations): boolean {
  const { x, frameA, frameB } = equations;
  const own = new Float64Array(3);
  const values = new Float64Array(10);
  for (let round = 0; round < 100; round++) {
    let moved = 0;
    for (const [from, to, source, target] of [
      [frameA, frameB, 0, 3],
      [frameB, frameA, 3, 0],
    ] as const) {
      carry(from, to, x, source, own);
      to.surface.calc(own, values);
      if (!(values[0] > 0) || !projectOnSurface(to.surface, own, values)) return false;
      moved = Math.max(moved, Math.hypot(x[target] - own[0], x[target + 1] - own[1], x[target + 2] - own[2]));
      x.set(own, target);
    }
    if (moved < 1e-3 * equations.size) break;
  }
  equations.evaluate();
  equations.fitMultipliers();
  return true;
}

/** The point at `x[offset…]` in the axes of `from`, written in the axes of `to`. */
function carry(from: SurfaceFrame, to: SurfaceFrame, x: Float64Array, offset: number, out: Float64Array): void {
  const world = [0, 1, 2].map(
    (i) =>
      from.r[i] -
      to.r[i] +
      from.T[3 * i] * x[offset] +
      from.T[3 * i + 1] * x[offset + 1] +
      from.T[3 * i + 2] * x[offset + 2],
  );
  for (let i = 0; i < 3; i++) out[i] = to.T[i] * world[0] + to.T[i + 3] * world[1] + to.T[i + 6] * world[2];
}
