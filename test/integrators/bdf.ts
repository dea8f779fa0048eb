import test from "ava";
import { Matrix, solve as solveDense } from "ml-matrix";
import { Bdf, type BdfOptions } from "../../lib/integrators/Bdf.ts";
import { BdfHistory, MOST_ORDER } from "../../lib/integrators/BdfHistory.ts";
import { DaeMatrix } from "../../lib/integrators/DaeMatrix.ts";
import type { DaeProblem } from "../../lib/integrators/DaeProblem.ts";
import { evaluateDense, StepUnderflow } from "../../lib/integrators/index.ts";
import { areClose, isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { countArrays } from "../helpers/countArrays.ts";
import {
  calcDistance,
  type Derivative,
  fitOrder,
  kepler,
  makeProblem,
  makeProthero,
  measureError,
  pendulum,
  solveProthero,
} from "../helpers/odeMotions.ts";
import { RandomSource } from "../helpers/random.ts";
import { hires, robertson, vanDerPol } from "../helpers/stiffProblems.ts";
import { pendulum as swing } from "../reference/pendulum.ts";

const ORDERS = [1, 2, 3, 4, 5];
const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

// ---------------------------------------------------------------- formulas

/** A history that knows the exact values of `f` at `times`, built step by step, each of the order it can have. */
function remember(f: (t: number) => number, slope: number, times: readonly number[], order: number): BdfHistory {
  const history = new BdfHistory(1);
  const [y, rates] = [new Float64Array(1), new Float64Array(1)];
  history.start(Float64Array.of(f(times[0])), Float64Array.of(slope));
  for (let n = 1; n < times.length; n++) {
    history.prepare(times[n] - times[n - 1], Math.min(n, order));
    history.predict(y, rates);
    history.accept(Float64Array.of(f(times[n]) - y[0]));
  }
  return history;
}

/** The rate that the formula of order `k` gives at the end of a step `h` from the last of `times`, where the value is exact. */
function differentiate(history: BdfHistory, f: (t: number) => number, t: number, h: number, k: number) {
  const [y, rates] = [new Float64Array(1), new Float64Array(1)];
  history.prepare(h, k);
  history.predict(y, rates);
  const excess = f(t + h) - y[0];
  return { excess, rate: rates[0] + history.leading * excess, predictedRate: rates[0] };
}

/** Steps that grow and shrink, the last point at zero. */
const unevenTimes = (count: number, h: number): number[] => {
  const steps = Array.from({ length: count }, (_, n) => h * [1, 0.6, 1.3, 0.8, 1.7, 1.1, 0.5][n % 7]);
  const times = [0];
  for (const step of steps) times.unshift(times[0] - step);
  return times;
};

test("the formula of order k is exact for polynomials of degree k, whatever the steps were", (t) => {
  for (const k of ORDERS) {
    const power = (x: number) => (x - 0.3) ** k;
    const times = unevenTimes(k + 3, 0.4);
    const history = remember(power, k * (times[0] - 0.3) ** (k - 1), times, k);
    const { excess, rate } = differentiate(history, power, 0, 0.5, k);
    // Rounding of differences of numbers of size 5^k/k!.
    isClose(t, excess, 0, 1e-12 * 3 ** k, `order ${k}: the prediction`);
    isClose(t, rate, k * 0.2 ** (k - 1), 1e-11 * 3 ** k, `order ${k}: the rate`);
  }
});

test("over equal steps it is the BDF: leading coefficient, error constant, and what the error test multiplies by", (t) => {
  for (const k of ORDERS) {
    const h = 0.5;
    const next = (x: number) => x ** (k + 1);
    const times = Array.from({ length: k + 4 }, (_, n) => h * (n - k - 3));
    const history = remember(next, (k + 1) * times[0] ** k, times, k);
    const { excess, rate } = differentiate(history, next, 0, h, k);
    isClose(
      t,
      history.leading * h,
      ORDERS.slice(0, k).reduce((sum, j) => sum + 1 / j, 0),
      1e-14,
    );
    // y − y⁰ = h^(k+1) y^(k+1); the rate misses h^k y^(k+1)/(k+1) [Hairer, Nørsett, Wanner, III.2].
    const derivative = factorial(k + 1);
    isClose(t, excess / (h ** (k + 1) * derivative), 1, 1e-9, `order ${k}: beyond the prediction`);
    isClose(t, (rate - (k + 1) * h ** k) / ((h ** k * derivative) / (k + 1)), -1, 1e-9, `order ${k}: the rate`);
    isClose(t, history.errorFactor, 1 / (k + 1), 1e-14);
    isClose(t, history.orderFactors[k], 1 / (k + 1), 1e-14);
  }
});

test("over uneven steps the rate is right to h^k", (t) => {
  const f = (x: number) => Math.exp(2 * x);
  const slope = (x: number) => 2 * f(x);
  for (const k of ORDERS) {
    const points = [1, 0.7, 0.5, 0.35, 0.25].map((part): [number, number] => {
      const h = 0.08 * part;
      const times = unevenTimes(k + 3, h);
      const history = remember(f, slope(times[0]), times, k);
      return [h, Math.abs(differentiate(history, f, 0, 1.2 * h, k).rate - slope(1.2 * h))];
    });
    isClose(t, fitOrder(points), k, 0.25, `order ${k}`);
  }
});

test("a start with the second derivative is exact for parabolas; the dense polynomial is the one through the points", (t) => {
  const history = new BdfHistory(1);
  const [y, rates] = [new Float64Array(1), new Float64Array(1)];
  history.start(Float64Array.of(2), Float64Array.of(-3));
  history.setBends(Float64Array.of(5));
  // Tried twice: the past follows the step.
  for (const h of [0.7, 0.2]) {
    history.prepare(h, 2);
    history.predict(y, rates);
    isClose(t, y[0], 2 - 3 * h + 2.5 * h * h, 1e-15);
    isClose(t, rates[0], -3 + 5 * h, 1e-15);
  }
  for (const k of ORDERS) {
    const polynomial = (x: number) => 0.3 + x - (1.5 * x - 0.2) ** k;
    const times = unevenTimes(k + 3, 0.4);
    const past = remember(polynomial, 1 - 1.5 * k * (1.5 * times[0] - 0.2) ** (k - 1), times, k);
    const { excess } = differentiate(past, polynomial, 0, 0.3, k);
    past.accept(Float64Array.of(excess));
    const vectors = Array.from({ length: MOST_ORDER + 1 }, () => new Float64Array(1));
    past.calcDense(vectors, 1);
    vectors[0][0] = polynomial(0);
    vectors[1][0] = polynomial(0.3) - polynomial(0);
    const out = new Float64Array(1);
    for (const theta of [0, 0.2, 0.5, 0.9, 1, 1.3]) {
      evaluateDense(
        Float64Array.from(vectors, ([value]) => value),
        0,
        6,
        1,
        theta,
        out,
      );
      isClose(t, out[0], polynomial(0.3 * theta), 1e-12 * 3 ** k, `order ${k}, ${theta}`);
    }
  }
});

test("a point that is replaced changes nothing but itself", (t) => {
  const f = (x: number) => Math.cos(2 * x);
  const times = unevenTimes(8, 0.1);
  const history = remember(f, -2 * Math.sin(2 * times[0]), times, 4);
  history.shift(Float64Array.of(0.01));
  const other = remember((x) => f(x) + (x === 0 ? 0.01 : 0), -2 * Math.sin(2 * times[0]), times, 4);
  for (let j = 0; j <= 4; j++) isClose(t, history.differences[j][0], other.differences[j][0], 1e-15);
});

// ---------------------------------------------------------------- convergence

const makeSwing = (tolerance: number, options?: BdfOptions) =>
  new Bdf(makeProblem(2, pendulum.calcDerivative, tolerance, { rates: [1, -1] }), options);

test("every order converges with its power of the step: a pendulum", (t) => {
  for (const maxOrder of ORDERS) {
    const digits = maxOrder === 1 ? [2, 3, 4] : maxOrder === 2 ? [3, 4, 5, 6] : [4, 5, 6, 7, 8, 9];
    const points = digits.map((d): [number, number] => {
      const stepper = makeSwing(10 ** -d, { maxOrder });
      const error = measureError(stepper, pendulum, 10);
      isAtMost(t, stepper.order, maxOrder);
      return [10 / stepper.accepted, error];
    });
    const order = fitOrder(points);
    t.log(`order ${maxOrder}: ${order.toFixed(2)}`);
    // Steps change along the way, and other orders take part: less than a third of an order.
    isClose(t, order, maxOrder, 0.3);
  }
});

test("the error follows the tolerance, at the ends of steps and between them", (t) => {
  for (const motion of [pendulum, kepler]) {
    const points: [number, number][] = [];
    for (let digits = 4; digits <= 11; digits++) {
      const tolerance = 10 ** -digits;
      const stepper = new Bdf(makeProblem(motion.size, motion.calcDerivative, tolerance));
      const u = new Float64Array(motion.size);
      let [ends, dense] = [0, 0];
      stepper.start(0, Float64Array.from(motion.solution(0)));
      while (stepper.t < 10) {
        stepper.advance(10);
        ends = Math.max(ends, calcDistance(stepper.y, motion.solution(stepper.t)));
        for (const part of [0.2, 0.5, 0.8]) {
          const time = stepper.tOld + part * stepper.h;
          stepper.interpolate(time, u);
          dense = Math.max(dense, calcDistance(u, motion.solution(time)));
        }
      }
      points.push([tolerance, ends]);
      isBelow(t, ends, 40 * tolerance, `${motion.name}, ${tolerance}`);
      isBelow(t, dense, 1.2 * ends + 2 * tolerance, `${motion.name}, ${tolerance}, dense output`);
    }
    isClose(t, fitOrder(points), 1, 0.1, motion.name);
  }
});

for (const [name, problem, magnitude, bound] of [
  ["Van der Pol, ε = 1e-6", vanDerPol, 1, 3],
  ["Robertson until 1e11", robertson, 1e-6, 8],
  ["HIRES", hires, 1e-3, 3],
] as const) {
  test(`${name}: the published end, with an error in proportion to the tolerance`, (t) => {
    const ratios = [4, 6, 8, 10].map((digits) => {
      const tolerance = 10 ** -digits;
      const stepper = new Bdf(makeProblem(problem.size, problem.calcDerivative, tolerance, { magnitude }));
      stepper.start(0, Float64Array.from(problem.start));
      while (stepper.t < problem.end) stepper.advance(problem.end);
      return Math.max(...problem.solution.map((x, i) => Math.abs(stepper.y[i] - x) / Math.abs(x) / tolerance));
    });
    t.log(`relative error / tolerance: ${ratios.map((r) => r.toFixed(2)).join(" ")}`);
    isBelow(t, Math.max(...ratios), bound);
  });
}

test("a stiff problem takes the steps of its slow part, however stiff it is, with few matrices", (t) => {
  const counts = [1e4, 1e6, 1e8].map((rate) => {
    const stepper = new Bdf(makeProthero(rate, 1e-6));
    stepper.start(0, Float64Array.from(solveProthero(0)));
    while (stepper.t < 10) stepper.advance(10);
    isClose(t, stepper.y[0], solveProthero(10)[0], 1e-6);
    isAtMost(t, stepper.jacobians, 4);
    return stepper.accepted;
  });
  for (const count of counts) isBelow(t, count, 300);
});

// ---------------------------------------------------------------- differential-algebraic equations

/**
 * A point of mass 1 on a circle of radius 1 in the plane, in Cartesian coordinates, gravity 1 along −y, in the form of Gear, Gupta
 * and Leimkuhler: unknowns x, y, u, v and the integrals of λ and μ.
 */
class CartesianPendulum implements DaeProblem {
  readonly size = 4;
  readonly multiplierCount = 2;
  readonly rates = Int32Array.of(2, 3, -1, -1);
  readonly tolerated: number;

  constructor(tolerance: number) {
    this.tolerated = tolerance;
  }

  calcErrorScale(_y: Float64Array, out: Float64Array): void {
    out.fill(this.tolerated);
  }

  prepare(): void {}

  private tension([x, y, u, v]: Float64Array): number {
    return (u * u + v * v - y) / (x * x + y * y);
  }

  calcDerivative(_t: number, y: Float64Array, out: Float64Array): void {
    const lambda = this.tension(y);
    out[0] = y[2];
    out[1] = y[3];
    out[2] = -y[0] * lambda;
    out[3] = -1 - y[1] * lambda;
    this.lambda = lambda;
  }

  private lambda = 0;

  readMultipliers(out: Float64Array, offset: number): void {
    out[offset] = this.lambda;
    out[offset + 1] = 0;
  }

  calcResidual(_t: number, y: Float64Array, r: Float64Array, out: Float64Array): void {
    out[0] = r[0] - y[2] + y[0] * r[5];
    out[1] = r[1] - y[3] + y[1] * r[5];
    out[2] = r[2] + y[0] * r[4];
    out[3] = r[3] + 1 + y[1] * r[4];
    out[4] = y[0] * y[2] + y[1] * y[3];
    out[5] = (y[0] * y[0] + y[1] * y[1] - 1) / 2;
  }

  calcRateMatrix(_t: number, y: Float64Array, _r: Float64Array, out: Float64Array): void {
    out.fill(0);
    for (let i = 0; i < 4; i++) out[7 * i] = 1;
    out[5] = y[0];
    out[11] = y[1];
    out[16] = y[0];
    out[22] = y[1];
  }
}

test("a pendulum with its multipliers as unknowns: closed form, drift, tension", (t) => {
  const { angle, rate } = swing(1, 2);
  for (const tolerance of [1e-5, 1e-7, 1e-9]) {
    const stepper = new Bdf(new CartesianPendulum(tolerance));
    stepper.start(0, Float64Array.of(Math.sin(2), -Math.cos(2), 0, 0));
    let [error, drift] = [0, 0];
    while (stepper.t < 10) {
      stepper.advance(10);
      const [x, y, u, v] = stepper.y;
      const [phi, omega] = [angle(stepper.t), rate(stepper.t)];
      const [s, c] = [Math.sin(phi), Math.cos(phi)];
      error = Math.max(error, calcDistance(stepper.y, [s, -c, omega * c, omega * s]));
      drift = Math.max(drift, Math.abs(Math.hypot(x, y) - 1), Math.abs(x * u + y * v));
      // What the multiplier and gravity do along the string, after the first steps: the centripetal acceleration.
      const pull = -(stepper.dydt[2] * x + stepper.dydt[3] * y);
      if (stepper.t > 1) isClose(t, pull, omega * omega, 300 * tolerance);
    }
    t.log(`tolerance ${tolerance}: error ${error}, drift ${drift}`);
    isBelow(t, error, 3 * tolerance);
    // What Newton's method leaves.
    isBelow(t, drift, 0.01 * tolerance);
  }
});

test("an algebraic equation in place of a differential one: Robertson's reaction with its mass", (t) => {
  // Small enough for the little that there is of the second substance, and large against the rounding of the sum.
  const [tolerance, magnitude] = [1e-6, 1e-4];
  const ode = makeProblem(3, robertson.calcDerivative, tolerance, { magnitude });
  const problem: DaeProblem = {
    ...ode,
    multiplierCount: 0,
    prepare() {},
    readMultipliers() {},
    calcResidual(time, y, rates, out) {
      ode.calcDerivative(time, y, out);
      out[0] = rates[0] - out[0];
      out[1] = rates[1] - out[1];
      out[2] = y[0] + y[1] + y[2] - 1;
    },
    calcRateMatrix(_t, _y, _rates, out) {
      out.fill(0);
      out[0] = 1;
      out[4] = 1;
    },
  };
  const stepper = new Bdf(problem);
  stepper.start(0, Float64Array.from(robertson.start));
  while (stepper.t < robertson.end) stepper.advance(robertson.end);
  robertson.solution.forEach((x, i) => {
    isClose(t, stepper.y[i], x, 10 * tolerance * (magnitude + x));
  });
  // Linear: Newton's method meets it to rounding.
  isClose(t, stepper.y[0] + stepper.y[1] + stepper.y[2], 1, 1e-14);
});

test("the matrix is ∂F/∂y + c ∂F/∂ẏ, coordinates eliminated block by block", (t) => {
  const random = new RandomSource(5);
  const problem = new CartesianPendulum(1e-8);
  const matrix = new DaeMatrix(problem);
  for (let n = 0; n < 20; n++) {
    const y = Float64Array.from({ length: 6 }, () => random.number(-2, 2));
    const rates = Float64Array.from({ length: 6 }, () => random.number(-2, 2));
    const [a, b, u, v] = y;
    const c = 10 ** random.number(-1, 4);
    // The rates of coordinates hold the patch μ̇, which is zero at the solution: its derivative is left out.
    rates[5] = 0;
    const dense = new Matrix([
      [c, 0, -1, 0, 0, c * a],
      [0, c, 0, -1, 0, c * b],
      [rates[4], 0, c, 0, c * a, 0],
      [0, rates[4], 0, c, c * b, 0],
      [u, v, a, b, 0, 0],
      [a, b, 0, 0, 0, 0],
    ]);
    const r = Array.from({ length: 6 }, () => random.number(-1, 1));
    t.is(matrix.calc(0, y, rates), 5);
    t.true(matrix.factor(c));
    const x = Float64Array.from(r);
    matrix.solve(x);
    const expected = solveDense(dense, Matrix.columnVector(r)).to1DArray();
    const size = Math.max(...expected.map(Math.abs));
    // Differences are right to eight digits, and the matrix has a condition of up to 1e4.
    areClose(
      t,
      [...x].map((value) => value / size),
      expected.map((value) => value / size),
      1e-5,
      `${n}, c = ${c}`,
    );
  }
});

// ---------------------------------------------------------------- the stepper

test("steps allocate no arrays", (t) => {
  const stepper = makeSwing(1e-6, { maxStep: 0.05 });
  const u = new Float64Array(2);
  stepper.start(0, Float64Array.of(2, 0));
  for (let n = 0; n < 20; n++) stepper.advance(100);
  const made = countArrays(() => {
    for (let n = 0; n < 200; n++) {
      stepper.advance(100);
      stepper.interpolate(stepper.tOld + 0.3 * stepper.h, u);
    }
  });
  t.is(made, 0);
});

test("two runs are the same to the last bit; a step ends where it is asked to", (t) => {
  const runs = [1, 2].map(() => {
    const stepper = makeSwing(1e-7);
    stepper.start(0, Float64Array.of(2, 0));
    while (stepper.t < 7) stepper.advance(7);
    return stepper;
  });
  t.is(runs[0].t, 7);
  t.deepEqual([...runs[0].y], [...runs[1].y]);
  t.is(runs[0].evaluations, runs[1].evaluations);
});

test("a replaced state is where the dense output ends, and where the past goes on from", (t) => {
  const stepper = makeSwing(1e-8);
  stepper.start(0, Float64Array.of(2, 0));
  while (stepper.t < 2) stepper.advance(9);
  const moved = stepper.y.map((value) => value + 2e-11);
  const u = new Float64Array(2);
  stepper.replaceState(moved);
  for (const [time, expected] of [
    [stepper.t, moved],
    [stepper.tOld, undefined],
  ] as const) {
    stepper.interpolate(time, u);
    if (expected) areClose(t, u, expected, 1e-16);
    else areClose(t, u, pendulum.solution(time), 3e-8);
  }
  // The next steps are taken as if nothing had been: a kick of a fraction of the estimated error.
  const { rejected } = stepper;
  for (let n = 0; n < 10; n++) stepper.advance(9);
  isAtMost(t, stepper.rejected - rejected, 1);
  areClose(t, stepper.y, pendulum.solution(stepper.t), 3e-8);
});

test("an event is located on the dense output, and the run goes on behind it", (t) => {
  const tolerance = 1e-9;
  const stepper = makeSwing(tolerance);
  const u = new Float64Array(2);
  const { period } = swing(1, 2);
  const found: number[] = [];
  stepper.start(0, Float64Array.of(2, 0));
  while (found.length < 5) {
    stepper.advance(100);
    stepper.interpolate(stepper.tOld, u);
    const before = u[0];
    if (before * stepper.y[0] > 0) continue;
    let [low, high] = [stepper.tOld, stepper.t];
    for (let n = 0; n < 60; n++) {
      const middle = (low + high) / 2;
      stepper.interpolate(middle, u);
      if (u[0] * before > 0) low = middle;
      else high = middle;
    }
    found.push(high);
    stepper.interpolate(high, u);
    stepper.start(high, u.slice());
  }
  found.forEach((time, n) => {
    isClose(t, time, (period * (2 * n + 1)) / 4, 30 * tolerance);
  });
});

test("values that are not finite shorten the step; where the solution ends it stops and says so", (t) => {
  const root: Derivative = (_t, y, out) => {
    out[0] = -Math.sqrt(y[0]);
  };
  // y = (1 − t/2)² is zero at t = 2, beyond which there is no square root.
  const stepper = new Bdf(makeProblem(1, root, 1e-8), { initialStep: 1 });
  stepper.start(0, Float64Array.of(1));
  while (stepper.t < 1.9) stepper.advance(1.9);
  isClose(t, stepper.y[0], 0.05 ** 2, 1e-8);
  const wall = new Bdf(
    makeProblem(
      2,
      (time, _y, out) => {
        out[0] = 1;
        out[1] = time > 1 ? Number.NaN : 1;
      },
      1e-6,
    ),
  );
  wall.start(0, Float64Array.of(0, 0));
  const error = t.throws(
    () => {
      for (;;) wall.advance(5);
    },
    { instanceOf: StepUnderflow, message: /bdf: no step is small enough.*the derivative of component 1 of the state/ },
  );
  isClose(t, error.t, 1, 1e-12);
  t.true(error.nonFinite);
});

test("a jump is crossed with few steps, and the order comes back", (t) => {
  const jump: Derivative = (time, _y, out) => {
    out[0] = time < 1 ? Math.cos(time) : -Math.cos(time);
  };
  const stepper = new Bdf(makeProblem(1, jump, 1e-7));
  stepper.start(0, Float64Array.of(0));
  while (stepper.t < 3) stepper.advance(3);
  isClose(t, stepper.y[0], 2 * Math.sin(1) - Math.sin(3), 1e-5);
  isAtLeast(t, stepper.order, 4);
  isBelow(t, stepper.accepted, 400);
  isAbove(t, stepper.rejected, 0);
});

test("bad options are refused", (t) => {
  const problem = makeProblem(1, () => {}, 1);
  for (const [options, message] of [
    [{ maxOrder: 6 }, /maxOrder is 6/],
    [{ maxOrder: 0 }, /maxOrder is 0/],
    [{ maxorder: 3 }, /did you mean "maxOrder"/],
  ] as const) {
    t.throws(() => new Bdf(problem, options as BdfOptions), { message });
  }
});
