import test from "ava";
import {
  AlgebraicTracker,
  CircularSpindle,
  Cylinder,
  DifferentialTracker,
  Plane,
  Sphere,
  type Surface,
  SurfaceFrame,
  Torus,
  TrackingError,
} from "../../lib/tracking/index.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { Hollow } from "../helpers/Hollow.ts";
import {
  differ,
  evaluate,
  measureBruteForce,
  measureDifferential,
  measureVelocities,
} from "../helpers/measureTrackers.ts";
import { RandomSource } from "../helpers/random.ts";
import { createFrames, pairs } from "../helpers/trackedPairs.ts";

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

for (const pair of pairs) {
  test(`${pair.name}: algebraic tracker against brute force over 10 s`, (t) => {
    const { gap, points, start } = measureBruteForce(pair);
    isBelow(t, gap, 1e-12, "gap");
    // The brute force knows its derivatives to 1e-11 only.
    isBelow(t, points, 1e-9, "points");
    isBelow(t, start, 1e-11, "from nothing");
  });

  test(`${pair.name}: differential tracker keeps to the algebraic one over 10 s without projection`, (t) => {
    const { difference, residual } = measureDifferential(pair, 10, false);
    isBelow(t, difference, 1e-10);
    isBelow(t, residual, 1e-11);
  });

  test(`${pair.name}: velocities and the rate of the normal are derivatives`, (t) => {
    const worst = measureVelocities(pair);
    isBelow(t, worst, 1e-9);
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
      isBelow(t, differ(exchange(evaluate(other)), result), 1e-11);
      const { pointA, pointB, normal, gap } = one;
      isClose(t, Math.hypot(...normal), 1, 1e-14);
      for (let k = 0; k < 3; k++) isClose(t, pointB[k] - pointA[k], gap * normal[k], 1e-12);
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
      isClose(t, expected[18], 0, 1e-14);
      for (const tracker of [touching, differential]) {
        tracker.inContact = true;
        tracker.start();
        const result = evaluate(tracker);
        isBelow(t, differ(result, expected), 1e-11, `${tracker.name} ${differ(result, expected)}`);
        isBelow(t, differ(result.subarray(9, 12), result.subarray(12, 15)), 1e-12);
      }
      t.is(differential.stateRates[7], 0);
      // Apart by a hair, the gap is the distance to B and the point stays on A.
      for (let k = 0; k < 3; k++) b.r[k] += 1e-7 * normal[k];
      touching.track();
      isClose(t, touching.gap, 1e-7, 1e-12);
      for (let k = 0; k < 3; k++) isClose(t, touching.pointA[k], touching.pointB[k], 1e-15);
    }
  });
}

const place = (surface: Surface, ...r: number[]) => {
  const frame = new SurfaceFrame(surface);
  frame.T.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  frame.r.set(r);
  return frame;
};

test("spheres that overlap: the gap is negative, the normal still points from A to B", (t) => {
  for (const distance of [2.5, 1.9, 0.8, 0.1]) {
    const tracker = new AlgebraicTracker(
      place(new Sphere({ radius: 1.2 }), 0, 0, 0),
      place(new Sphere({ radius: 0.7 }), 0, distance, 0),
    );
    tracker.start();
    isClose(t, tracker.gap, distance - 1.9, 1e-13);
    isBelow(t, differ(tracker.normal, [0, 1, 0]), 1e-13);
    isBelow(t, differ(tracker.pointA, [0, 1.2, 0]), 1e-13);
    isBelow(t, differ(tracker.pointB, [0, distance - 0.7, 0]), 1e-13);
  }
});

test("a concave pair: a ball in a hollow, and of two nearest points always the same one", (t) => {
  const ball = place(new Sphere({ radius: 0.1 }), 0, 0, 0.05);
  const tracker = new AlgebraicTracker(ball, place(new Hollow([1, 0.7, 0.5]), 0, 0, 0));
  tracker.start();
  isBelow(t, differ(tracker.pointB, [0, 0, 0.5]), 1e-13);
  isClose(t, tracker.gap, 0.35, 1e-13);
  ball.r[2] = -0.05;
  tracker.start();
  isBelow(t, differ(tracker.pointB, [0, 0, -0.5]), 1e-13);
  ball.r[2] = 0;
  tracker.start();
  const first = Float64Array.from(tracker.result);
  isClose(t, first[18], 0.4, 1e-13);
  tracker.start();
  t.deepEqual(tracker.result, first);
  // Both are within reach of a start at given points, and followed from there.
  for (const side of [1, -1]) {
    tracker.startAt([0.02, 0.01, 0.1 * side], [0.03, -0.02, 0.5 * side]);
    isBelow(t, differ(tracker.pointB, [0, 0, 0.5 * side]), 1e-13);
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
    isBelow(t, differ(tracker.result.subarray(0, 9), fresh.result.subarray(0, 9)), 1e-11);
  }
  isBelow(t, errors, 60, `${errors} errors`);
});

test("after an error the last solution is where a smaller step begins", (t) => {
  const torus = place(new Torus({ radius: 1, tubeRadius: 0.3, axis: "z" }), 0, 0, 2);
  const tracker = new AlgebraicTracker(place(new Plane({ normal: [0, 0, 1] }), 0, 0, 0), torus);
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
  isBelow(t, differ(tracker.pointB, point), 1e-13);
});

test("project pulls drifted states back onto the equations", (t) => {
  const [a, b] = createFrames(pairs[1]);
  const tracker = new DifferentialTracker(a, b);
  tracker.start();
  const exact = Float64Array.from(tracker.result);
  for (let i = 0; i < 8; i++) tracker.states[i] += 1e-3 * (i % 3 === 0 ? 1 : -0.5);
  tracker.track();
  isAbove(t, tracker.residual, 1e-4);
  tracker.project();
  tracker.track();
  isBelow(t, tracker.residual, 1e-13);
  isBelow(t, differ(tracker.result.subarray(0, 9), exact.subarray(0, 9)), 1e-12);
  t.is(tracker.stateCount, 8);
});

test("errors name the surfaces, the place, the cause and the remedy", (t) => {
  const fail = (work: () => void, ...parts: RegExp[]) => {
    const error = t.throws(work, { instanceOf: TrackingError });
    for (const part of parts) t.regex(error?.message ?? "", part);
    t.is(error?.name, "TrackingError");
  };
  const plane = new Plane({ normal: [0, 0, 1] });
  const lying = place(new Cylinder({ radius: 0.5, axis: "z" }), 0, 0, 1);
  lying.T.set([0, 0, 1, 0, 1, 0, -1, 0, 0]);
  fail(
    () => new AlgebraicTracker(place(plane, 0, 0, 0), lying).start(),
    /Plane \{.*\} and Cylinder \{radius: 0.5\}/,
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
  const far = new AlgebraicTracker(place(plane, 0, 0, 0), place(new Sphere({ radius: 1 }), 0, 0, 2));
  fail(() => far.startAt([0, 0, 0], [0, 0, 3]), /another branch|outside the basin/, /call start again|smaller steps/);
  // The upper point of the sphere does not face the plane.
  fail(() => far.startAt([0.01, 0, 0], [0, 0.01, 2.99]), /start/);
  // A spindle that stands on its tip.
  const spindle = place(new CircularSpindle({ radius: 1, offset: 0.5, axis: "z" }), 0, 0, 2);
  fail(() => new AlgebraicTracker(place(plane, 0, 0, 0), spindle).start(), /CircularSpindle/, /no normal/, /tip/);
  // States where the gradient vanishes.
  const tracker = new DifferentialTracker(place(plane, 0, 0, 0), place(new Sphere({ radius: 1 }), 0, 0, 2));
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
