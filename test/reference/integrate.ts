/** Right-hand side of `dy/dt = f(t, y)`; returns a new array and leaves `y` alone. */
export type Rates = (t: number, y: readonly number[]) => number[];

/**
 * Substeps of the modified midpoint rule: eight columns of extrapolation in the square of the substep, order 16. This
 * sequence (Bulirsch's) magnifies rounding errors nine times, the even numbers 2 … 16 would do it 119 times.
 */
const SUBSTEPS = [2, 4, 6, 8, 12, 16, 24, 32];

/** The change of `y` over one step by Gragg's modified midpoint rule with an even number of substeps. */
function midpoint(f: Rates, t: number, y: readonly number[], f0: readonly number[], h: number, n: number): number[] {
  const sub = h / n;
  let before = y.map(() => 0);
  let change = f0.map((rate) => sub * rate);
  for (let i = 1; i < n; i++) {
    const rates = f(
      t + i * sub,
      y.map((value, j) => value + change[j]),
    );
    const after = before.map((value, j) => value + 2 * sub * rates[j]);
    before = change;
    change = after;
  }
  const last = f(
    t + h,
    y.map((value, j) => value + change[j]),
  );
  return change.map((value, j) => (value + before[j] + sub * last[j]) / 2);
}

/**
 * One extrapolated step: the change of `y`, and the difference of the last two columns, which estimates the error of
 * the column before the one that is returned.
 */
function extrapolate(f: Rates, t: number, y: readonly number[], h: number): { change: number[]; error: number[] } {
  const f0 = f(t, y);
  let row: number[][] = [];
  for (let k = 0; k < SUBSTEPS.length; k++) {
    const next = [midpoint(f, t, y, f0, h, SUBSTEPS[k])];
    for (let j = 0; j < k; j++) {
      const factor = (SUBSTEPS[k] / SUBSTEPS[k - j - 1]) ** 2 - 1;
      next.push(next[j].map((value, i) => value + (value - row[j][i]) / factor));
    }
    row = next;
  }
  const [lower, upper] = row.slice(-2);
  return { change: upper, error: upper.map((value, i) => value - lower[i]) };
}

/**
 * The state at `t1` of the initial value problem `y(t0) = y0`, by Gragg–Bulirsch–Stoer extrapolation of order 16 with
 * error control. `tolerance` bounds the estimated error of each step relative to `1 + |y|`, component by component;
 * at 1e-15 rounding is what limits the result. Steps are summed with compensation. `t1` may lie before `t0`.
 */
export function integrate(f: Rates, y0: readonly number[], t0: number, t1: number, tolerance = 1e-15): number[] {
  let y = [...y0];
  let lost = y.map(() => 0);
  let t = t0;
  let h = (t1 - t0) / 16;
  while (t !== t1) {
    const isLast = Math.abs(t1 - t) <= Math.abs(h) * (1 + 1e-9);
    const step = isLast ? t1 - t : h;
    const { change, error } = extrapolate(f, t, y, step);
    const ratio = Math.max(...error.map((value, i) => Math.abs(value) / (tolerance * (1 + Math.abs(y[i])))));
    if (ratio <= 1) {
      const sum = y.map((value, i) => value + (change[i] + lost[i]));
      lost = sum.map((value, i) => change[i] + lost[i] - (value - y[i]));
      y = sum;
      t = isLast ? t1 : t + step;
    }
    const order = 2 * SUBSTEPS.length - 1;
    h = step * Math.min(2, Math.max(0.1, 0.9 * ratio ** (-1 / order) || 0.1));
    if (!(Math.abs(step) > 1e-14 * Math.max(Math.abs(t0), Math.abs(t1)))) {
      throw new Error(`integrate: the step became too small at t = ${t}`);
    }
  }
  return y;
}

/** The states at several times, in the order given; each continues from the one before. */
export function integrateTo(
  f: Rates,
  y0: readonly number[],
  t0: number,
  times: readonly number[],
  tolerance = 1e-15,
): number[][] {
  let t = t0;
  let y = [...y0];
  return times.map((time) => {
    y = integrate(f, y, t, time, tolerance);
    t = time;
    return y;
  });
}

/** Nodes and weights of the Gauss–Legendre rule with `n` points on [−1, 1]. */
export function gaussLegendre(n: number): { nodes: number[]; weights: number[] } {
  const nodes: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let iteration = 0; iteration < 8; iteration++) {
      let before = 1;
      let value = x;
      for (let k = 2; k <= n; k++) [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (x * value - before)) / (x * x - 1);
      x -= value / slope;
    }
    nodes.push(x);
    weights.push(2 / ((1 - x * x) * slope * slope));
  }
  return { nodes, weights };
}

const RULE = gaussLegendre(16);

/** The integral of a smooth function over [a, b] with `panels` equal panels of the 16-point Gauss–Legendre rule. */
export function quadrature(f: (x: number) => number, a: number, b: number, panels = 1): number {
  const half = (b - a) / (2 * panels);
  let sum = 0;
  for (let p = 0; p < panels; p++) {
    const middle = a + (2 * p + 1) * half;
    for (let i = 0; i < RULE.nodes.length; i++) sum += RULE.weights[i] * f(middle + half * RULE.nodes[i]);
  }
  return half * sum;
}
