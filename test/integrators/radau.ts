import test from "ava";
import {
  evaluateDense,
  type OdeProblem,
  Radau,
  type Stepper,
  type StepperOptions,
  StepUnderflow,
} from "../../lib/integrators/index.ts";
import { Jacobian } from "../../lib/integrators/Jacobian.ts";
import * as table from "../../lib/integrators/radauTable.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import {
  calcDistance,
  type Derivative,
  fitOrder,
  makeProblem,
  makeProthero,
  solveProthero,
  pendulum as swingPendulum,
} from "../helpers/odeMotions.ts";
import { hires, robertson, vanDerPol } from "../helpers/stiffProblems.ts";
import { pendulum } from "../reference/pendulum.ts";

// ---------------------------------------------------------------- problems

/** Not stiff. */
const swing = swingPendulum.calcDerivative;
const swingMotion = pendulum(1, 2);
const solveSwing = (t: number) => [swingMotion.angle(t), swingMotion.rate(t)];
const makeSwing = (tolerance?: number) => makeProblem(2, swing, tolerance, { rates: [1, -1] });

function go(stepper: Stepper, start: ArrayLike<number>, end: number): Stepper {
  stepper.start(0, Float64Array.from(start));
  while (stepper.t < end) stepper.advance(end);
  return stepper;
}

/** Largest error at the ends of the steps and, on the dense output, between them. */
function findErrors(
  stepper: Stepper,
  solve: (t: number) => number[],
  end: number,
  start = solve(0),
): { ends: number; dense: number } {
  const u = new Float64Array(stepper.size);
  let ends = 0;
  let dense = 0;
  stepper.start(0, Float64Array.from(start));
  while (stepper.t < end) {
    stepper.advance(end);
    ends = Math.max(ends, calcDistance(stepper.y, solve(stepper.t)));
    for (let k = 1; k < 8; k++) {
      const t = stepper.tOld + (k / 8) * stepper.h;
      stepper.interpolate(t, u);
      dense = Math.max(dense, calcDistance(u, solve(t)));
    }
  }
  return { ends, dense };
}

/** The same step all the way: an infinite tolerance, and no step longer than the first. */
const makeFixed = (problem: OdeProblem, h: number) => new Radau(problem, { initialStep: h, maxStep: h });

/** Orders at the ends and between them, over a decade of steps from `h` down. */
function measureOrders(problem: OdeProblem, solve: (t: number) => number[], end: number, h: number) {
  const runs = Array.from({ length: 9 }, (_, i) => {
    const step = end / Math.round((end / h) * 10 ** (i / 8));
    return { step, ...findErrors(makeFixed(problem, step), solve, end) };
  });
  return {
    ends: fitOrder(runs.map(({ step, ends }) => [step, ends])),
    dense: fitOrder(runs.map(({ step, dense }) => [step, dense])),
    last: runs[8],
  };
}

// ---------------------------------------------------------------- coefficients

const { C1, C2, GAMMA, ALPHA, BETA } = table;
const T = [
  [table.T11, table.T12, table.T13],
  [table.T21, table.T22, table.T23],
  [1, 1, 0],
];
const S = [
  [table.S11, table.S12, table.S13],
  [table.S21, table.S22, table.S23],
  [table.S31, table.S32, table.S33],
];
const E = [table.E1, table.E2, table.E3];
const LAMBDA = [
  [GAMMA, 0, 0],
  [0, ALPHA, -BETA],
  [0, BETA, ALPHA],
];
const multiply = (a: number[][], b: number[][]) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const apply = (a: number[][], x: number[]) => a.map((row) => row.reduce((sum, value, k) => sum + value * x[k], 0));

test("the table is that of Radau IIA: T⁻¹ inverts T, A⁻¹ = T Λ T⁻¹ differentiates cubics at the nodes", (t) => {
  const near = (a: number, b: number) => isClose(t, a, b, 2e-14);
  multiply(T, S).forEach((row, i) => {
    row.forEach((x, j) => {
      near(x, i === j ? 1 : 0);
    });
  });
  const inverse = multiply(multiply(T, LAMBDA), S);
  const nodes = [C1, C2, 1];
  // Three independent vectors: there is no other such matrix.
  for (let power = 1; power <= 3; power++) {
    const slopes = apply(
      inverse,
      nodes.map((c) => c ** power),
    );
    nodes.forEach((c, i) => {
      near(slopes[i], power * c ** (power - 1));
    });
    near(
      apply(
        [E],
        nodes.map((c) => c ** power),
      )[0],
      power === 1 ? -1 : 0,
    );
  }
  // The nodes are the zeros of d²/dx² x²(x−1)³ [Hairer, Wanner, IV.5]: quadrature of order 5.
  for (const c of [C1, C2]) near(10 * c * c - 8 * c + 1, 0);
  near(GAMMA, 3 + 9 ** (1 / 3) - 3 ** (1 / 3));
  near(ALPHA, 3 + (3 ** (1 / 3) - 9 ** (1 / 3)) / 2);
  near(BETA, (3 ** (5 / 6) + 3 ** (7 / 6)) / 2);
});

test("one step multiplies y' = λy by the Padé approximation of index (2, 3)", (t) => {
  const R = (z: number) => (1 + (2 * z) / 5 + z ** 2 / 20) / (1 - (3 * z) / 5 + (3 * z ** 2) / 20 - z ** 3 / 60);
  for (const z of [-1e-3, -0.1, -1, -3, -10, -100, 0.5]) {
    const stepper = makeFixed(
      makeProblem(1, (_t, y, out) => {
        out[0] = z * y[0];
      }),
      1,
    );
    stepper.start(0, Float64Array.of(1));
    stepper.advance(10);
    isClose(t, stepper.y[0] / R(z), 1, 1e-12, `${z}: ${stepper.y[0]}`);
  }
});

test("L-stable: what decays or swings fast is gone after one long step, and stays gone", (t) => {
  for (const [decay, frequency] of [
    [1e6, 0],
    [1e9, 0],
    [1e6, 1e6],
    // Undamped.
    [0, 1e8],
  ]) {
    const stepper = makeFixed(
      makeProblem(2, (_t, y, out) => {
        out[0] = -decay * y[0] - frequency * y[1];
        out[1] = frequency * y[0] - decay * y[1];
      }),
      1,
    );
    stepper.start(0, Float64Array.of(1, 1));
    stepper.advance(10);
    // R(z) ≈ −3/z; Newton's matrix by differences is right to some eight digits.
    isBelow(t, Math.hypot(...stepper.y), 6 / Math.max(decay, frequency), `${stepper.y}`);
    stepper.advance(10);
    isBelow(t, Math.hypot(...stepper.y), 1e-10);
  }
});

// ---------------------------------------------------------------- orders

test("order 5 with fixed steps, dense output of order 4: a pendulum", (t) => {
  const { ends, dense } = measureOrders(makeSwing(), solveSwing, 6, 0.25);
  t.log(`order ${ends.toFixed(3)} at the ends, error of the dense output like h^${dense.toFixed(3)}`);
  // Over this decade the next term of the error still takes part, and errors of 1e-12 at its end hold some rounding.
  isClose(t, ends, 5, 0.1);
  isClose(t, dense, 5, 0.15);
});

test("Prothero–Robinson: order 5 where it is not stiff, h³/λ where it is", (t) => {
  const mild = measureOrders(makeProthero(1), solveProthero, 2, 0.4);
  isClose(t, mild.ends, 5, 0.1);
  isClose(t, mild.dense, 5, 0.1);
  const stiff = [1e5, 1e6, 1e7].map((rate) => measureOrders(makeProthero(rate), solveProthero, 2, 0.5));
  for (const { ends, dense } of stiff) {
    t.log(`stiff: order ${ends.toFixed(3)}, error of the dense output like h^${dense.toFixed(3)}`);
    isClose(t, ends, 3, 0.1);
    // The order of the stages.
    isClose(t, dense, 4, 0.1);
  }
  // [Hairer, Wanner, IV.15]: the error is divided by λ.
  isClose(t, stiff[0].last.ends / stiff[1].last.ends, 10, 1);
  isClose(t, stiff[1].last.ends / stiff[2].last.ends, 10, 1);
});

// ---------------------------------------------------------------- published problems

for (const [name, problem, magnitude, bound] of [
  ["Van der Pol, ε = 1e-6", vanDerPol, 1, 3],
  ["Robertson until 1e11", robertson, 1e-6, 40],
  ["HIRES", hires, 1e-3, 15],
] as const) {
  test(`${name}: the published end, with an error in proportion to the tolerance`, (t) => {
    const ratios: number[] = [];
    for (let digits = 4; digits <= 10; digits++) {
      const tolerance = 10 ** -digits;
      const { y } = go(
        new Radau(makeProblem(problem.size, problem.calcDerivative, tolerance, { magnitude })),
        problem.start,
        problem.end,
      );
      // In units of the tolerance, component by component.
      ratios.push(Math.max(...problem.solution.map((x, i) => Math.abs(y[i] - x) / Math.abs(x) / tolerance)));
    }
    t.log(`relative error / tolerance: ${ratios.map((r) => r.toFixed(2)).join(" ")}`);
    isBelow(t, Math.max(...ratios), bound);
  });
}

test("a stiff linear problem with its exact solution, at tolerances 1e-4 to 1e-11", (t) => {
  // Decay rates 1 and 1e5 and a frequency of 2 with slow decay, mixed by a fixed matrix.
  const M = [
    [2, 1, 0, 1],
    [1, 3, 1, 0],
    [0, 1, 2, 1],
    [1, 0, 1, 4],
  ];
  const D = [
    [-1e5, 0, 0, 0],
    [0, -1, 0, 0],
    [0, 0, -0.1, -2],
    [0, 0, 2, -0.1],
  ];
  const inverse = invert(M);
  const A = multiply(multiply(M, D), inverse);
  const parts = apply(inverse, [1, -1, 2, 0.5]);
  const solve = (time: number) => {
    const [c, s, e] = [Math.cos(2 * time), Math.sin(2 * time), Math.exp(-0.1 * time)];
    return apply(M, [
      parts[0] * Math.exp(-1e5 * time),
      parts[1] * Math.exp(-time),
      e * (c * parts[2] - s * parts[3]),
      e * (s * parts[2] + c * parts[3]),
    ]);
  };
  const derivative: Derivative = (_t, y, out) => {
    for (let i = 0; i < 4; i++) out[i] = A[i][0] * y[0] + A[i][1] * y[1] + A[i][2] * y[2] + A[i][3] * y[3];
  };
  const ratios: number[] = [];
  for (let digits = 4; digits <= 11; digits++) {
    const tolerance = 10 ** -digits;
    const stepper = new Radau(makeProblem(4, derivative, tolerance));
    const { ends } = findErrors(stepper, solve, 5);
    ratios.push(ends / tolerance);
    // Linear: one matrix is enough, and the fast part costs only the steps in which it dies.
    t.is(stepper.jacobians, 1);
  }
  t.log(`error / tolerance: ${ratios.map((r) => r.toFixed(2)).join(" ")}`);
  isBelow(t, Math.max(...ratios), 20);
});

function invert(m: number[][]): number[][] {
  const n = m.length;
  const rows = m.map((row, i) => [...row, ...m.map((_, j) => (i === j ? 1 : 0))]);
  for (let k = 0; k < n; k++) {
    const pivot = rows[k][k];
    rows[k] = rows[k].map((x) => x / pivot);
    for (let i = 0; i < n; i++) {
      const factor = rows[i][k];
      if (i !== k) rows[i] = rows[i].map((x, j) => x - factor * rows[k][j]);
    }
  }
  return rows.map((row) => row.slice(n));
}

test("the error follows the tolerance where nothing is stiff, too", (t) => {
  const points: [number, number][] = [];
  for (let digits = 4; digits <= 11; digits++) {
    const tolerance = 10 ** -digits;
    const stepper = new Radau(makeSwing(tolerance));
    points.push([tolerance, findErrors(stepper, solveSwing, 12).ends]);
    isBelow(t, stepper.rejected, 0.5 * stepper.accepted);
  }
  const ratios = points.map(([tolerance, error]) => error / tolerance);
  const power = fitOrder(points);
  t.log(`error / tolerance: ${ratios.map((r) => r.toFixed(2)).join(" ")}; error like tolerance^${power.toFixed(3)}`);
  isBelow(t, Math.max(...ratios), 20);
  isClose(t, power, 1, 0.1);
});

test("the tolerable error is asked for anew at every state", (t) => {
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
  const stepper = go(new Radau(problem), [1], 20);
  isClose(t, stepper.y[0] / Math.exp(-20), 1, 1e-5);
});

// ---------------------------------------------------------------- cost

test("a stiff problem takes the steps of its slow part, however stiff it is", (t) => {
  const counts = [1e4, 1e6, 1e8].map((rate) => go(new Radau(makeProthero(rate, 1e-6)), solveProthero(0), 10).accepted);
  t.log(counts.join(" "));
  for (const count of counts) {
    isBelow(t, count, 80);
    isAbove(t, count, 10);
  }
});

test("matrices and factors are kept while they serve; everything is counted", (t) => {
  let calls = 0;
  const stepper = new Radau(
    makeProblem(
      2,
      (time, y, out) => {
        calls++;
        vanDerPol.calcDerivative(time, y, out);
      },
      1e-6,
      { rates: [1, -1] },
    ),
  );
  go(stepper, vanDerPol.start, 2);
  const { evaluations, accepted, rejected, jacobians, factorizations } = stepper;
  t.log({ evaluations, accepted, rejected, jacobians, factorizations });
  t.is(evaluations, calls);
  isBelow(t, jacobians, accepted / 2);
  isBelow(t, factorizations, accepted + rejected);
  isBelow(t, evaluations, 13 * accepted);
  // A restart goes on counting.
  stepper.start(0, Float64Array.from(vanDerPol.start));
  t.is(stepper.evaluations, calls);
  t.is(stepper.accepted, accepted);
  t.is(stepper.jacobians, jacobians);
});

test("the matrix of a large problem is kept over restarts, as events make them, and renewed where it does not serve", (t) => {
  // y′ = λ (cos t − y) with rates from 1e3 to 1e6 in every component; an event multiplies them all by a factor.
  const size = 30;
  const rates = Float64Array.from({ length: size }, (_, i) => 10 ** (3 + (3 * i) / (size - 1)));
  let factor = 1;
  const derivative: Derivative = (time, y, out) => {
    for (let i = 0; i < size; i++) out[i] = factor * rates[i] * (Math.cos(time) - y[i]);
  };
  const stepper = new Radau(makeProblem(size, derivative, 1e-6));
  const goOn = (end: number) => {
    while (stepper.t < end) stepper.advance(end);
  };
  stepper.start(0, new Float64Array(size).fill(1));
  goOn(0.1);
  const { jacobians } = stepper;
  for (let n = 1; n <= 200; n++) {
    stepper.start(stepper.t, stepper.y.slice(), 1e-3);
    goOn(0.1 + 5e-3 * n);
  }
  // The solution is cos t + sin t/λ but for what decays at once.
  isBelow(
    t,
    Math.max(...stepper.y.map((y, i) => Math.abs(y - Math.cos(stepper.t) - Math.sin(stepper.t) / rates[i]))),
    1e-6,
  );
  isAtMost(t, stepper.jacobians - jacobians, 2);
  factor = 0.01;
  stepper.start(stepper.t, stepper.y.slice(), 1e-3);
  goOn(stepper.t + 0.1);
  isAbove(t, stepper.jacobians - jacobians, 0);
});

test("components whose derivative is another component are eliminated: the same steps, the same result", (t) => {
  // Two stiff oscillators with one more state, in an order that mixes them up.
  const derivative: Derivative = (time, y, out) => {
    out[0] = -1e4 * (y[0] - y[3]) + y[4];
    out[1] = -1e6 * y[2] - 2e3 * y[1] - y[4] + Math.cos(time);
    out[2] = y[1];
    out[3] = y[4];
    out[4] = -50 * Math.sin(y[3]) - 1e5 * y[4] * y[2] ** 2 + y[0];
  };
  const start = [0, 0.1, 0, 1, 0];
  const make = (rates?: number[]) => new Radau(makeProblem(5, derivative, 1e-7, rates ? { rates } : {}));
  const full = go(make(), start, 2);
  const reduced = go(make([-1, -1, 1, 4, -1]), start, 2);
  isBelow(t, calcDistance(full.y, reduced.y), 1e-7, `${full.y} ${reduced.y}`);
  isClose(t, full.accepted, reduced.accepted, 2);
  t.throws(() => make([-1, -1, 3, 4, -1]), {
    message: /rate of component 2 is said to be component 3; give a component/,
  });
  t.throws(() => make([-1, -1, 7, -1, -1]), { message: /rate of component 2 is said to be component 7/ });
});

test("steps allocate no arrays", (t) => {
  // As for the other methods: boxes of numbers now and then, but no vector of 800 bytes, no closure, no object per step.
  const size = 100;
  const problem = makeProblem(
    size,
    (_t, y, out) => {
      for (let i = 0; i < size; i += 2) {
        out[i] = y[i + 1];
        out[i + 1] = -(1 + i) * y[i] - 0.1 * y[i + 1] ** 3;
      }
    },
    1e-5,
  );
  const stepper = new Radau(problem, { maxStep: 0.05 });
  stepper.start(0, new Float64Array(size).fill(1));
  const u = new Float64Array(size);
  const windows: number[] = [];
  for (let w = 0; w < 40; w++) {
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < 20; k++) {
      stepper.advance(1e6);
      stepper.interpolate(stepper.tOld + 0.3 * stepper.h, u);
      stepper.replaceState(stepper.y);
    }
    windows.push((process.memoryUsage().heapUsed - before) / 20);
  }
  const late = windows.slice(20).sort((a, b) => a - b);
  t.log(`${late[10]} bytes per step, ${stepper.factorizations} factorizations`);
  isBelow(t, late[10], 3000, `${late[10]} bytes per step`);
});

test("two runs are the same to the last bit", (t) => {
  const runs = [1, 2].map(() => go(new Radau(makeProblem(8, hires.calcDerivative, 1e-6)), hires.start, hires.end));
  t.deepEqual(runs[0].y, runs[1].y);
  t.is(runs[0].evaluations, runs[1].evaluations);
});

// ---------------------------------------------------------------- dense output

test("the dense output meets the states at both ends, a replaced one too, and shifts only with it", (t) => {
  const stepper = new Radau(makeProblem(2, vanDerPol.calcDerivative, 1e-6));
  stepper.start(0, Float64Array.from(vanDerPol.start));
  const u = new Float64Array(2);
  const before = new Float64Array(2);
  let last = stepper.y.slice();
  for (let k = 0; k < 200; k++) {
    stepper.advance(2);
    stepper.interpolate(stepper.tOld, u);
    t.deepEqual(u, last);
    stepper.interpolate(stepper.t, u);
    t.deepEqual(u, stepper.y);
    // Also just inside, where the polynomial speaks for itself.
    const size = 2 + Math.abs(stepper.y[1]);
    stepper.interpolate(stepper.t - 1e-13 * stepper.h, u);
    isBelow(t, calcDistance(u, stepper.y), 1e-11 * size);
    const middle = 0.5 * (stepper.tOld + stepper.t);
    stepper.interpolate(middle, before);
    const moved = stepper.y.map((x) => x + 1e-9);
    stepper.replaceState(moved);
    t.deepEqual(stepper.y, moved);
    stepper.interpolate(stepper.t, u);
    t.deepEqual(u, moved);
    stepper.interpolate(middle, u);
    isClose(t, u[0] - before[0], 5e-10, 1e-14);
    const copy = new Float64Array(2 * stepper.denseVectors + 1);
    stepper.copyDense(copy, 1);
    evaluateDense(copy, 1, stepper.denseVectors, 2, 1, u);
    isBelow(t, calcDistance(u, moved), 1e-14 * size);
    last = moved;
  }
});

test("the dense output of a stiff component is as good as its steps", (t) => {
  // Derivatives at the ends are wrong here by a million times the error of the state.
  for (const rate of [1e4, 1e8]) {
    for (const tolerance of [1e-5, 1e-8]) {
      const { ends, dense } = findErrors(new Radau(makeProthero(rate, tolerance)), solveProthero, 10);
      t.log(`rate ${rate}, tolerance ${tolerance}: ${ends / tolerance} at the ends, ${dense / tolerance} between them`);
      isBelow(t, ends, 10 * tolerance);
      // What the polynomial of the stages leaves is what the steps are chosen by; the solution has size 1.
      isBelow(t, dense, 1.2 * 2 * tolerance * (2 * tolerance) ** -0.2);
    }
  }
});

test("an event is located on the dense output, and the run goes on behind it", (t) => {
  // Where the pendulum passes its lowest point, for the third time.
  const tolerance = 1e-9;
  const stepper = new Radau(makeSwing(tolerance));
  stepper.start(0, Float64Array.from(solveSwing(0)));
  const u = new Float64Array(2);
  const times: number[] = [];
  while (times.length < 3) {
    const side = Math.sign(stepper.y[0]);
    stepper.advance(100);
    if (Math.sign(stepper.y[0]) === side) continue;
    let [low, high] = [stepper.tOld, stepper.t];
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      stepper.interpolate(middle, u);
      if (Math.sign(u[0]) === side) low = middle;
      else high = middle;
    }
    times.push(high);
    stepper.interpolate(high, u);
    stepper.start(high, u, stepper.h);
  }
  const quarter = swingMotion.period / 4;
  times.forEach((time, k) => {
    isClose(t, time, (2 * k + 1) * quarter, 10 * tolerance);
  });
});

// ---------------------------------------------------------------- step control

test("the step obeys maxStep, initialStep and the end", (t) => {
  const bound = new Radau(makeSwing(1e-4), { maxStep: 0.05 });
  bound.start(0, Float64Array.from(solveSwing(0)));
  while (bound.t < 2) {
    bound.advance(2);
    isAtMost(t, bound.h, 0.05 * (1 + 1e-6));
  }
  t.is(bound.t, 2);
  const first = new Radau(makeSwing(1e-4), { initialStep: 1e-3 });
  first.start(0, Float64Array.from(solveSwing(0)));
  t.is(first.evaluations, 1);
  first.advance(2);
  t.is(first.h, 1e-3);
  // A step cut short by an end does not shorten the next one.
  for (let k = 0; k < 10; k++) first.advance(100);
  const planned = first.hNext;
  first.advance(first.t + 1e-6);
  isAtLeast(t, first.hNext, planned);
});

test("limiting is the component that needs the small step", (t) => {
  const fast = 3;
  const stepper = new Radau(
    makeProblem(
      6,
      (_t, y, out) => {
        for (let i = 0; i < 6; i += 2) {
          const w = i === fast - 1 ? 50 : 1;
          out[i] = w * y[i + 1];
          out[i + 1] = -w * y[i];
        }
      },
      1e-6,
    ),
  );
  stepper.start(0, Float64Array.from([1, 0, 1, 0, 1, 0]));
  t.is(stepper.limiting, -1);
  while (stepper.t < 1) {
    stepper.advance(1);
    t.true(stepper.limiting === fast || stepper.limiting === fast - 1);
  }
});

test("a rough problem is not taken for a stiff one: corrections that do not go away are no solution", (t) => {
  // Along (1, 1) the derivative is one; a little beside it, near the start, it is not: differences there say −1e10.
  const derivative: Derivative = (_t, y, out) => {
    const across = Math.abs(y[0] - y[1]) / Math.max(Math.hypot(y[0] - y[1], y[0] + y[1]), 1e-300);
    out.fill(1 - 5 * across);
  };
  const solve = (isRough: boolean) => {
    const stepper = new Radau({ ...makeProblem(2, derivative, 1e-6), isRough }, { initialStep: 1e-3 });
    return go(stepper, [0, 0], 1).y[0];
  };
  // Exact but for what Newton's method may leave in each of a dozen steps.
  isBelow(t, Math.abs(solve(true) - 1), 1e-5);
  isAbove(t, Math.abs(solve(false) - 1), 0.01, "the problem is none for which this matters");
});

test("values that are not finite shorten the step, and the run recovers", (t) => {
  // A circle; outside of a thin ring there is nothing to evaluate. Newton's method and the matrix meet that, too.
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
    const stepper = go(new Radau(problem, { initialStep: 3 }), [1, 0], 6);
    isAbove(t, stepper.rejected, 0);
    isBelow(t, stepper.rejected, stepper.accepted);
    isBelow(t, calcDistance(stepper.y, [Math.cos(6), Math.sin(6)]), 1e-5);
  }
});

test("a derivative that is not finite at the new state alone, or in the matrix alone, rejects the step", (t) => {
  const make = (isBad: (call: number) => boolean) => {
    let calls = 0;
    const derivative: Derivative = (time, y, out) => {
      swing(time, y, out);
      if (isBad(++calls)) out[1] = Number.NaN;
    };
    const stepper = new Radau(makeProblem(2, derivative, 1e-6), { initialStep: 0.01 });
    stepper.start(0, Float64Array.from(solveSwing(0)));
    stepper.advance(10);
    return stepper;
  };
  const clean = make(() => false);
  t.is(clean.rejected, 0);
  t.is(clean.h, 0.01);
  // The first call is that of the start, then follows the matrix: one side of the first column and the other.
  for (const isBad of [(call: number) => call === clean.evaluations, (call: number) => call === 2 || call === 3]) {
    const stepper = make(isBad);
    t.is(stepper.rejected, 1);
    isClose(t, stepper.h, 0.001, 1e-15);
    isAtMost(t, stepper.hNext, stepper.h);
    t.true(stepper.dydt.every(Number.isFinite));
  }
  // One side alone is enough.
  t.is(make((call) => call === 2).rejected, 0);
});

test("stops where the solution ends, and says what stopped it", (t) => {
  // y' = y² from 1 ends at t = 1.
  const stepper = new Radau(
    makeProblem(
      3,
      (_t, y, out) => {
        out[0] = 1;
        out[1] = y[1] * y[1];
        out[2] = 0;
      },
      1e-6,
    ),
  );
  const error = t.throws(() => go(stepper, [0, 1, 0], 2), { instanceOf: StepUnderflow });
  t.is(error.limiting, 1);
  isClose(t, error.t, 1, 1e-5);
  t.is(error.t, stepper.t);
  t.regex(error.message, /^radau: .*t = .* s .*component 1 /);
  t.true(Number.isFinite(stepper.y[1]));
  isAbove(t, stepper.y[0], 0.99);

  // A wall of NaN at t = 0.5.
  const wall = new Radau(
    makeProblem(
      2,
      (time, _y, out) => {
        out[0] = 1;
        out[1] = time > 0.5 ? Number.NaN : 1;
      },
      1e-6,
    ),
  );
  const wallError = t.throws(() => go(wall, [0, 0], 2), { instanceOf: StepUnderflow });
  t.true(wallError.nonFinite);
  t.is(wallError.limiting, 1);
  isClose(t, wallError.t, 0.5, 1e-12);
});

test("a jump is crossed, minStep stops before it", (t) => {
  const jump = makeProblem(
    1,
    (time, _y, out) => {
      out[0] = time < 1 / 3 ? 0 : 1e6;
    },
    1e-9,
  );
  const stepper = go(new Radau(jump), [0], 1);
  isClose(t, stepper.y[0], 2e6 / 3, 1e-2);
  const strict = new Radau(jump, { minStep: 1e-4, initialStep: 1e-4 });
  const error = t.throws(() => go(strict, [0], 1), { instanceOf: StepUnderflow });
  t.false(error.nonFinite);
  t.is(error.limiting, 0);
  isBelow(t, error.t, 1 / 3);
  isBelow(t, error.h, 1e-4);
});

test("bad calls are refused", (t) => {
  const problem = makeSwing(1e-6);
  t.throws(() => new Radau(problem, { maxStep: 0 }), { message: /maxStep is 0/ });
  t.throws(() => new Radau(problem, { maxstep: 1 } as StepperOptions), { message: /did you mean "maxStep"/ });
  const stepper = new Radau(problem);
  t.throws(() => stepper.start(0, new Float64Array(3)), { message: /has 3 components; give 2/ });
  stepper.start(0, Float64Array.from([1, 0]));
  t.throws(() => stepper.interpolate(0, new Float64Array(2)), { message: /no dense output before a step/ });
  const unable = { ...problem, calcErrorScale: (_y: Float64Array, out: Float64Array) => out.fill(0) };
  t.throws(() => new Radau(unable).start(0, new Float64Array(2)), { message: /tolerable error of component 0 is 0/ });
});

test("large values at tight tolerances do not stall Newton's method", (t) => {
  // The value has rounding errors far above the tolerance, and the derivative feels them a million times enlarged.
  const offset = 1e7;
  const stepper = new Radau({
    size: 1,
    calcDerivative: (time, y, out) => {
      out[0] = -1e6 * (y[0] - offset - Math.sin(time)) + Math.cos(time);
    },
    calcErrorScale: (_y, out) => {
      out.fill(1e-11);
    },
  });
  go(stepper, [offset], 10);
  isClose(t, stepper.y[0] - offset, Math.sin(10), 1e-8);
  isBelow(t, stepper.accepted, 1000, `${stepper.accepted} steps`);
});

test("the matrix of derivatives: increments that fit the values, the other side of an edge, known rows left out", (t) => {
  const problem = makeProblem(
    4,
    (time, y, out) => {
      out[0] = y[3];
      out[1] = Math.sin(1e3 * y[1]) + y[0] * time;
      // Shrinks towards zero, below which there is nothing.
      out[2] = -Math.sqrt(y[2]);
      out[3] = y[0] ** 2 + 10 * y[3];
    },
    1,
    { rates: [3, -1, -1, -1] },
  );
  const jacobian = new Jacobian(problem);
  t.deepEqual([...jacobian.free], [1, 2, 3]);
  t.deepEqual([...jacobian.bound], [0]);
  t.deepEqual([...jacobian.rates], [2]);
  const y = Float64Array.of(3, 0, 1e-12, 7);
  const dydt = new Float64Array(4);
  problem.calcDerivative(2, y, dydt);
  const before = y.slice();
  const evaluations = jacobian.calc(2, y, dydt, new Float64Array(4).fill(1));
  t.is(jacobian.limiting, -1);
  // One more for the second side of the root.
  t.is(evaluations, 5);
  t.deepEqual(y, before);
  const near = (a: number, b: number) => isClose(t, a, b, 1e-6 * Math.abs(b));
  const [a11, a12, a13, , a22, , , , a33] = jacobian.freePart;
  near(a11, 1e3);
  t.deepEqual([a12, a13], [0, 0]);
  // The slope of the root over an increment of 1e-10.
  near(a22, -(Math.sqrt(101e-12) - Math.sqrt(1e-12)) / 1e-10);
  near(a33, 10);
  near(jacobian.boundPart[0], 2);
  near(jacobian.boundPart[1] + 1, 1);
  near(jacobian.boundPart[2], 6);
  // Nothing on either side.
  problem.calcDerivative(2, Float64Array.of(3, 0, -1, 7), dydt);
  jacobian.calc(2, Float64Array.of(3, 0, -1, 7), dydt, new Float64Array(4).fill(1));
  t.is(jacobian.limiting, 2);
});
