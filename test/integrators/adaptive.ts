import test from "ava";
import {
  DormandPrince5,
  DormandPrince853,
  type OdeProblem,
  type Stepper,
  type StepperOptions,
  StepUnderflow,
} from "../../lib/integrators/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import {
  calcDistance,
  fitOrder,
  kepler,
  makeDop853,
  makeDopri5,
  makeProblem,
  makeProthero,
  measureError,
  pendulum,
  solveProthero,
  torqueFree,
} from "../helpers/odeMotions.ts";

// ---------------------------------------------------------------- step control

const adaptive = { dopri5: makeDopri5, dop853: makeDop853 };

for (const [method, make] of Object.entries(adaptive)) {
  for (const [motion, bound] of [
    [torqueFree, 10],
    // Two turns: an error in energy shifts the phase, more with every turn.
    [kepler, 600],
  ] as const) {
    test(`${method}: the error follows the tolerance: ${motion.name}`, (t) => {
      const ratios: number[] = [];
      const tolerances: number[] = [];
      for (let digits = 4; digits <= 12; digits++) {
        const tolerance = 10 ** -digits;
        const stepper = make(makeProblem(motion.size, motion.calcDerivative, tolerance));
        ratios.push(measureError(stepper, motion, 12) / tolerance);
        tolerances.push(tolerance);
        isBelow(t, stepper.rejected, 0.5 * stepper.accepted);
      }
      t.log(`error / tolerance: ${ratios.map((r) => r.toFixed(1)).join(" ")}`);
      isBelow(t, Math.max(...ratios), bound, `error / tolerance: ${ratios}`);
      const power = fitOrder(tolerances.map((x, i) => [x, x * ratios[i]]));
      isAbove(t, power, 0.9, `error like tolerance^${power}`);
      isBelow(t, power, 1.1, `error like tolerance^${power}`);
    });
  }

  test(`${method}: the step is what the tolerance asks for, within maxStep`, (t) => {
    const free = make(makeProblem(4, kepler.calcDerivative, 1e-6));
    measureError(free, kepler, 20);
    isAbove(t, free.hNext, 0.1);
    const bound = make(makeProblem(4, kepler.calcDerivative, 1e-6), { maxStep: 0.05 });
    bound.start(0, Float64Array.from(kepler.solution(0)));
    while (bound.t < 2) {
      bound.advance(2);
      isAtMost(t, bound.h, 0.05 * (1 + 1e-6));
    }
    const first = make(makeProblem(4, kepler.calcDerivative, 1e-6), { initialStep: 1e-3 });
    first.start(0, Float64Array.from(kepler.solution(0)));
    t.is(first.evaluations, 1);
    first.advance(2);
    t.is(first.h, 1e-3);
    first.start(0, Float64Array.from(kepler.solution(0)), 2e-3);
    first.advance(2);
    t.is(first.h, 2e-3);
  });

  test(`${method}: a step cut short by an end does not shorten the next one`, (t) => {
    const stepper = make(makeProblem(4, kepler.calcDerivative, 1e-6));
    stepper.start(0, Float64Array.from(kepler.solution(0)));
    for (let k = 0; k < 10; k++) stepper.advance(100);
    const planned = stepper.hNext;
    stepper.advance(stepper.t + 1e-6);
    isAtLeast(t, stepper.hNext, planned);
  });

  test(`${method}: limiting is the component that needs the small step`, (t) => {
    const fast = 3;
    const problem = makeProblem(
      6,
      (_t, y, out) => {
        for (let i = 0; i < 6; i += 2) {
          const w = i === fast - 1 ? 50 : 1;
          out[i] = w * y[i + 1];
          out[i + 1] = -w * y[i];
        }
      },
      1e-8,
    );
    const stepper = make(problem);
    stepper.start(0, Float64Array.from([1, 0, 1, 0, 1, 0]));
    t.is(stepper.limiting, -1);
    while (stepper.t < 1) {
      stepper.advance(1);
      t.true(stepper.limiting === fast || stepper.limiting === fast - 1);
    }
  });

  test(`${method}: values that are not finite shorten the step, and the run recovers`, (t) => {
    // A circle; outside of a thin ring there is nothing to evaluate.
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const problem = makeProblem(
        2,
        (_t, y, out) => {
          const inside = Math.abs(Math.hypot(y[0], y[1]) - 1) < 0.02;
          out[0] = -y[1];
          out[1] = inside ? y[0] : bad;
        },
        1e-7,
      );
      const stepper = make(problem, { initialStep: 3 });
      stepper.start(0, Float64Array.from([1, 0]));
      while (stepper.t < 6) stepper.advance(6);
      isAbove(t, stepper.rejected, 0);
      isBelow(t, stepper.rejected, stepper.accepted);
      isBelow(t, calcDistance(stepper.y, [Math.cos(6), Math.sin(6)]), 1e-5);
      // The step that is chosen at the start backs away as well.
      const free = make(problem);
      free.start(0, Float64Array.from([1, 0]));
      while (free.t < 1) free.advance(1);
      isBelow(t, calcDistance(free.y, [Math.cos(1), Math.sin(1)]), 1e-5);
    }
  });

  test(`${method}: a derivative that is not finite at the new state alone rejects the step`, (t) => {
    const stepper: Stepper = make(
      makeProblem(4, (time, y, out) => {
        kepler.calcDerivative(time, y, out);
        // The first evaluation is that of the start; the last of the first step is that of the new state.
        if (stepper.evaluations === 1 + (method === "dop853" ? 12 : 6)) out[2] = Number.NaN;
      }),
      { initialStep: 0.1 },
    );
    stepper.start(0, Float64Array.from(kepler.solution(0)));
    stepper.advance(10);
    t.is(stepper.rejected, 1);
    isBelow(t, stepper.h, 0.1);
    isAtMost(t, stepper.hNext, stepper.h);
    t.true(stepper.dydt.every(Number.isFinite));
  });

  test(`${method}: how small a step may get does not depend on a far too large plan`, (t) => {
    const problem = makeProblem(
      1,
      (_t, y, out) => {
        out[0] = -1e10 * y[0];
      },
      1e-6,
    );
    const stepper = make(problem);
    stepper.start(0, Float64Array.from([1]), 1e6);
    while (stepper.t < 1e-9) stepper.advance(1e-9);
    isClose(t, stepper.y[0], Math.exp(-10), 1e-5);
  });

  test(`${method}: the step does not grow right after a rejection`, (t) => {
    const stepper = make(makeProblem(4, kepler.calcDerivative, 1e-5));
    stepper.start(0, Float64Array.from(kepler.solution(0)));
    let seen = 0;
    while (stepper.t < 100) {
      const { rejected } = stepper;
      stepper.advance(1000);
      if (stepper.rejected === rejected) continue;
      seen++;
      isAtMost(t, stepper.hNext, stepper.h);
    }
    isAbove(t, seen, 3);
  });

  test(`${method}: the tolerable error is asked for anew at every state`, (t) => {
    // A relative tolerance on what falls by nine decades.
    const problem: OdeProblem = {
      size: 1,
      calcDerivative: (_t, y, out) => {
        out[0] = -y[0];
      },
      calcErrorScale: (y, out) => {
        out[0] = 1e-7 * Math.abs(y[0]) + 1e-30;
      },
    };
    const stepper = make(problem);
    stepper.start(0, Float64Array.from([1]));
    while (stepper.t < 20) stepper.advance(20);
    isClose(t, stepper.y[0] / Math.exp(-20), 1, 1e-5);
    // Also at a replaced one: the same state scaled down asks for steps of the same size.
    const { hNext } = stepper;
    stepper.replaceState(Float64Array.from([1e-15]));
    for (let k = 0; k < 5; k++) stepper.advance(100);
    isBelow(t, stepper.h, 2 * hNext);
  });

  test(`${method}: stops where the solution ends, and says what stopped it`, (t) => {
    // y' = y² from 1 ends at t = 1.
    const blowUp = makeProblem(
      3,
      (_t, y, out) => {
        out[0] = 1;
        out[1] = y[1] * y[1];
        out[2] = 0;
      },
      1e-6,
    );
    const stepper = make(blowUp);
    stepper.start(0, Float64Array.from([0, 1, 0]));
    const error = t.throws(
      () => {
        while (stepper.t < 2) stepper.advance(2);
      },
      { instanceOf: StepUnderflow },
    );
    t.is(error.name, "StepUnderflow");
    t.is(error.limiting, 1);
    isClose(t, error.t, 1, 1e-6);
    t.is(error.t, stepper.t);
    isAbove(t, error.h, 0);
    isBelow(t, error.h, 1e-13);
    t.regex(error.message, new RegExp(`^${method}: .*t = 1.* s .*component 1 `));
    // What was accepted is still there.
    t.true(Number.isFinite(stepper.y[1]));
    isAbove(t, stepper.y[0], 0.99);

    // A wall of NaN at t = 0.5.
    const wall = makeProblem(
      2,
      (time, _y, out) => {
        out[0] = 1;
        out[1] = time > 0.5 ? Number.NaN : 1;
      },
      1e-6,
    );
    const blocked = make(wall);
    blocked.start(0, new Float64Array(2));
    const wallError = t.throws(
      () => {
        while (blocked.t < 2) blocked.advance(2);
      },
      { instanceOf: StepUnderflow },
    );
    t.true(wallError.nonFinite);
    t.is(wallError.limiting, 1);
    isClose(t, wallError.t, 0.5, 1e-12);
    t.regex(wallError.message, /derivative of component 1 .* not finite/);
    t.throws(() => blocked.interpolate(blocked.t, new Float64Array(2)), { message: /no dense output before a step/ });
  });

  test(`${method}: minStep stops a run earlier`, (t) => {
    const jump = makeProblem(
      1,
      (time, _y, out) => {
        out[0] = time < 1 / 3 ? 0 : 1e6;
      },
      1e-9,
    );
    const stepper = make(jump, { minStep: 1e-4, initialStep: 1e-5 });
    stepper.start(0, new Float64Array(1));
    stepper.advance(1);
    t.is(stepper.h, 1e-4);
    const error = t.throws(
      () => {
        while (stepper.t < 1) stepper.advance(1);
      },
      { instanceOf: StepUnderflow },
    );
    t.false(error.nonFinite);
    isBelow(t, error.t, 1 / 3);
    isAbove(t, error.t, 1 / 3 - 0.1);
    isBelow(t, error.h, 1e-4);
    isAbove(t, error.h, 1e-6);
    // Without the limit the jump is crossed.
    const patient = make(jump);
    patient.start(0, new Float64Array(1));
    while (patient.t < 1) patient.advance(1);
    isClose(t, patient.y[0], 2e6 / 3, 1e-2);
  });

  test(`${method}: a tolerable error has to be positive`, (t) => {
    const problem = {
      ...makeProblem(2, pendulum.calcDerivative),
      calcErrorScale: (_y: Float64Array, out: Float64Array) => {
        out[0] = 1;
        out[1] = 0;
      },
    };
    t.throws(() => make(problem).start(0, new Float64Array(2)), { message: /tolerable error of component 1 is 0/ });
  });

  test(`${method}: options are checked`, (t) => {
    const problem = makeProblem(2, pendulum.calcDerivative);
    t.throws(() => make(problem, { maxStep: 0 }), { message: /maxStep is 0/ });
    t.throws(() => make(problem, { maxStep: Number.NaN }), { message: /maxStep is NaN/ });
    t.throws(() => make(problem, { minStep: 2, maxStep: 1 }), { message: /minStep is 2/ });
    t.throws(() => make(problem, { initialStep: -1 }), { message: /initialStep is -1/ });
    t.throws(() => make(problem, { maxstep: 1 } as StepperOptions), { message: /did you mean "maxStep"/ });
  });
}

// ---------------------------------------------------------------- stiffness seen by the explicit methods

for (const [method, make, limit] of [
  ["dopri5", (problem: OdeProblem) => new DormandPrince5(problem), 3.25],
  ["dop853", (problem: OdeProblem) => new DormandPrince853(problem), 6.1],
] as const) {
  test(`${method}: finds out that stability limits its steps`, (t) => {
    for (const rate of [300, 1e4]) {
      const stepper = make(makeProthero(rate, 1e-5));
      stepper.start(0, Float64Array.from(solveProthero(0)));
      while (!stepper.isStiff && stepper.t < 10) stepper.advance(10);
      t.true(stepper.isStiff);
      isBelow(t, stepper.accepted, 400);
      // One component: the estimate is exact.
      isClose(t, (stepper.stiffness * limit) / (stepper.h * rate), 1, 1e-3);
      isAbove(t, stepper.stiffness, 0.9);
      isBelow(t, stepper.stiffness, 2);
      // A new start is a new question.
      stepper.start(stepper.t, stepper.y);
      t.false(stepper.isStiff);
      t.is(stepper.stiffness, 0);
    }
  });

  test(`${method}: does not take accuracy for stability`, (t) => {
    for (let digits = 2; digits <= 11; digits++) {
      for (const [size, derivative, start] of [
        [2, pendulum.calcDerivative, [2, 0]],
        [4, kepler.calcDerivative, [1, 0, 0, 1.3]],
      ] as const) {
        const stepper = make(makeProblem(size, derivative, 10 ** -digits));
        stepper.start(0, Float64Array.from(start));
        while (stepper.t < 50) {
          stepper.advance(50);
          t.false(stepper.isStiff);
        }
      }
    }
  });

  test(`${method}: the end of a stiff phase is noticed`, (t) => {
    const stepper = make(
      makeProblem(
        1,
        (time, y, out) => {
          out[0] = -(time < 1 ? 1e4 : 1) * (y[0] - Math.sin(time)) + Math.cos(time);
        },
        1e-5,
      ),
    );
    stepper.start(0, Float64Array.of(0));
    while (stepper.t < 1) stepper.advance(1);
    t.true(stepper.isStiff);
    while (stepper.t < 20) stepper.advance(20);
    t.false(stepper.isStiff);
  });
}
