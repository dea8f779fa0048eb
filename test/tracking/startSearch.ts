import test from "ava";
import { matrixFromQuaternion } from "../../lib/math/index.ts";
import {
  AlgebraicTracker,
  CircularSpindle,
  Cylinder,
  Ellipsoid,
  Superellipsoid,
  type Surface,
  SurfaceFrame,
  Torus,
} from "../../lib/tracking/index.ts";
import { NearestPointEquations } from "../../lib/tracking/trackers/NearestPointEquations.ts";
import { CONVERGED, NewtonIteration } from "../../lib/tracking/trackers/NewtonIteration.ts";
import { isAbove, isAtLeast, isAtMost, isClose } from "../helpers/compare.ts";
import { findGapByDirections } from "../helpers/deepOverlaps.ts";
import { parametrise } from "../helpers/parametrise.ts";
import { RandomSource } from "../helpers/random.ts";

const torus = new Torus({ radius: 0.8, tubeRadius: 0.25, axis: "z" });
const plate = new Ellipsoid({ semiAxes: [1, 0.5, 0.2] });
const needle = new Ellipsoid({ semiAxes: [1, 0.1, 0.1] });
const box = new Superellipsoid({ semiAxes: [0.5, 0.6, 0.7], exponent: 8 });
const spindle = new CircularSpindle({ radius: 1, offset: 0.4, axis: "z" });
const rod = new Cylinder({ radius: 0.3, axis: "z" });

function place(random: RandomSource, surface: Surface, distance: number): SurfaceFrame {
  const frame = new SurfaceFrame(surface);
  frame.T.set(matrixFromQuaternion(random.quaternion()));
  frame.r.set(random.direction().map((x) => distance * x));
  return frame;
}

/** Points of a surface in the world, on a grid of its parameters. */
function listGrid({ surface, T, r }: SurfaceFrame, count: number): Float64Array {
  const { at, range } = parametrise(surface);
  const [[u0, u1], [v0, v1]] = range;
  const out: number[] = [];
  for (let i = 0; i <= count; i++) {
    for (let j = 0; j < count; j++) {
      const p = at(u0 + ((u1 - u0) * i) / count, v0 + ((v1 - v0) * j) / count);
      for (let k = 0; k < 3; k++) out.push(r[k] + T[3 * k] * p[0] + T[3 * k + 1] * p[1] + T[3 * k + 2] * p[2]);
    }
  }
  return Float64Array.from(out);
}

function findLeastDistance(a: Float64Array, b: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.length; i += 3) {
    for (let j = 0; j < b.length; j += 3) {
      const d = (a[i] - b[j]) ** 2 + (a[i + 1] - b[j + 1]) ** 2 + (a[i + 2] - b[j + 2]) ** 2;
      if (d < least) least = d;
    }
  }
  return Math.sqrt(least);
}

/** Whether a point of the list is inside the surface. */
function isInside({ surface, T, r }: SurfaceFrame, points: Float64Array): boolean {
  const own = new Float64Array(3);
  const out = new Float64Array(10);
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      own[k] = [0, 1, 2].reduce((sum, n) => sum + T[3 * n + k] * (points[i + n] - r[n]), 0);
    }
    surface.calc(own, out);
    if (out[0] < 0.01) return true;
  }
  return false;
}

for (const [a, b] of [
  [torus, torus],
  [torus, plate],
  [plate, box],
  [needle, torus],
  [spindle, plate],
  [rod, torus],
]) {
  test(`${a.label} and ${b.label}: the start finds the nearest of many local minima`, (t) => {
    const random = new RandomSource(5);
    let found = 0;
    for (let i = 0; i < 8; i++) {
      const frameA = place(random, a, 0);
      const frameB = place(random, b, random.number(1.3, 2.4));
      const tracker = new AlgebraicTracker(frameA, frameB);
      try {
        tracker.start();
      } catch (error) {
        // The tip of a spindle has no normal; nothing else may fail.
        t.is(a, spindle, (error as Error).message);
        continue;
      }
      found++;
      const [gridA, gridB] = [frameA, frameB].map((frame) => listGrid(frame, 36));
      if (tracker.gap > 0) isAtMost(t, tracker.gap, findLeastDistance(gridA, gridB));
      else t.true(isInside(frameA, gridB) || isInside(frameB, gridA));
    }
    isAtLeast(t, found, 5);
  });
}

test("crossed plates, whose deepest points lie in neither of them, and a pebble in a boulder", (t) => {
  const at = (semiAxes: number[], angle: number, x = 0) => {
    const frame = new SurfaceFrame(new Ellipsoid({ semiAxes }));
    frame.T.set(matrixFromQuaternion([Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)]));
    frame.r.set([x, 0, 0]);
    return frame;
  };
  // In the plane of the cross the width of both along the bisector is √(a² sin² + b² cos²) of half the angle.
  const crossed = new AlgebraicTracker(at([1, 0.1, 1], 0.2), at([1, 0.1, 1], -0.2));
  crossed.start();
  const width = Math.hypot(Math.sin(0.2), 0.1 * Math.cos(0.2));
  isClose(t, crossed.gap, -2 * width, 1e-14);
  // Out by the shortest way: the half diameters, less the centres' distance.
  const pebble = new AlgebraicTracker(at([2, 1, 3], 0), at([0.1, 0.2, 0.1], 0, 0.05));
  pebble.start();
  isClose(t, pebble.gap, -1.2, 1e-2);
  isClose(t, pebble.gap, findGapByDirections(pebble.frameA, pebble.frameB), 1e-12);
});

test("solutions that are no minima are told from those that are", (t) => {
  const random = new RandomSource(9);
  let minima = 0;
  let others = 0;
  const point = new Float64Array(3);
  const values = new Float64Array(10);
  for (let i = 0; i < 12; i++) {
    const frames = [place(random, torus, 0), place(random, plate, 2.5)] as const;
    const equations = new NearestPointEquations(...frames);
    const newton = new NewtonIteration(equations);
    for (let k = 0; k < 40; k++) {
      for (let n = 0; n < 2; n++) {
        const [u, v] = [random.number(-3, 3), random.number(-3, 3)];
        equations.x.set(parametrise(frames[n].surface).at(u, v), 3 * n);
      }
      equations.evaluate();
      equations.fitMultipliers();
      const gap = equations.residual;
      if (newton.run() !== CONVERGED || !(equations.x[6] < 0) || !(gap[1] > 0.1)) continue;
      // Small ways along both surfaces, pulled back onto them, in many directions: can the distance become less?
      const solution = Float64Array.from(equations.x);
      const isMinimum = equations.isMinimum();
      const distance = gap[1];
      let least = distance;
      for (let trial = 0; trial < 300; trial++) {
        for (let n = 0; n < 2; n++) {
          const way = random.vector(1e-3);
          for (let j = 0; j < 3; j++) point[j] = solution[3 * n + j] + way[j];
          for (let pull = 0; pull < 4; pull++) {
            frames[n].surface.calc(point, values);
            const slope = values[1] ** 2 + values[2] ** 2 + values[3] ** 2;
            for (let j = 0; j < 3; j++) point[j] -= (values[0] / slope) * values[j + 1];
          }
          equations.x.set(point, 3 * n);
        }
        equations.evaluate();
        least = Math.min(least, Math.hypot(equations.at[12], equations.at[13], equations.at[14]));
      }
      t.is(least >= distance - 1e-12, isMinimum, `${least - distance}`);
      if (isMinimum) minima++;
      else others++;
    }
  }
  isAbove(t, minima, 20, `${minima} minima, ${others} others`);
  isAbove(t, others, 10, `${minima} minima, ${others} others`);
});
