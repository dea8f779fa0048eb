import test from "ava";
import { ModelError } from "../../lib/index.ts";
import { dormandPrince5Table } from "../../lib/integrators/dormandPrince5Table.ts";
import { dormandPrince853Table } from "../../lib/integrators/dormandPrince853Table.ts";
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
  type Tableau,
} from "../../lib/integrators/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";

// ---------------------------------------------------------------- problems

type Derivative = (t: number, y: Float64Array, out: Float64Array) => void;

/** The tolerable error is `tolerance · (1 + |y|)`; Infinity takes every step as it comes. */
function makeProblem(size: number, calcDerivative: Derivative, tolerance = Number.POSITIVE_INFINITY): OdeProblem {
  return {
    size,
    calcDerivative,
    calcErrorScale(y, out) {
      for (let i = 0; i < size; i++) out[i] = tolerance * (1 + Math.abs(y[i]));
    },
  };
}

interface Motion {
  readonly name: "Kepler" | "torque-free body" | "pendulum";
  readonly size: number;
  readonly calcDerivative: Derivative;
  readonly solution: (t: number) => number[];
}

/** An ellipse of eccentricity 0.3 and period 2π, from the pericentre; solved by Kepler's equation. */
const eccentricity = 0.3;
const kepler: Motion = {
  name: "Kepler",
  size: 4,
  calcDerivative(_t, y, out) {
    const r2 = y[0] * y[0] + y[1] * y[1];
    const r3 = r2 * Math.sqrt(r2);
    out[0] = y[2];
    out[1] = y[3];
    out[2] = -y[0] / r3;
    out[3] = -y[1] / r3;
  },
  solution(t) {
    let angle = t;
    for (let k = 0; k < 50; k++) {
      angle -= (angle - eccentricity * Math.sin(angle) - t) / (1 - eccentricity * Math.cos(angle));
    }
    const b = Math.sqrt(1 - eccentricity ** 2);
    const rate = 1 / (1 - eccentricity * Math.cos(angle));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [c - eccentricity, b * s, -s * rate, b * c * rate];
  },
};

/** Jacobi's elliptic functions [sn, cn, dn] of modulus k, by descending arithmetic-geometric means. */
function calcJacobi(u: number, k: number): [number, number, number] {
  const a = [1];
  const c = [k];
  let b = Math.sqrt(1 - k * k);
  while (Math.abs(c[c.length - 1]) > 1e-17 && a.length < 12) {
    const last = a[a.length - 1];
    a.push((last + b) / 2);
    c.push((last - b) / 2);
    b = Math.sqrt(last * b);
  }
  let phi = 2 ** (a.length - 1) * a[a.length - 1] * u;
  for (let n = a.length - 1; n > 0; n--) phi = (phi + Math.asin((c[n] / a[n]) * Math.sin(phi))) / 2;
  const sn = Math.sin(phi);
  return [sn, Math.cos(phi), Math.sqrt(1 - k * k * sn * sn)];
}

/** The angular velocity of a torque-free body with moments 1, 2, 3, in body axes. [Landau, §37] */
const spin1 = 1;
const spin3 = 0.8;
const torqueFree: Motion = {
  name: "torque-free body",
  size: 3,
  calcDerivative(_t, y, out) {
    out[0] = ((2 - 3) / 1) * y[1] * y[2];
    out[1] = ((3 - 1) / 2) * y[2] * y[0];
    out[2] = ((1 - 2) / 3) * y[0] * y[1];
  },
  solution(t) {
    const energy2 = spin1 ** 2 + 3 * spin3 ** 2;
    const momentum2 = spin1 ** 2 + 9 * spin3 ** 2;
    const p = 3 * energy2 - momentum2;
    const q = momentum2 - energy2;
    const [sn, cn, dn] = calcJacobi(t * Math.sqrt(q / 6), Math.sqrt(p / q));
    return [Math.sqrt(p / 2) * cn, Math.sqrt(p / 2) * sn, Math.sqrt(q / 6) * dn];
  },
};

/** A pendulum of frequency 1 and amplitude 2 rad. */
const pendulum: Motion = {
  name: "pendulum",
  size: 2,
  calcDerivative(_t, y, out) {
    out[0] = y[1];
    out[1] = -Math.sin(y[0]);
  },
  solution(t) {
    const k = Math.sin(1);
    const quarter = calcQuarterPeriod(k);
    const [sn, cn] = calcJacobi(quarter + t, k);
    return [2 * Math.asin(k * sn), 2 * k * cn];
  },
};

function calcQuarterPeriod(k: number): number {
  let a = 1;
  let b = Math.sqrt(1 - k * k);
  for (let n = 0; n < 12; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

const motions = [kepler, torqueFree, pendulum];

// ---------------------------------------------------------------- methods

type Make = (problem: OdeProblem, options?: StepperOptions) => Stepper;
const makeDop853: Make = (problem, options) => new DormandPrince853(problem, options);
const makeDopri5: Make = (problem, options) => new DormandPrince5(problem, options);

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

const calcDistance = (a: ArrayLike<number>, b: ArrayLike<number>) => Math.hypot(...Array.from(a, (x, i) => x - b[i]));

/** Slope of the least-squares line through the logarithms. */
function fitOrder(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
  const x = points.map((p) => Math.log(p[0]));
  const y = points.map((p) => Math.log(p[1]));
  const [mx, my] = [mean(x), mean(y)];
  return mean(x.map((xi, i) => (xi - mx) * (y[i] - my))) / mean(x.map((xi) => (xi - mx) ** 2));
}

/** Runs from 0 to `end` and returns the largest error at the ends of the steps. */
function run(stepper: Stepper, motion: Motion, end: number): number {
  stepper.start(0, Float64Array.from(motion.solution(0)));
  let error = 0;
  while (stepper.t < end) {
    stepper.advance(end);
    error = Math.max(error, calcDistance(stepper.y, motion.solution(stepper.t)));
  }
  return error;
}

// ---------------------------------------------------------------- coefficients

/** A rooted tree is the list of its branches. */
type Tree = readonly Tree[];

/** All rooted trees with `n` vertices: 1, 1, 2, 4, 9, 20, 48, 115. */
const treesBySize: Tree[][] = [[], [[]]];
function listTrees(n: number): Tree[] {
  if (treesBySize[n]) return treesBySize[n];
  const trees: Tree[] = [];
  // Branches in descending order of (size, index), so that each multiset comes once.
  const addBranches = (branches: Tree[], left: number, size: number, index: number) => {
    if (left === 0) trees.push(branches);
    for (let s = Math.min(left, size); s > 0; s--) {
      const choices = listTrees(s);
      for (let j = s === size ? Math.min(index, choices.length - 1) : choices.length - 1; j >= 0; j--) {
        addBranches([...branches, choices[j]], left - s, s, j);
      }
    }
  };
  addBranches([], n - 1, n - 1, Number.POSITIVE_INFINITY);
  treesBySize[n] = trees;
  return trees;
}

const calcSize = (tree: Tree): number => tree.reduce((sum, branch) => sum + calcSize(branch), 1);
const calcDensity = (tree: Tree): number => tree.reduce((product, b) => product * calcDensity(b), calcSize(tree));

/** The sums of a tableau as full rows over all stages. */
function expand({ nodes, weights, columns, offsets }: Tableau): number[][] {
  return columns.map((stages, sum) => {
    const row = Array.from(nodes, () => 0);
    stages.forEach((stage, j) => {
      row[stage] += weights[offsets[sum] + j];
    });
    return row;
  });
}

interface PairTheory {
  readonly table: Tableau;
  readonly order: number;
  /** Up to which order each error estimate vanishes. */
  readonly errorOrders: readonly number[];
  readonly denseOrder: number;
}

const pairs: Record<string, PairTheory> = {
  dopri5: { table: dormandPrince5Table, order: 5, errorOrders: [4], denseOrder: 4 },
  dop853: { table: dormandPrince853Table, order: 8, errorOrders: [5, 3], denseOrder: 7 },
};

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const abs = (a: readonly number[]) => a.map(Math.abs);

/** The coefficients of θⁿ in the nested form of the dense output: alternately split off the value at 0 and at 1. */
function nestPower(n: number): number[] {
  let rest = [...Array(n).fill(0), 1] as number[];
  const nested: number[] = [];
  while (rest.length > 0) {
    if (nested.length % 2 === 0) {
      nested.push(rest[0]);
      rest = rest.slice(1);
    } else {
      // (p(θ) − p(1)) / (1 − θ): partial sums from the highest power down, with the other sign.
      const sums: number[] = [];
      rest.reduceRight((sum, x, i) => {
        sums[i] = sum + x;
        return sums[i];
      }, 0);
      nested.push(sums[0]);
      rest = sums.slice(1).map((x) => -x);
    }
  }
  return nested;
}

/**
 * The worst violation of the order conditions, in units of the rounding error of their own sums: `Σ b Φ(tree) = 1/γ`
 * for every rooted tree up to the order, 0 for error estimates, `θ^size / γ` for the dense output (vector by vector), and
 * `Σ a = c` for every stage.
 */
function calcViolation(pair: PairTheory, table: Tableau = pair.table): number {
  const { nodes, last, firstError, firstDense } = table;
  const rows = expand(table);
  const a = rows.slice(0, firstError);
  let worst = 0;
  const check = (sum: number, expected: number, size: number) => {
    worst = Math.max(worst, Math.abs(sum - expected) / (size * Number.EPSILON));
  };
  const ones = Array.from(nodes, () => 1);
  for (let s = 1; s < firstError; s++) check(dot(a[s], ones), nodes[s], dot(abs(a[s]), ones));

  // Elementary weights of all trees per stage, and the same sums without cancellation, which tell the rounding error.
  const known = new Map<Tree, [number[], number[]]>();
  const calcWeights = (tree: Tree): [number[], number[]] => {
    const cached = known.get(tree);
    if (cached) return cached;
    const value = a.map(() => 1);
    const size = a.map(() => 1);
    for (const branch of tree) {
      const [v, z] = calcWeights(branch);
      for (let s = 0; s < a.length; s++) {
        value[s] *= dot(a[s], v);
        size[s] *= dot(abs(a[s]), z);
      }
    }
    known.set(tree, [value, size]);
    return [value, size];
  };
  const checkSum = (row: readonly number[], order: number, calcExpected: (n: number) => number) => {
    for (let n = 1; n <= order; n++) {
      for (const tree of listTrees(n)) {
        const [v, z] = calcWeights(tree);
        check(dot(row, v), calcExpected(n) / calcDensity(tree), dot(abs(row), z));
      }
    }
  };
  checkSum(a[last], pair.order, () => 1);
  pair.errorOrders.forEach((order, e) => {
    checkSum(rows[firstError + e], order, () => 0);
  });
  const units = (stage: number) => Array.from(nodes, (_, s) => (s === stage ? 1 : 0));
  const c1 = a[last];
  const c2 = units(0).map((x, s) => x - c1[s]);
  const c3 = c1.map((x, s) => x - units(last)[s] - c2[s]);
  [c1, c2, c3, ...rows.slice(firstDense)].forEach((vector, k) => {
    checkSum(vector, pair.denseOrder, (n) => nestPower(n)[k + 1] ?? 0);
  });
  return worst;
}

/** Half a rounding per weight and some of the additions; measured: 0.6. */
const largestViolation = 1;

test("rooted trees are counted right", (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => listTrees(n).length),
    [1, 1, 2, 4, 9, 20, 48, 115],
  );
});

for (const [name, pair] of Object.entries(pairs)) {
  test(`${name}: every order condition holds`, (t) => {
    const violation = calcViolation(pair);
    isAtMost(t, violation, largestViolation, `${violation} roundings`);
  });

  test(`${name}: one unit in the 12th digit of any coefficient is noticed`, (t) => {
    let least = Number.POSITIVE_INFINITY;
    let where = "";
    for (const part of ["weights", "nodes"] as const) {
      pair.table[part].forEach((value, j) => {
        if (value === 0) return;
        const changed = Float64Array.from(pair.table[part]);
        changed[j] += 10 ** (Math.floor(Math.log10(Math.abs(value))) - 11);
        const violation = calcViolation(pair, { ...pair.table, [part]: changed });
        if (violation < least) [least, where] = [violation, `${part}[${j}]`];
      });
    }
    isAbove(t, least, largestViolation, `${where}: ${least} roundings`);
  });
}

// ---------------------------------------------------------------- order

for (const { method, make, order, dense, runs, largestDense } of methods) {
  for (const motion of motions) {
    test(`${method}: order ${order}: ${motion.name}`, (t) => {
      const [end, largest] = runs[motion.name];
      const fewest = Math.round(end / largest);
      const points = Array.from({ length: 9 }, (_, k): [number, number] => {
        const count = Math.round(fewest * 10 ** (k / 8));
        const stepper = make(makeProblem(motion.size, motion.calcDerivative), end / count);
        const error = run(stepper, motion, end);
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
        ratios.push(run(stepper, motion, 12) / tolerance);
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
    run(free, kepler, 20);
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
