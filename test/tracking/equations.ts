import test from "ava";
import { matrixFromQuaternion } from "../../lib/math/index.ts";
import { KinematicPort } from "../../lib/rigidbody/index.ts";
import {
  AlgebraicTracker,
  CircularEdge,
  DifferentialTracker,
  Ellipsoid,
  Sphere,
  SurfaceFrame,
  Torus,
  TrackingError,
} from "../../lib/tracking/index.ts";
import { CurveEquations } from "../../lib/tracking/trackers/CurveEquations.ts";
import { descendDistance } from "../../lib/tracking/trackers/descendDistance.ts";
import { NearestPointEquations } from "../../lib/tracking/trackers/NearestPointEquations.ts";
import { RelativeCurvature } from "../../lib/tracking/trackers/RelativeCurvature.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";
import { Hollow } from "../helpers/Hollow.ts";
import { differ } from "../helpers/measureTrackers.ts";
import { RandomSource } from "../helpers/random.ts";
import { circling, createFrames, pairs, turning } from "../helpers/trackedPairs.ts";

/** The left sides of (5), written down once more: a − λb, r_A − r_B − μb, g_A and, unless in contact, g_B. */
function calcLeft(frameA: SurfaceFrame, frameB: SurfaceFrame, x: ArrayLike<number>, isContact: boolean): number[] {
  const [A, B] = [frameA, frameB].map(({ surface, T, r }, k) => {
    const own = Float64Array.from({ length: 3 }, (_, i) => x[3 * k + i]);
    const values = new Float64Array(10);
    surface.calc(own, values);
    const turn = (v: ArrayLike<number>) =>
      [0, 1, 2].map((i) => T[3 * i] * v[0] + T[3 * i + 1] * v[1] + T[3 * i + 2] * v[2]);
    return { value: values[0], gradient: turn(values.subarray(1, 4)), point: turn(own).map((p, i) => p + r[i]) };
  });
  const mu = isContact ? 0 : x[7];
  return [
    ...A.gradient.map((a, i) => a - x[6] * B.gradient[i]),
    ...A.point.map((p, i) => p - B.point[i] - mu * B.gradient[i]),
    A.value,
    ...(isContact ? [] : [B.value]),
  ];
}

/** Changes in world axes, turned into the axes of the surfaces. */
const toOwn = (d: ArrayLike<number>, frameA: SurfaceFrame, frameB: SurfaceFrame) => [
  ...[0, 1, 2].map((i) => frameA.T[i] * d[0] + frameA.T[i + 3] * d[1] + frameA.T[i + 6] * d[2]),
  ...[0, 1, 2].map((i) => frameB.T[i] * d[3] + frameB.T[i + 3] * d[4] + frameB.T[i + 6] * d[5]),
  d[6],
  d[7],
];

for (const pair of [
  pairs[1],
  {
    name: "torus, ellipsoid",
    a: new Torus({ radius: 1, tubeRadius: 0.4 }),
    b: new Ellipsoid({ semiAxes: [0.4, 0.5, 0.7] }),
    motionA: turning,
    motionB: circling,
  },
]) {
  for (const isContact of [false, true]) {
    test(`${pair.name}${isContact ? " in contact" : ""}: Newton's step and the rates, away from any solution`, (t) => {
      const [a, b, moveTo] = createFrames(pair);
      const equations = new NearestPointEquations(a, b);
      equations.isContact = isContact;
      const random = new RandomSource(3);
      // Central differences: truncation h² times third derivatives of order one to ten.
      const h = 1e-5;
      for (let i = 0; i < 20; i++) {
        const time = random.number(0, 10);
        moveTo(time);
        const x = Array.from({ length: 8 }, () => random.number(0.3, 1));
        x[6] = -x[6];
        equations.x.set(x);
        equations.evaluate();
        const at = (step: number, d: number[]) =>
          calcLeft(
            a,
            b,
            x.map((value, k) => value + step * d[k]),
            isContact,
          );
        const left = at(0, x);

        equations.solveNewton();
        const newton = toOwn(equations.delta, a, b);
        const size = Math.max(...newton.map(Math.abs));
        const ahead = at(h / size, newton);
        const back = at(-h / size, newton);
        const change = ahead.map((value, k) => ((value - back[k]) * size) / (2 * h));
        isBelow(
          t,
          differ(
            change,
            left.map((value) => -value),
          ),
          1e-7 * (1 + size),
          `step ${size}`,
        );

        equations.solveRates();
        const rates = toOwn(equations.delta, a, b);
        const fastest = 1 + Math.max(...rates.map(Math.abs));
        const step = h / fastest;
        moveTo(time + step);
        const later = at(step, rates);
        moveTo(time - step);
        const earlier = at(-step, rates);
        const rate = later.map((value, k) => (value - earlier[k]) / (2 * step));
        isBelow(
          t,
          Math.max(...rate.map(Math.abs)),
          1e-7 * fastest,
          `rates ${fastest}: ${Math.max(...rate.map(Math.abs))}`,
        );
        if (isContact) t.is(rates[7], 0);
      }
    });
  }
}

test("the shape operator has the Gaussian and the mean curvature of the surface", (t) => {
  const [a, b, moveTo] = createFrames(pairs[1]);
  const { semiAxes } = pairs[1].a as Ellipsoid;
  const tracker = new AlgebraicTracker(a, b);
  const equations = new NearestPointEquations(a, b);
  tracker.start();
  for (let i = 0; i <= 100; i++) {
    moveTo(0.1 * i);
    tracker.track();
    const toOwnAxes = ({ T, r }: SurfaceFrame, p: Float64Array) =>
      [0, 1, 2].map((k) => [0, 1, 2].reduce((sum, n) => sum + T[3 * n + k] * (p[n] - r[n]), 0));
    const own = toOwnAxes(a, tracker.pointA);
    equations.x.set([...own, ...toOwnAxes(b, tracker.pointB)]);
    equations.evaluate();
    equations.fitMultipliers();
    equations.solveNewton();
    const [, , , , p, q, mixed] = equations.curvature.values;
    // Of an ellipsoid: K = 1/(abc s²)², H = (a² + b² + c² − |x|²)/(2 (abc)² s³), s² = Σ x²/a⁴.
    const volume = semiAxes[0] * semiAxes[1] * semiAxes[2];
    const s = Math.hypot(...own.map((x, k) => x / semiAxes[k] ** 2));
    const gauss = 1 / (volume * s * s) ** 2;
    const sum = semiAxes.reduce((total, x) => total + x * x, 0) - own.reduce((total, x) => total + x * x, 0);
    isClose(t, p * q - mixed * mixed, gauss, 1e-12 * gauss, `${p * q - mixed * mixed} against ${gauss}`);
    isClose(t, (p + q) / 2, sum / (2 * volume ** 2 * s ** 3), 1e-12);
  }
});

/** Two surfaces at any poses, far from the origin. */
function placeAnywhere(random: RandomSource, a: SurfaceFrame["surface"], b: SurfaceFrame["surface"], distance: number) {
  const frames = [a, b].map((surface) => {
    const frame = new SurfaceFrame(surface);
    frame.T.set(matrixFromQuaternion(random.quaternion()));
    return frame;
  });
  frames[0].r.set(random.vector(20));
  const way = random.direction();
  frames[1].r.set(frames[0].r.map((x, i) => x + distance * way[i]));
  return frames as [SurfaceFrame, SurfaceFrame];
}

test("multipliers fitted to any points: μ from the way along b, λ from the lengths", (t) => {
  const random = new RandomSource(8);
  for (let i = 0; i < 20; i++) {
    const [a, b] = placeAnywhere(
      random,
      new Torus({ radius: 1, tubeRadius: 0.4 }),
      new Ellipsoid({ semiAxes: [1, 2, 3] }),
      3,
    );
    const equations = new NearestPointEquations(a, b);
    for (let k = 0; k < 6; k++) equations.x[k] = random.number(0.3, 1);
    equations.x[6] = equations.x[7] = 0;
    equations.evaluate();
    const left = calcLeft(a, b, equations.x, false);
    const gradient = calcLeft(a, b, Float64Array.of(...equations.x.subarray(0, 6), -1, 0), false)
      .slice(0, 3)
      .map((value, k) => value - left[k]);
    equations.fitMultipliers();
    const square = gradient.reduce((sum, g) => sum + g * g, 0);
    const mu = gradient.reduce((sum, g, k) => sum + (g * left[3 + k]) / square, 0);
    isClose(t, equations.x[7], mu, 1e-12 * (1 + Math.abs(mu)));
    isClose(t, equations.x[6] + Math.hypot(...left.slice(0, 3)) / Math.sqrt(square), 0, 1e-12);
    equations.solveNewton();
    const M = equations.curvature.values;
    isClose(t, M[8], M[0] ** 2 + M[1] ** 2 + M[2] ** 2 + M[3] ** 2, 1e-12 * M[8]);
    isClose(t, M[7], M[0] * M[3] - M[1] * M[2], 1e-12 * M[8]);
  }
});

test("a minimum is where the second variation of the distance is positive", (t) => {
  const random = new RandomSource(9);
  const counts = [0, 0];
  for (let i = 0; i < 10000; i++) {
    const [p, q, P, Q] = Array.from({ length: 4 }, () => random.number(-1, 2.5));
    const d = random.number(0.05, 2);
    // Mixed entries up to where 1 + d S is no longer positive: there their sign decides.
    const mix = (x: number, y: number) => (random.number(-1, 1) * Math.sqrt(Math.abs((1 + d * x) * (1 + d * y)))) / d;
    const [m, N] = [mix(p, q), mix(P, Q)];
    // ½|w − u|² + ½d (u S_A u + w S_B w): positive if Cholesky's pivots are.
    const H = [
      [1 + d * p, d * m, -1, 0],
      [d * m, 1 + d * q, 0, -1],
      [-1, 0, 1 + d * P, d * N],
      [0, -1, d * N, 1 + d * Q],
    ];
    let isPositive = true;
    let margin = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 4 && isPositive; k++) {
      margin = Math.min(margin, Math.abs(H[k][k]));
      isPositive = H[k][k] > 0;
      for (let row = k + 1; row < 4; row++) {
        const factor = H[row][k] / H[k][k];
        for (let column = k; column < 4; column++) H[row][column] -= factor * H[k][column];
      }
    }
    if (margin < 1e-9) continue;
    const curvature = new RelativeCurvature(1);
    const M = curvature.values;
    M.set([
      p + P + d * (p * P + m * N),
      m + N + d * (p * N + m * Q),
      m + N + d * (m * P + q * N),
      q + Q + d * (m * N + q * Q),
    ]);
    M.set([p, q, m], 4);
    M[7] = M[0] * M[3] - M[1] * M[2];
    M[8] = M[0] ** 2 + M[1] ** 2 + M[2] ** 2 + M[3] ** 2;
    t.is(curvature.isMinimum(Float64Array.of(0, d)), isPositive);
    counts[isPositive ? 1 : 0]++;
  }
  isAbove(t, counts[0], 300, `${counts}`);
  isAbove(t, counts[1], 300, `${counts}`);
});

test("where surfaces overlap, two of the four second variations are positive and two negative", (t) => {
  const random = new RandomSource(12);
  const counts = [0, 0];
  for (let i = 0; i < 10000; i++) {
    const [p, q, P, Q] = Array.from({ length: 4 }, () => random.number(-0.5, 3));
    const [m, N] = [random.number(-1, 1), random.number(-1, 1)];
    const d = -random.number(0.05, 2);
    const H = [
      [1 + d * p, d * m, -1, 0],
      [d * m, 1 + d * q, 0, -1],
      [-1, 0, 1 + d * P, d * N],
      [0, -1, d * N, 1 + d * Q],
    ];
    // As many pivots are negative as eigenvalues (Sylvester).
    let negative = 0;
    let margin = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 4; k++) {
      margin = Math.min(margin, Math.abs(H[k][k]));
      if (H[k][k] < 0) negative++;
      for (let row = k + 1; row < 4; row++) {
        const factor = H[row][k] / H[k][k];
        for (let column = k; column < 4; column++) H[row][column] -= factor * H[k][column];
      }
    }
    if (margin < 1e-6) continue;
    const curvature = new RelativeCurvature(1);
    const M = curvature.values;
    M.set([
      p + P + d * (p * P + m * N),
      m + N + d * (p * N + m * Q),
      m + N + d * (m * P + q * N),
      q + Q + d * (m * N + q * Q),
    ]);
    M.set([p, q, m], 4);
    M[7] = M[0] * M[3] - M[1] * M[2];
    M[8] = M[0] ** 2 + M[1] ** 2 + M[2] ** 2 + M[3] ** 2;
    t.is(curvature.isMinimum(Float64Array.of(0, d)), negative === 2);
    counts[negative === 2 ? 1 : 0]++;
  }
  isAbove(t, counts[0], 300, `${counts}`);
  isAbove(t, counts[1], 300, `${counts}`);
});

test("a step of Newton's method for a curve leaves what is of second order", (t) => {
  const smooth = new SurfaceFrame(new Ellipsoid({ semiAxes: [1, 0.7, 0.5] }));
  const rim = new CircularEdge({ radius: 0.3, axis: "z" });
  const frame = new SurfaceFrame(rim);
  smooth.update(KinematicPort.of({}));
  frame.update(KinematicPort.of({ position: [0.5, 0.9, 0.6], orientation: [0.8, 0.3, -0.4, 0.2] }));
  const equations = new CurveEquations(smooth, frame, rim, 0.3);
  // Somewhere: not on the surface, not facing.
  const from = [0.4, 0.65, 0.3, 0.5, 1.2];
  const residual = (part: number) => {
    equations.x.set(from);
    equations.evaluate();
    equations.solveNewton();
    for (let i = 0; i < 5; i++) equations.x[i] += part * equations.step[i];
    const c = equations.place;
    equations.evaluate();
    const values = new Float64Array(10);
    smooth.surface.calc(equations.x.subarray(0, 3), values);
    const [x, y, z] = values.subarray(1, 4);
    const [px, py, pz, mu] = equations.x;
    const slope = x * c[3] + y * c[4] + z * c[5];
    return [c[0] - px - mu * x, c[1] - py - mu * y, c[2] - pz - mu * z, values[0], slope];
  };
  const h = 1e-5;
  const [start, low, high] = [residual(0), residual(-h), residual(h)];
  // Along the step every residual falls at its own rate; differences of second order with steps of 1e-5.
  start.forEach((value, i) => {
    isClose(t, (high[i] - low[i]) / (2 * h), -value, 1e-8, `residual ${i}`);
  });
});

test("points given in the world are taken at any pose", (t) => {
  const random = new RandomSource(10);
  const hollow = new Hollow([1, 0.7, 0.5]);
  for (let i = 0; i < 10; i++) {
    const [a, b] = placeAnywhere(random, new Sphere({ radius: 0.1 }), hollow, 0);
    const tracker = new AlgebraicTracker(a, b);
    for (const side of [0.5, -0.5]) {
      const pole = b.r.map((x, k) => x + side * b.T[3 * k + 2]);
      tracker.startAt(
        b.r.map((x, k) => x + 0.2 * side * b.T[3 * k + 2]),
        pole.map((x) => x + random.number(-0.02, 0.02)),
      );
      isBelow(t, differ(tracker.pointB, pole), 1e-12);
    }
  }
});

test("going downhill ends near the least distance, at any poses", (t) => {
  const random = new RandomSource(11);
  const surfaces = [new Ellipsoid({ semiAxes: [1, 0.8, 0.6] }), new Ellipsoid({ semiAxes: [0.5, 0.7, 0.9] })] as const;
  for (let i = 0; i < 30; i++) {
    const [a, b] = placeAnywhere(random, ...surfaces, 2.6);
    const tracker = new AlgebraicTracker(a, b);
    tracker.start();
    const equations = new NearestPointEquations(a, b);
    for (const [offset, { semiAxes }] of [
      [0, surfaces[0]],
      [3, surfaces[1]],
    ] as const) {
      random.direction().forEach((x, k) => {
        equations.x[offset + k] = semiAxes[k] * x;
      });
    }
    t.true(descendDistance(equations));
    // The points are pulled along gradients, so they end near the nearest ones, not there.
    const distance = Math.hypot(...equations.at.subarray(12, 15));
    isAbove(t, distance, tracker.gap - 1e-9, `${distance} ${tracker.gap}`);
    isBelow(t, distance, 1.3 * tracker.gap, `${distance} ${tracker.gap}`);
  }
});

test("the start does not depend on where the world's origin is", (t) => {
  const random = new RandomSource(12);
  const torus = new Torus({ radius: 0.8, tubeRadius: 0.25, axis: "z" });
  const plate = new Ellipsoid({ semiAxes: [1, 0.5, 0.2] });
  for (let i = 0; i < 60; i++) {
    const [a, b] = placeAnywhere(random, torus, plate, random.number(0.4, 1.6));
    const tracker = new AlgebraicTracker(a, b);
    const find = () => {
      try {
        tracker.start();
        return tracker.gap;
      } catch (error) {
        t.true(error instanceof TrackingError);
        return Number.NaN;
      }
    };
    const far = find();
    const shift = Float64Array.from(a.r);
    for (const { r } of [a, b]) for (let k = 0; k < 3; k++) r[k] -= shift[k];
    const near = find();
    if (Number.isNaN(far)) t.is(near, Number.NaN, `${i}`);
    else isClose(t, far, near, 1e-9, `${i}`);
  }
});

test("a gradient that vanishes is noticed whichever way the surface bends", (t) => {
  for (let axis = 0; axis < 3; axis++) {
    const semiAxes = [0, 1, 2].map((k) => (k === axis ? 0.1 : 1));
    for (const side of [0, 1]) {
      const frames = [new Ellipsoid({ semiAxes }), new Sphere({ radius: 1 })].map(
        (surface) => new SurfaceFrame(surface),
      );
      for (const frame of frames) frame.T.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
      frames[1].r[axis] = 3;
      const tracker = new DifferentialTracker(frames[side], frames[1 - side]);
      tracker.start();
      tracker.states.fill(0, 3 * side, 3 * side + 3);
      tracker.states[3 * side + axis] = 1e-9;
      t.throws(() => tracker.track(), { instanceOf: TrackingError, message: /no normal/ });
    }
  }
});
