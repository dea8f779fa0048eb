import { matrixFromQuaternion } from "../../lib/math/index.ts";
import { AlgebraicTracker, Ellipsoid, SurfaceFrame } from "../../lib/tracking/index.ts";
import { RandomSource } from "./random.ts";

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: readonly number[], b: readonly number[]) =>
  [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
const scaled = (a: readonly number[]) => a.map((x) => x / Math.sqrt(dot(a, a)));

const GRID = Array.from({ length: 2000 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 2000;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

/** `T diag(a²) T*`: with it the support function is `√(n·Qn)`. */
function findMatrix({ T, surface }: SurfaceFrame): number[][] {
  const { semiAxes } = surface as Ellipsoid;
  const entry = (i: number, j: number) => semiAxes.reduce((sum, a, k) => sum + T[3 * i + k] * T[3 * j + k] * a * a, 0);
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => entry(i, j)));
}

/** The largest of `n·w − √(n·An) − √(n·Bn)` over all directions: a dense grid, then ever smaller steps from its best. */
export function findGapByDirections(frameA: SurfaceFrame, frameB: SurfaceFrame): number {
  const w = [0, 1, 2].map((i) => frameB.r[i] - frameA.r[i]);
  const [A, B] = [findMatrix(frameA), findMatrix(frameB)];
  const width = (Q: number[][], n: readonly number[]) =>
    Math.sqrt(
      dot(
        n,
        Q.map((row) => dot(row, n)),
      ),
    );
  const calc = (n: readonly number[]) => dot(n, w) - width(A, n) - width(B, n);
  const ranked = GRID.map((n) => ({ n, value: calc(n) })).sort((p, q) => q.value - p.value);
  const starts: (typeof ranked)[number][] = [];
  for (const one of ranked) {
    if (starts.length === 12) break;
    if (starts.every(({ n }) => dot(n, one.n) < Math.cos(0.15))) starts.push(one);
  }
  let best = Number.NEGATIVE_INFINITY;
  for (const start of starts) {
    let { n, value } = start;
    for (let step = 0.05; step > 1e-9; ) {
      const u = scaled(cross(n, Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
      const v = cross(n, u);
      const from = value;
      for (let k = 0; k < 8; k++) {
        const [c, s] = [step * Math.cos((k * Math.PI) / 4), step * Math.sin((k * Math.PI) / 4)];
        const trial = scaled(n.map((x, i) => x + c * u[i] + s * v[i]));
        const there = calc(trial);
        if (there <= value) continue;
        value = there;
        n = trial;
        break;
      }
      if (value === from) step /= 2;
    }
    best = Math.max(best, value);
  }
  return best;
}

function placeEllipsoid(random: RandomSource, reach: number): SurfaceFrame {
  const frame = new SurfaceFrame(new Ellipsoid({ semiAxes: [0, 1, 2].map(() => random.number(0.05, 0.2)) }));
  frame.T.set(matrixFromQuaternion(random.quaternion()));
  frame.r.set(random.vector(reach));
  return frame;
}

/**
 * Pairs of ellipsoids whose centres lie within `reach` of each other: how many starts are refused, and the largest
 * difference of the others from the least overlap.
 */
export function measureDeepOverlaps(count: number, reach: number): { refused: number; error: number } {
  const random = new RandomSource(17);
  let refused = 0;
  let error = 0;
  for (let i = 0; i < count; i++) {
    const tracker = new AlgebraicTracker(placeEllipsoid(random, reach), placeEllipsoid(random, reach));
    try {
      tracker.start();
      error = Math.max(error, Math.abs(tracker.gap - findGapByDirections(tracker.frameA, tracker.frameB)));
    } catch {
      refused++;
    }
  }
  return { refused, error };
}
