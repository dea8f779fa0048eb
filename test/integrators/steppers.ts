import test from "ava";
import { ModelError } from "../../lib/index.ts";
import { Bdf } from "../../lib/integrators/Bdf.ts";
import { findNonFinite } from "../../lib/integrators/findNonFinite.ts";
import {
  ClassicRungeKutta,
  DormandPrince5,
  DormandPrince853,
  evaluateDense,
  type OdeProblem,
  Radau,
  type Stepper,
  type StepperOptions,
  StepUnderflow,
} from "../../lib/integrators/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import {
  calcDistance,
  type Derivative,
  fitOrder,
  kepler,
  makeDop853,
  makeDopri5,
  makeProblem,
  measureError,
  pendulum,
  torqueFree,
} from "../helpers/odeMotions.ts";

const motions = [kepler, torqueFree, pendulum];

/** The same step all the way: an infinite tolerance, and no step longer than the first. */
const methods = [
  {
    method: "rk4",
    make: (problem: OdeProblem, step: number): Stepper => new ClassicRungeKutta(problem, { step }),
    order: 4,
    dense: 3,
    // End and largest step: where the leading term of the error rules over a whole decade.
    runs: { Kepler: [6, 0.02], "torque-free body": [6, 0.06], pendulum: [6, 0.03] },
    largestDense: 0.2,
  },
  {
    method: "dopri5",
    make: (problem: OdeProblem, h: number) => makeDopri5(problem, { initialStep: h, maxStep: h }),
    order: 5,
    dense: 4,
    runs: { Kepler: [30, 0.03], "torque-free body": [30, 0.1], pendulum: [30, 0.1] },
    largestDense: 0.2,
  },
  {
    method: "dop853",
    make: (problem: OdeProblem, h: number) => makeDop853(problem, { initialStep: h, maxStep: h }),
    order: 8,
    dense: 7,
    runs: { Kepler: [12, 0.3], "torque-free body": [12, 0.8], pendulum: [6, 0.6] },
    largestDense: 0.5,
  },
];

// ---------------------------------------------------------------- order

for (const { method, make, order, dense, runs, largestDense } of methods) {
  for (const motion of motions) {
    test(`${method}: order ${order}: ${motion.name}`, (t) => {
      const [end, largest] = runs[motion.name];
      const fewest = Math.round(end / largest);
      const points = Array.from({ length: 9 }, (_, k): [number, number] => {
        const count = Math.round(fewest * 10 ** (k / 8));
        const stepper = make(makeProblem(motion.size, motion.calcDerivative), end / count);
        const error = measureError(stepper, motion, end);
        t.is(stepper.accepted, count);
        t.is(stepper.rejected, 0);
        return [end / count, error];
      });
      const measured = fitOrder(points);
      t.log(
        `measured ${measured.toFixed(3)}, errors ${points[0][1].toExponential(1)} to ${points[8][1].toExponential(1)}`,
      );
      isClose(t, measured, order, order > 5 ? 0.5 : 0.1, "measured");
    });

    test(`${method}: dense output of order ${dense}: ${motion.name}`, (t) => {
      // Inside one step from the exact state an interpolant of order q leaves an error like h^(q+1).
      const u = new Float64Array(motion.size);
      const points = Array.from({ length: 9 }, (_, k): [number, number] => {
        const h = largestDense * 10 ** (-k / 8);
        const stepper = make(makeProblem(motion.size, motion.calcDerivative), h);
        let error = 0;
        for (const t0 of [0, 0.7, 1.9, 3.1]) {
          stepper.start(t0, Float64Array.from(motion.solution(t0)));
          stepper.advance(t0 + h);
          for (let j = 1; j < 8; j++) {
            const time = t0 + (j / 8) * h;
            stepper.interpolate(time, u);
            error = Math.max(error, calcDistance(u, motion.solution(time)));
          }
        }
        return [h, error];
      });
      const measured = fitOrder(points) - 1;
      t.log(
        `measured ${measured.toFixed(3)}, errors ${points[0][1].toExponential(1)} to ${points[8][1].toExponential(1)}`,
      );
      isClose(t, measured, dense, order > 5 ? 0.5 : 0.1, "measured");
    });
  }

  test(`${method}: names and sizes`, (t) => {
    const stepper = make(makeProblem(3, torqueFree.calcDerivative), 0.1);
    t.is(stepper.method, method);
    t.is(stepper.order, order);
    t.is(stepper.size, 3);
    t.is(stepper.denseVectors, dense + 1);
  });

  test(`${method}: dense output goes on with its derivative from step to step`, (t) => {
    const stepper = make(makeProblem(4, kepler.calcDerivative), 0.21);
    stepper.start(0, Float64Array.from(kepler.solution(0)));
    const coefficients = new Float64Array(stepper.denseVectors * 4 + 5);
    const [u, du] = [new Float64Array(4), new Float64Array(4)];
    for (let k = 0; k < 20; k++) {
      const before = Float64Array.from(stepper.y);
      const slopeBefore = Float64Array.from(stepper.dydt);
      stepper.advance(5);
      stepper.copyDense(coefficients, 5);
      t.deepEqual([...coefficients.subarray(0, 5)], [0, 0, 0, 0, 0]);
      for (const [theta, y, slope] of [
        [0, before, slopeBefore],
        [1, stepper.y, stepper.dydt],
      ] as const) {
        evaluateDense(coefficients, 5, stepper.denseVectors, 4, theta, u);
        isAtMost(t, calcDistance(u, y), 1e-15);
        calcDenseSlope(coefficients.subarray(5), stepper.denseVectors, 4, theta, stepper.h, du);
        isAtMost(t, calcDistance(du, slope), 1e-14);
      }
      stepper.interpolate(stepper.tOld, u);
      t.deepEqual(u, before);
      stepper.interpolate(stepper.t, u);
      t.deepEqual(u, stepper.y);
      stepper.interpolate(stepper.tOld + 0.3 * stepper.h, u);
      evaluateDense(coefficients, 5, stepper.denseVectors, 4, 0.3, du);
      isAtMost(t, calcDistance(u, du), 1e-14);
    }
  });

  test(`${method}: a replaced state bends the dense output, not its beginning`, (t) => {
    const stepper = make(makeProblem(4, kepler.calcDerivative), 0.1);
    const [early, u, du, slope] = [0, 0, 0, 0].map(() => new Float64Array(4));
    const coefficients = new Float64Array(stepper.denseVectors * 4);
    for (const lookedBefore of [false, true]) {
      stepper.start(0, Float64Array.from(kepler.solution(0)));
      stepper.advance(1);
      const begin = Float64Array.from(stepper.y);
      const slopeBegin = Float64Array.from(stepper.dydt);
      stepper.advance(1);
      if (lookedBefore) stepper.interpolate(stepper.tOld + 0.5 * stepper.h, early);
      const { evaluations } = stepper;
      const projected = stepper.y.map((x, i) => x + 1e-8 * (i + 1));
      stepper.replaceState(projected);
      t.is(stepper.evaluations, evaluations + 1);
      t.deepEqual(stepper.y, projected);
      t.not(stepper.y, projected);
      kepler.calcDerivative(stepper.t, projected, slope);
      t.deepEqual(stepper.dydt, slope);
      stepper.copyDense(coefficients, 0);
      for (const [theta, y, dydt] of [
        [0, begin, slopeBegin],
        [1, projected, slope],
      ] as const) {
        evaluateDense(coefficients, 0, stepper.denseVectors, 4, theta, u);
        isAtMost(t, calcDistance(u, y), 1e-15);
        calcDenseSlope(coefficients, stepper.denseVectors, 4, theta, stepper.h, du);
        isAtMost(t, calcDistance(du, dydt), 1e-14);
      }
      if (!lookedBefore) continue;
      // In the middle half of the change arrives, and the slopes add next to nothing.
      stepper.interpolate(stepper.tOld + 0.5 * stepper.h, u);
      u.forEach((x, i) => {
        isClose(t, x - early[i], 0.5e-8 * (i + 1), 2e-9);
      });
      // The next step starts from the new state.
      stepper.advance(1);
      stepper.interpolate(stepper.tOld, u);
      t.deepEqual(u, projected);
    }
  });

  test(`${method}: lands exactly on every end`, (t) => {
    const stepper = make(makeProblem(3, torqueFree.calcDerivative, 1e-6), 0.37);
    stepper.start(0.1, Float64Array.from(torqueFree.solution(0.1)));
    for (const end of [0.1 + 1e-15, 0.3, 1 / 3, 1, 1.0000001, Math.PI, 10]) {
      let steps = 0;
      while (stepper.t < end) {
        const before = stepper.t;
        stepper.advance(end);
        isAbove(t, stepper.t, before);
        isAtMost(t, stepper.t, end);
        t.is(stepper.tOld, before);
        t.is(stepper.h, stepper.t - before);
        isBelow(t, ++steps, 100);
      }
      t.is(stepper.t, end);
      isBelow(t, calcDistance(stepper.y, torqueFree.solution(end)), method === "rk4" ? 1e-2 : 1e-4);
    }
  });

  test(`${method}: nothing is evaluated outside a step`, (t) => {
    // A force may be switched exactly at an end; t + (end − t) misses some of these ends by a rounding.
    let [earliest, latest] = [0, 0];
    const stepper = make(
      makeProblem(1, (time, _y, out) => {
        earliest = Math.min(earliest, time);
        latest = Math.max(latest, time);
        out[0] = Math.cos(time);
      }),
      1000,
    );
    let missed = 0;
    for (let k = 1; k < 300; k++) {
      const begin = -k / 7;
      const end = 0.01 * Math.sqrt(k);
      if (begin + (end - begin) > end) missed++;
      stepper.start(begin, new Float64Array(1));
      [earliest, latest] = [end, begin];
      stepper.advance(end);
      stepper.interpolate(begin, new Float64Array(1));
      isAtLeast(t, earliest, begin);
      t.true(latest === end);
    }
    isAbove(t, missed, 10);
  });

  test(`${method}: the same numbers every time, with or without dense output`, (t) => {
    const results = [false, true, false].map((looks) => {
      const stepper = make(makeProblem(4, kepler.calcDerivative, 1e-9), 0.05);
      stepper.start(0, Float64Array.from(kepler.solution(0)));
      const u = new Float64Array(4);
      while (stepper.t < 10) {
        stepper.advance(10);
        if (looks) stepper.interpolate(stepper.tOld + 0.4 * stepper.h, u);
      }
      return [stepper.accepted, stepper.rejected, ...stepper.y];
    });
    t.deepEqual(results[1], results[0]);
    t.deepEqual(results[2], results[0]);
  });

  test(`${method}: evaluations are counted, and none is wasted`, (t) => {
    let calls = 0;
    const problem = makeProblem(4, (time, y, out) => {
      calls++;
      kepler.calcDerivative(time, y, out);
    });
    const stepper = make(problem, 0.1);
    stepper.start(0, Float64Array.from(kepler.solution(0)));
    t.is(stepper.evaluations, 1);
    const perStep = { rk4: 4, dopri5: 6, dop853: 12 }[method]!;
    for (let k = 1; k <= 5; k++) {
      stepper.advance(10);
      t.is(stepper.evaluations, 1 + perStep * k);
    }
    const extra = method === "dop853" ? 3 : 0;
    stepper.interpolate(stepper.t - 0.01, new Float64Array(4));
    stepper.copyDense(new Float64Array(4 * stepper.denseVectors), 0);
    t.is(stepper.evaluations, 1 + perStep * 5 + extra);
    t.is(stepper.evaluations, calls);
    t.is(stepper.accepted, 5);
    // A restart, after an event say, goes on counting.
    stepper.start(3, Float64Array.from(kepler.solution(3)));
    t.is(stepper.evaluations, calls);
    t.is(stepper.accepted, 5);
  });

  test(`${method}: steps allocate no arrays`, (t) => {
    // Numbers passed to a function that is not compiled into its caller, the clock for one, are put in boxes of 12 or
    // 16 bytes: a few per evaluation. An array of this size would be 800 bytes more. The lower quartile of many windows
    // passes over collections and compilations.
    const size = 100;
    const problem = makeProblem(size, (_t, y, out) => {
      for (let i = 0; i < size; i += 2) {
        out[i] = y[i + 1];
        out[i + 1] = -y[i];
      }
    });
    const stepper = make(problem, 0.1);
    stepper.start(0, new Float64Array(size).fill(1));
    const u = new Float64Array(size);
    const windows: number[] = [];
    const { arrayBuffers } = process.memoryUsage();
    for (let w = 0; w < 120; w++) {
      const before = process.memoryUsage().heapUsed;
      for (let k = 0; k < 100; k++) {
        stepper.advance(1e6);
        stepper.interpolate(stepper.t, u);
        stepper.replaceState(stepper.y);
      }
      windows.push((process.memoryUsage().heapUsed - before) / 100);
    }
    isAtMost(t, process.memoryUsage().arrayBuffers, arrayBuffers);
    const late = windows
      .slice(40)
      .filter((bytes) => bytes > 0)
      .sort((a, b) => a - b);
    const bytes = late[Math.floor(late.length / 4)];
    t.log(`${bytes} bytes per step`);
    isBelow(t, bytes, 50 * (stepper.evaluations / stepper.accepted), `${bytes} bytes per step`);
  });
}

/** Derivative of the nested form of the dense output, coded for itself: product rule from the inside out. */
function calcDenseSlope(
  coefficients: Float64Array,
  vectors: number,
  size: number,
  theta: number,
  h: number,
  out: Float64Array,
): void {
  for (let i = 0; i < size; i++) {
    let u = 0;
    let du = 0;
    for (let j = vectors - 1; j >= 0; j--) {
      const [factor, slope] = j % 2 === 0 ? [theta, 1] : [1 - theta, -1];
      du = slope * u + factor * du;
      u = coefficients[j * size + i] + factor * u;
    }
    out[i] = du / h;
  }
}

for (const { method, make } of methods) {
  test(`${method}: bad calls are refused`, (t) => {
    const stepper = make(makeProblem(2, pendulum.calcDerivative), 0.1);
    t.throws(() => stepper.start(0, new Float64Array(3)), { message: /has 3 components; give 2/ });
    t.throws(() => stepper.start(Number.NaN, new Float64Array(2)), { message: /start time is NaN/ });
    stepper.start(0, new Float64Array(2));
    t.throws(() => stepper.interpolate(0, new Float64Array(2)), { message: /no dense output before a step/ });
    t.throws(() => stepper.advance(0), { message: /the end 0 s does not lie after the present time, 0 s/ });
    t.throws(() => stepper.advance(Number.NaN), { message: /the end NaN/ });
    stepper.advance(1);
    t.throws(() => stepper.interpolate(2, new Float64Array(2)), { message: /outside the last step/ });
    t.throws(() => stepper.replaceState(new Float64Array(1)), { message: /has 1 components/ });
    t.throws(
      () =>
        make(
          makeProblem(0, () => {}),
          0.1,
        ),
      { message: /size 0/ },
    );
  });

  test(`${method}: a start that cannot be evaluated is refused`, (t) => {
    const stepper = make(
      makeProblem(2, (_t, y, out) => {
        out[0] = y[1];
        out[1] = 1 / y[0];
      }),
      0.1,
    );
    const error = t.throws(() => stepper.start(0.5, new Float64Array(2)), { instanceOf: StepUnderflow });
    t.deepEqual([error.t, error.h, error.limiting, error.nonFinite], [0.5, 0, 1, true]);
  });
}

test("rk4: the steps lie on a grid that does not drift", (t) => {
  const stepper = new ClassicRungeKutta(makeProblem(2, pendulum.calcDerivative), { step: 1e-3 });
  stepper.start(0, Float64Array.from([1, 0]));
  for (let k = 1; k <= 100000; k++) {
    stepper.advance(100);
    if (k % 997 === 0) t.is(stepper.t, k * 1e-3);
  }
  t.is(stepper.t, 100);
  t.is(stepper.accepted, 100000);
  stepper.advance(100.0005);
  isClose(t, stepper.h, 5e-4, 1e-12);
  stepper.advance(101);
  isClose(t, stepper.h, 1e-3, 1e-12);
});

test("rk4: a fixed step cannot give way: values that are not finite stop it", (t) => {
  const problem = makeProblem(2, (time, y, out) => {
    out[0] = y[1];
    out[1] = time > 0.55 ? Number.NaN : -y[0];
  });
  const stepper = new ClassicRungeKutta(problem, { step: 0.1 });
  stepper.start(0, Float64Array.from([1, 0]));
  const error = t.throws(
    () => {
      while (stepper.t < 1) stepper.advance(1);
    },
    { instanceOf: StepUnderflow },
  );
  t.true(error.nonFinite);
  t.is(error.t, 0.5);
  isClose(t, stepper.y[0], Math.cos(0.5), 1e-5);
});

test("rk4: the step has to be positive", (t) => {
  const problem = makeProblem(2, pendulum.calcDerivative);
  t.throws(() => new ClassicRungeKutta(problem, { step: 0 }), { message: /step is 0/ });
  t.throws(() => new ClassicRungeKutta(problem, {} as { step: number }), { message: /step is undefined/ });
});

test("dop853: dense output that cannot be evaluated is refused", (t) => {
  let asked = false;
  const problem = makeProblem(4, (time, y, out) => {
    kepler.calcDerivative(time, y, out);
    if (asked) out[3] = Number.NaN;
  });
  const stepper = new DormandPrince853(problem, { initialStep: 0.1 });
  stepper.start(0, Float64Array.from(kepler.solution(0)));
  stepper.advance(1);
  asked = true;
  const error = t.throws(() => stepper.interpolate(0.05, new Float64Array(4)), { instanceOf: StepUnderflow });
  t.is(error.limiting, 3);
  t.true(error.nonFinite);
});

test("findNonFinite finds the first component that is not finite", (t) => {
  for (let size = 1; size <= 6; size++) {
    const v = new Float64Array(size).fill(-1e308);
    t.is(findNonFinite(v), -1);
    for (let i = size - 1; i >= 0; i--) {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        v[i] = bad;
        t.is(findNonFinite(v), i);
      }
    }
  }
});

// ---------------------------------------------------------------- nothing endless

const steppers = [
  ["dopri5", (problem: OdeProblem, options?: StepperOptions) => new DormandPrince5(problem, options)],
  ["dop853", (problem: OdeProblem, options?: StepperOptions) => new DormandPrince853(problem, options)],
  ["radau", (problem: OdeProblem, options?: StepperOptions) => new Radau(problem, options)],
  ["bdf", (problem: OdeProblem, options?: StepperOptions) => new Bdf(problem, options)],
] as const;

for (const [name, create] of steppers) {
  test(`${name}: no state is so large, no tolerance so small that a step takes for ever`, (t) => {
    let evaluations = 0;
    const count = (calc: Derivative): Derivative => {
      evaluations = 0;
      return (time, y, out) => {
        if (++evaluations > 20_000) throw new Error("endless");
        calc(time, y, out);
      };
    };
    const go = (calc: Derivative, start: number[], tolerance: number) => {
      const calcErrorScale = (_y: Float64Array, out: Float64Array) => void out.fill(tolerance);
      const stepper = create({ size: start.length, calcDerivative: count(calc), calcErrorScale });
      stepper.start(0, Float64Array.from(start));
      for (let k = 0; k < 5 && stepper.t < 1; k++) {
        const before = stepper.t;
        stepper.advance(1);
        if (!(stepper.t > before)) throw new Error("a step of no length");
      }
    };
    const cases: [Derivative, number[], number][] = [
      [(_time, _y, out) => void out.fill(Number.NaN), [1], 1e-8],
      [(time, _y, out) => void out.fill(time > 0 ? Number.NaN : 1), [1], 1e-8],
      // 1e300 in units of what is tolerable is not a number any more.
      [(_time, y, out) => void out.set(y.map((x) => -x)), [1e300], 1e-12],
      [(_time, y, out) => void out.set(y.map((x) => 1e300 * x)), [1e300], 1e-12],
      [(_time, y, out) => void out.set(y.map((x) => 1e308 * Math.cos(x))), [1], 1e-300],
      [(_time, y, out) => void out.set(y.map((x) => -x)), [1], 1e-308],
      [(_time, _y, out) => void out.fill(1e308), [-1e308], 1e-12],
    ];
    for (const [calc, start, tolerance] of cases) {
      try {
        go(calc, start, tolerance);
        t.pass();
      } catch (error) {
        t.true(error instanceof StepUnderflow, `${error}`);
      }
    }
  });

  test(`${name}: a jump is stepped over where that is asked for, once in a while`, (t) => {
    const problem = makeProblem(1, (time, _y, out) => void out.fill(time < 0.3 ? 0 : 1e6), 1e-14);
    const stopped = create(problem);
    stopped.start(0, Float64Array.of(0));
    t.throws(
      () => {
        while (stopped.t < 1) stopped.advance(1);
      },
      { instanceOf: StepUnderflow },
    );
    const passing = create(problem, { passesJumps: true });
    passing.start(0, Float64Array.of(0));
    while (passing.t < 1) passing.advance(1);
    t.is(passing.jumps, 1);
    isClose(t, passing.y[0], 0.7e6, 1e-8);
    const noise = makeProblem(1, (time, _y, out) => void out.fill(1e6 * Math.sin(1e17 * time)), 1e-14);
    const none = create(noise, { passesJumps: true });
    none.start(1, Float64Array.of(0));
    t.throws(
      () => {
        while (none.t < 2) none.advance(2);
      },
      { instanceOf: StepUnderflow },
    );
    isBelow(t, none.accepted, 100);
  });
}

test("dop853: dense output far from the equation is no good step where that is asked for", (t) => {
  // Nothing moves along the stiff direction, so that the ends of any step are right, and stages are not.
  const problem = makeProblem(
    2,
    (time, y, out) => {
      out[0] = -1e6 * (y[0] - 1e-13 * Math.sin(1e4 * time));
      out[1] = 1;
    },
    1e-12,
  );
  const measure = (checksInterior: boolean) => {
    const stepper = new DormandPrince853(problem, { checksInterior, initialStep: 1e-6 });
    const y = new Float64Array(2);
    let worst = 0;
    stepper.start(0, y);
    for (let k = 0; k < 40; k++) {
      stepper.advance(1);
      for (let i = 1; i < 10; i++) {
        stepper.interpolate(stepper.tOld + 0.1 * i * stepper.h, y);
        worst = Math.max(worst, Math.abs(y[0]));
      }
    }
    return worst;
  };
  isAtMost(t, measure(true), 1e-11);
  isAbove(t, measure(false), 1e-11);
});

test("rk4: steps that would never end are refused with the limit", (t) => {
  const problem = makeProblem(2, pendulum.calcDerivative);
  const advance = (step: number, from: number, until: number) => {
    const stepper = new ClassicRungeKutta(problem, { step });
    stepper.start(from, Float64Array.of(1, 0));
    stepper.advance(until);
  };
  t.throws(() => advance(5e-324, 0, 1), {
    instanceOf: ModelError,
    message:
      "integrator rk4: step 5e-324 s makes more than 1e308 steps of 1 s; give at least 1.00e-9 s, for 1e+9 steps",
  });
  t.throws(() => advance(1e-10, 0, 10), {
    message: /^integrator rk4: step 1e-10 s makes 1.0e\+11 steps of 10 s; give/,
  });
  t.throws(() => advance(1e-3, 1e15, 1e15 + 1e3), {
    instanceOf: ModelError,
    message:
      "integrator rk4: step 0.001 s is less than the clock can tell at t = 1000000000000000 s; give a longer one",
  });
});

test("steppers and dense output refuse what does not fit", (t) => {
  const problem = makeProblem(1, (_time, _y, out) => void out.fill(1), 1e-6);
  const stepper = new DormandPrince853(problem);
  const refusals: [() => unknown, string][] = [
    [
      () => new DormandPrince853(null as never),
      "integrator: the problem is null; give an object { size, calcDerivative, calcErrorScale }",
    ],
    [
      () => new Radau({ ...problem, size: 1e9 }),
      "integrator: the problem has size 1000000000; give one with at least one component, and at most 1000000",
    ],
    [() => new Radau({ ...problem, calcDerivative: 3 as never }), "integrator: calcDerivative is 3; give a function"],
    [
      () => new Radau(problem, { maxStep: "1" as never }),
      'integrator: maxStep is "1"; give a number greater than zero',
    ],
    [() => new Radau(problem, { checksInterior: 1 as never }), "integrator: checksInterior is 1; give true or false"],
    [() => stepper.start(0, [1] as never), "integrator: the state is [1]; give a Float64Array of 1 numbers"],
    [
      () => stepper.continueFrom({} as never),
      "integrator: there is nothing to continue from in an object of class Object; give a stepper",
    ],
    [
      () => stepper.advance(Symbol("end") as never),
      "integrator: the end Symbol(end) s does not lie after the present time, NaN s; give a later one",
    ],
    [
      () => evaluateDense(new Float64Array(3), 0, 2, 2, 0.5, new Float64Array(2)),
      "evaluateDense: the numbers do not fit each other; give a Float64Array with vectors × size numbers from offset on, " +
        "a finite theta, and a Float64Array of size numbers for the result",
    ],
  ];
  for (const [call, message] of refusals) t.throws(call, { instanceOf: ModelError, message });
  stepper.start(0, Float64Array.of(0));
  stepper.advance(1);
  t.throws(() => stepper.copyDense(new Float64Array(3), 0), {
    instanceOf: ModelError,
    message: "integrator: 8 numbers do not fit into [0, 0, 0] from place 0 on",
  });
});
