import test from "ava";
import { AlgebraicTracker, Ellipsoid, type SurfaceFrame, Torus } from "../../lib/tracking/index.ts";
import { NearestPointEquations } from "../../lib/tracking/trackers/NearestPointEquations.ts";
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
        t.true(
          differ(
            change,
            left.map((value) => -value),
          ) <
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
        t.true(
          Math.max(...rate.map(Math.abs)) < 1e-7 * fastest,
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
    t.true(Math.abs(p * q - mixed * mixed - gauss) < 1e-12 * gauss, `${p * q - mixed * mixed} against ${gauss}`);
    t.true(Math.abs((p + q) / 2 - sum / (2 * volume ** 2 * s ** 3)) < 1e-12);
  }
});
