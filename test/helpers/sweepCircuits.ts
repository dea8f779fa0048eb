import { BondGraph, Circuit, type CircuitRun, type CircuitSimulateOptions } from "../../lib/index.ts";
import { createGraph } from "./circuits.ts";

export interface SeriesValues {
  readonly V: number;
  readonly R: number;
  readonly L: number;
  readonly C: number;
}

/** Coil, capacitor and resistor in series on a source. */
export const createSeries = ({ V, R, L, C }: SeriesValues): BondGraph =>
  createGraph(
    [
      ["Se", "V", { parameters: { effort: V } }],
      ["1", "loop"],
      ["R", "R", { parameters: { resistance: R } }],
      ["I", "L", { parameters: { inertance: L } }],
      ["C", "C", { parameters: { capacitance: C } }],
    ],
    ["V > loop", "loop > R", "loop > L", "loop > C"],
    new BondGraph(),
  );

/** Terms of the power series where the exponents are small: enough for 1e-17 at `LONGEST_SERIES`. */
const TERMS = 14;
const LONGEST_SERIES = 0.05;

/**
 * The closed form of a series circuit that is switched on at rest, `Q'' + 2 ζ Q' + Q = 1` in the units `1/ω₀`, `C V` and
 * `V √(LC)`. Rates of very different size are found without a difference of near numbers: `λ₁ λ₂ = 1`, `1 − e^x` by `expm1`,
 * and the start by its power series.
 */
export class SeriesSolution {
  readonly omega: number;
  readonly damping: number;
  /** The fast and the slow rate, 1/s; for an oscillation its frequency and its decay. */
  readonly fast: number;
  readonly slow: number;
  private readonly values: SeriesValues;

  constructor(values: SeriesValues) {
    const { R, L, C } = values;
    this.values = values;
    this.omega = 1 / (Math.sqrt(L) * Math.sqrt(C));
    this.damping = ((R / 2) * Math.sqrt(C)) / Math.sqrt(L);
    const fast = this.damping > 1 ? this.damping + this.findRoot() : 1;
    this.fast = fast * this.omega;
    this.slow = (this.damping > 1 ? 1 / fast : this.damping) * this.omega;
  }

  private findRoot(): number {
    return Math.sqrt(Math.abs((this.damping - 1) * (this.damping + 1)));
  }

  /** Momentum of the coil and charge of the capacitor. */
  at(t: number): [momentum: number, charge: number] {
    const { V, L, C } = this.values;
    const x = this.omega * t;
    const [p, q] = t * this.fast < LONGEST_SERIES ? this.sumSeries(x) : this.evaluate(x);
    return [V * Math.sqrt(L) * Math.sqrt(C) * p, C * V * q];
  }

  /** `Q = Σ a_k x^k`, and `P = Q'`. */
  private sumSeries(x: number): [number, number] {
    let term = 0.5;
    let before = 0;
    let p = x;
    let q = 0.5 * x * x;
    for (let k = 1, power = x; k < TERMS; k++) {
      [before, term] = [term, (-2 * this.damping * (k + 1) * term - before) / ((k + 2) * (k + 1))];
      power *= x;
      p += (k + 2) * term * power;
      q += term * power * x;
    }
    return [p, q];
  }

  private evaluate(x: number): [number, number] {
    const { damping } = this;
    const root = this.findRoot();
    if (damping > 1) {
      const fast = damping + root;
      const slow = 1 / fast;
      return [
        (-Math.exp(-slow * x) * Math.expm1(-2 * root * x)) / (2 * root),
        (slow * Math.expm1(-fast * x) - fast * Math.expm1(-slow * x)) / (2 * root),
      ];
    }
    const decay = Math.exp(-damping * x);
    if (root === 0) return [x * decay, -Math.expm1(-x) - x * decay];
    const swing = Math.sin(root * x);
    const half = Math.sin((root * x) / 2);
    return [(decay * swing) / root, -Math.expm1(-damping * x) + decay * (2 * half * half - (damping / root) * swing)];
  }
}

/**
 * Largest difference of the states of a run from the closed form, at its steps and between them, as part of each state's
 * largest value over the run. Times are close together where the fast rate acts, too.
 */
export function measureSeries(run: CircuitRun, solution: SeriesSolution): number {
  const { end } = run;
  const first = Math.min(end, 0.01 / solution.fast);
  const count = 60;
  const between = Array.from({ length: count }, (_, i) => [
    Math.min(end, first * (end / first) ** (i / count)),
    (end * (i + 1)) / count,
  ]).flat();
  const times = [...run.times, ...between];
  const wanted = times.map((t) => solution.at(t));
  const errors = ["L", "C"].map((name, k) => {
    const largest = wanted.reduce((most, pair) => Math.max(most, Math.abs(pair[k])), 0);
    const worst = run.state(name, times).reduce((most, x, i) => Math.max(most, Math.abs(x - wanted[i][k])), 0);
    return worst / largest;
  });
  return Math.max(...errors);
}

export interface Sweep {
  /** Largest error of all runs, see `measureSeries`. */
  readonly error: number;
  readonly runs: number;
  /** Runs that went to the implicit method, and those of them that do not say so. */
  readonly implicit: number;
  readonly silent: number;
}

/**
 * Series circuits with R, L, C from 1e-6 to 1e6, damping ratios from 5e-13 to 5e11, over ten swings or five times their slow
 * time constant, which is up to 1e24 times the fast one.
 */
export function sweepSeries(options: Omit<CircuitSimulateOptions, "until">, decades: number): Sweep {
  const sizes = Array.from({ length: 12 / decades + 1 }, (_, i) => 10 ** (decades * i - 6));
  let [error, runs, implicit, silent] = [0, 0, 0, 0];
  for (const R of sizes) {
    for (const L of sizes) {
      for (const C of sizes) {
        const values = { V: 10, R, L, C };
        const solution = new SeriesSolution(values);
        const until = solution.damping > 1 ? 5 / solution.slow : (20 * Math.PI) / solution.omega;
        const run = new Circuit(createSeries(values)).simulateSync({ ...options, until });
        error = Math.max(error, measureSeries(run, solution));
        const isImplicit = run.statistics.method === "dop853, radau";
        const says = run.notes.some((note) => note.includes("dop853 was limited by stability"));
        runs++;
        if (isImplicit) implicit++;
        if (isImplicit !== says) silent++;
      }
    }
  }
  return { error, runs, implicit, silent };
}
