import test from "ava";
import { Surface } from "../../lib/tracking/Surface.ts";
import { SurfaceFrame } from "../../lib/tracking/SurfaceFrame.ts";
import type { Tracker } from "../../lib/tracking/Tracker.ts";
import { TrackingError } from "../../lib/tracking/TrackingError.ts";
import { AlgebraicTracker } from "../../lib/tracking/trackers/AlgebraicTracker.ts";
import { DifferentialTracker } from "../../lib/tracking/trackers/DifferentialTracker.ts";
import { findNearest } from "../helpers/bruteNearest.ts";
import { extrapolateStep } from "../helpers/extrapolate.ts";
import { PlainCylinder, PlainEllipsoid, PlainPlane, PlainRing, PlainSphere } from "../helpers/plainSurfaces.ts";
import { RandomSource } from "../helpers/random.ts";
import { createFrames, pairs } from "../helpers/trackedPairs.ts";

/** Largest difference of entries `from` up to `to`. */
const differ = (a: ArrayLike<number>, b: ArrayLike<number>, from = 0, to = a.length) =>
  Math.max(...Array.from({ length: to - from }, (_, i) => Math.abs(a[from + i] - b[from + i])));

/** Points, normal and velocities with the roles of A and B exchanged. */
const exchange = (r: Float64Array) => [
  ...r.subarray(3, 6),
  ...r.subarray(0, 3),
  ...r.subarray(6, 9).map((x) => -x),
  ...r.subarray(12, 15),
  ...r.subarray(9, 12),
  ...r.subarray(15, 18).map((x) => -x),
  r[18],
];

const evaluate = (tracker: Tracker) => {
  tracker.track();
  tracker.calcVelocities();
  return Float64Array.from(tracker.result);
};

for (const pair of pairs) {
  test(`${pair.name}: algebraic tracker against brute force over 10 s`, (t) => {
    const [a, b, moveTo] = createFrames(pair);
    const tracker = new AlgebraicTracker(a, b);
    tracker.start();
    for (let i = 0; i <= 200; i++) {
      moveTo(0.05 * i);
      tracker.track();
      t.true(tracker.residual < 1e-10);
      if (i % 10 !== 0) continue;
      const { gap, a: pointA, b: pointB } = findNearest(a, b);
      t.true(Math.abs(tracker.gap - gap) < 1e-12, `gap ${tracker.gap} against ${gap}`);
      // The brute force knows its derivatives to 1e-11 only.
      t.true(differ(pointA, tracker.pointA) < 1e-9 && differ(pointB, tracker.pointB) < 1e-9, `points at ${0.05 * i}`);
      // A search from nothing ends at the same points.
      const fresh = new AlgebraicTracker(a, b);
      fresh.start();
      t.true(differ(fresh.result, tracker.result, 0, 9) < 1e-11, `start at ${0.05 * i}`);
    }
  });

  test(`${pair.name}: differential tracker keeps to the algebraic one over 10 s without projection`, (t) => {
    const [a, b, moveTo] = createFrames(pair);
    const differential = new DifferentialTracker(a, b);
    const algebraic = new AlgebraicTracker(a, b);
    differential.start();
    algebraic.start();
    const y = Float64Array.from(differential.states);
    let worst = 0;
    const h = 0.025;
    for (let i = 0; i < 400; i++) {
      extrapolateStep(
        (time, states, out) => {
          moveTo(time);
          differential.states.set(states);
          differential.track();
          differential.calcVelocities();
          out.set(differential.stateRates);
        },
        h * i,
        y,
        h,
      );
      moveTo(h * (i + 1));
      differential.states.set(y);
      worst = Math.max(worst, differ(evaluate(differential), evaluate(algebraic)));
    }
    t.true(worst < 1e-10, `${worst}`);
  });

  test(`${pair.name}: velocities and the rate of the normal are derivatives`, (t) => {
    const [a, b, moveTo] = createFrames(pair);
    const tracker = new AlgebraicTracker(a, b);
    tracker.start();
    // Fourth order: truncation h⁴ and rounding 1e-16/h are both far below the bound.
    const h = 1e-3;
    const at = (time: number) => {
      moveTo(time);
      return evaluate(tracker);
    };
    for (let i = 0; i <= 20; i++) {
      const time = 0.5 * i;
      // There in small steps, so that the branch is kept.
      for (let k = 1; k <= 10 && i > 0; k++) at(time - 0.5 + 0.05 * k);
      const [p2, p1, m1, m2] = [2, 1, -1, -2].map((k) => at(time + k * h));
      const derivative = p1.map((_, k) => (8 * (p1[k] - m1[k]) - (p2[k] - m2[k])) / (12 * h));
      const result = at(time);
      t.true(differ(derivative.subarray(0, 9), result.subarray(9, 18)) < 1e-9, `at ${time}`);
    }
  });

  test(`${pair.name}: A and B exchanged give the same points`, (t) => {
    const [a, b, moveTo] = createFrames(pair);
    const one = new AlgebraicTracker(a, b);
    const other = new AlgebraicTracker(b, a);
    one.start();
    other.start();
    for (let i = 0; i <= 40; i++) {
      moveTo(0.05 * i);
      const result = evaluate(one);
      t.true(differ(exchange(evaluate(other)), result) < 1e-11);
      const { pointA, pointB, normal, gap } = one;
      t.true(Math.abs(Math.hypot(...normal) - 1) < 1e-14);
      for (let k = 0; k < 3; k++) t.true(Math.abs(pointB[k] - pointA[k] - gap * normal[k]) < 1e-12);
    }
  });

  test(`${pair.name}: in contact one point does for two`, (t) => {
    const [a, b, moveTo] = createFrames(pair);
    const free = new AlgebraicTracker(a, b);
    const differential = new DifferentialTracker(a, b);
    const touching = new AlgebraicTracker(a, b);
    for (const time of [0, 0.3, 0.7]) {
      moveTo(time);
      free.start();
      evaluate(free);
      // B is pushed until it touches, and its velocity made to keep touching: ġ = (v_B − v_A)·n for points, g ṅ drops out.
      const { normal, velocityA, velocityB, gap } = free;
      for (let k = 0; k < 3; k++) b.r[k] -= gap * normal[k];
      free.start();
      evaluate(free);
      const rate = [0, 1, 2].reduce((sum, k) => sum + (velocityB[k] - velocityA[k]) * normal[k], 0);
      for (let k = 0; k < 3; k++) b.v[k] -= rate * normal[k];
      const expected = evaluate(free);
      t.true(Math.abs(expected[18]) < 1e-14);
      for (const tracker of [touching, differential]) {
        tracker.inContact = true;
        tracker.start();
        const result = evaluate(tracker);
        t.true(differ(result, expected) < 1e-11, `${tracker.name} ${differ(result, expected)}`);
        t.true(differ(result.subarray(9, 12), result.subarray(12, 15)) < 1e-12);
      }
      t.is(differential.stateRates[7], 0);
      // Apart by a hair, the gap is the distance to B and the point stays on A.
      for (let k = 0; k < 3; k++) b.r[k] += 1e-7 * normal[k];
      touching.track();
      t.true(Math.abs(touching.gap - 1e-7) < 1e-12, `${touching.gap}`);
      for (let k = 0; k < 3; k++) t.true(Math.abs(touching.pointA[k] - touching.pointB[k]) < 1e-15);
    }
  });
}

const place = (surface: Surface, ...r: number[]) => {
  const frame = new SurfaceFrame(surface);
  frame.T.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  frame.r.set(r);
  return frame;
};

/** The inside of an ellipsoid: material is outside. */
class Hollow extends Surface {
  private readonly inner: PlainEllipsoid;
  constructor(radii: readonly number[]) {
    super();
    this.inner = new PlainEllipsoid(radii);
  }
  get size(): number {
    return this.inner.size;
  }
  get label(): string {
    return "Hollow";
  }
  override calc(point: Float64Array, out: Float64Array): void {
    this.inner.calc(point, out);
    for (let i = 0; i < 10; i++) out[i] = -out[i];
  }
}

test("spheres that overlap: the gap is negative, the normal still points from A to B", (t) => {
  for (const distance of [2.5, 1.9, 0.8, 0.1]) {
    const tracker = new AlgebraicTracker(
      place(new PlainSphere(1.2), 0, 0, 0),
      place(new PlainSphere(0.7), 0, distance, 0),
    );
    tracker.start();
    t.true(Math.abs(tracker.gap - (distance - 1.9)) < 1e-13, `${tracker.gap}`);
    t.true(differ(tracker.normal, [0, 1, 0]) < 1e-13);
    t.true(differ(tracker.pointA, [0, 1.2, 0]) < 1e-13);
    t.true(differ(tracker.pointB, [0, distance - 0.7, 0]) < 1e-13);
  }
});

test("a concave pair: a ball in a hollow, and of two nearest points always the same one", (t) => {
  const ball = place(new PlainSphere(0.1), 0, 0, 0.05);
  const tracker = new AlgebraicTracker(ball, place(new Hollow([1, 0.7, 0.5]), 0, 0, 0));
  tracker.start();
  t.true(differ(tracker.pointB, [0, 0, 0.5]) < 1e-13);
  t.true(Math.abs(tracker.gap - 0.35) < 1e-13);
  ball.r[2] = -0.05;
  tracker.start();
  t.true(differ(tracker.pointB, [0, 0, -0.5]) < 1e-13);
  ball.r[2] = 0;
  tracker.start();
  const first = Float64Array.from(tracker.result);
  t.true(Math.abs(first[18] - 0.4) < 1e-13);
  tracker.start();
  t.deepEqual(tracker.result, first);
  // Both are within reach of a start at given points, and followed from there.
  for (const side of [1, -1]) {
    tracker.startAt([0.02, 0.01, 0.1 * side], [0.03, -0.02, 0.5 * side]);
    t.true(differ(tracker.pointB, [0, 0, 0.5 * side]) < 1e-13);
  }
});

test("large steps end at the nearest points or in an error, never elsewhere", (t) => {
  const random = new RandomSource(7);
  const [a, b, moveTo] = createFrames(pairs[1]);
  const tracker = new AlgebraicTracker(a, b);
  const fresh = new AlgebraicTracker(a, b);
  tracker.start();
  let errors = 0;
  for (let i = 0; i < 200; i++) {
    moveTo(random.number(0, 30));
    fresh.start();
    try {
      tracker.track();
    } catch (error) {
      t.true(error instanceof TrackingError);
      errors++;
      tracker.start();
    }
    t.true(differ(tracker.result, fresh.result, 0, 9) < 1e-11);
  }
  t.true(errors < 60, `${errors} errors`);
});

test("after an error the last solution is where a smaller step begins", (t) => {
  const torus = place(new PlainRing(1, 0.3), 0, 0, 2);
  const tracker = new AlgebraicTracker(place(new PlainPlane(), 0, 0, 0), torus);
  const tilt = (angle: number) => {
    torus.T.set([Math.cos(angle), 0, Math.sin(angle), 0, 1, 0, -Math.sin(angle), 0, Math.cos(angle)]);
  };
  tilt(0.5);
  tracker.start();
  const point = [...tracker.pointB];
  tilt(0);
  t.throws(() => tracker.track(), { instanceOf: TrackingError });
  tilt(0.5);
  tracker.track();
  t.true(differ(tracker.pointB, point) < 1e-13);
});

test("project pulls drifted states back onto the equations", (t) => {
  const [a, b] = createFrames(pairs[1]);
  const tracker = new DifferentialTracker(a, b);
  tracker.start();
  const exact = Float64Array.from(tracker.result);
  for (let i = 0; i < 8; i++) tracker.states[i] += 1e-3 * (i % 3 === 0 ? 1 : -0.5);
  tracker.track();
  t.true(tracker.residual > 1e-4);
  tracker.project();
  tracker.track();
  t.true(tracker.residual < 1e-13);
  t.true(differ(tracker.result, exact, 0, 9) < 1e-12);
  t.is(tracker.stateCount, 8);
});

test("errors name the surfaces, the place, the cause and the remedy", (t) => {
  const fail = (work: () => void, ...parts: RegExp[]) => {
    const error = t.throws(work, { instanceOf: TrackingError });
    for (const part of parts) t.regex(error?.message ?? "", part);
    t.is(error?.name, "TrackingError");
  };
  const plane = new PlainPlane();
  const lying = place(new PlainCylinder(0.5), 0, 0, 1);
  lying.T.set([0, 0, 1, 0, 1, 0, -1, 0, 0]);
  fail(
    () => new AlgebraicTracker(place(plane, 0, 0, 0), lying).start(),
    /PlainPlane and PlainCylinder/,
    /curvatures cancel/,
    /tilt/,
  );
  const under = place(plane, 0, 0, 0);
  under.T.set([1, 0, 0, 0, -1, 0, 0, 0, -1]);
  fail(
    () => new DifferentialTracker(place(plane, 0, 0, -1), under).start(),
    /differential tracker/,
    /curvatures cancel/,
  );
  fail(() => new AlgebraicTracker(place(plane, 0, 0, 0), place(plane, 0, 0, 1)).start(), /curvatures|no pair/);
  const far = new AlgebraicTracker(place(plane, 0, 0, 0), place(new PlainSphere(1), 0, 0, 2));
  fail(() => far.startAt([0, 0, 0], [0, 0, 3]), /another branch|outside the basin/, /call start again|smaller steps/);
  // The upper point of the sphere does not face the plane.
  fail(() => far.startAt([0.01, 0, 0], [0, 0.01, 2.99]), /start/);
  // A spindle that stands on its tip.
  const spindle = place(new PlainRing(-0.5, 1), 0, 0, 2);
  fail(() => new AlgebraicTracker(place(plane, 0, 0, 0), spindle).start(), /PlainRing/);
  // States where the gradient vanishes.
  const tracker = new DifferentialTracker(place(plane, 0, 0, 0), place(new PlainSphere(1), 0, 0, 2));
  tracker.start();
  tracker.states.fill(0, 3, 6);
  fail(() => tracker.track(), /no normal/, /at \[0, 0, 0\] of A and \[0, 0, 0\] of B/, /smooth/);
  // A floor that the body has left far behind.
  const [a, b] = createFrames(pairs[1]);
  const lost = new DifferentialTracker(a, b);
  lost.start();
  lost.states.fill(1e3, 0, 3);
  fail(() => lost.project(), /project/, /take smaller steps or call start again|tilt/);
});
