import { callGiven, checkNumber, describe, ModelError } from "../../math/index.ts";
import type { GeneratrixCurve } from "./GeneratrixCurve.ts";

/** A radius over x, or a place along the axis and a radius over any parameter. */
export type GeneratrixFunction = (q: number) => number | readonly [x: number, r: number];

const LARGEST_DEGREE = 256;
/** Twice as many samples as terms at least: their rounding averages out, which second derivatives need most. */
const SAMPLES = 512;
/** Shares of the largest term below which terms are rounding: of a careful function first, then of careless ones. */
const ROUNDINGS = [5e-17, 2e-16, 1e-15, 1e-14];

/**
 * A curve whose derivatives nobody gave: interpolated in Chebyshev's points to rounding and differentiated as a
 * polynomial. Differences of the function itself would lose half the digits or more.
 */
export class ChebyshevCurve implements GeneratrixCurve {
  readonly from: number;
  readonly to: number;
  /** Coefficients of x, r, x′, r′, x″, r″ in the variable that runs from −1 to 1. */
  private readonly series: Float64Array[];
  private readonly ends: Float64Array;

  constructor(owner: string, curve: GeneratrixFunction, from: number, to: number) {
    this.from = from;
    this.to = to;
    this.ends = Float64Array.of(from, to);
    const values = interpolate((t) => readValue(owner, curve, 0.5 * (from + to) + 0.5 * (to - from) * t));
    if (values === undefined) {
      throw new ModelError(
        `${owner}: the generatrix is too rough for a polynomial of degree ${LARGEST_DEGREE}; ` +
          "where its tangent is upright (a round tip) give x and r as functions of an angle, else points [[x, r], …]",
      );
    }
    const first = values.map((series) => differentiate(series, 2 / (to - from)));
    this.series = [...values, ...first, ...first.map((series) => differentiate(series, 2 / (to - from)))];
  }

  calc(q: Float64Array, out: Float64Array): void {
    const { ends } = this;
    const t = (2 * q[0] - ends[0] - ends[1]) / (ends[1] - ends[0]);
    for (let k = 0; k < 6; k++) {
      const series = this.series[k];
      // Clenshaw's recurrence.
      let b1 = 0;
      let b2 = 0;
      for (let i = series.length - 1; i > 0; i--) {
        const b = 2 * t * b1 - b2 + series[i];
        b2 = b1;
        b1 = b;
      }
      out[k] = t * b1 - b2 + series[0];
    }
  }
}

function readValue(owner: string, curve: GeneratrixFunction, q: number): [number, number] {
  const value = callGiven(owner, `the generatrix at q = ${q}`, () => curve(q));
  const pair = Array.isArray(value) ? value : [q, value];
  if (pair.length !== 2) {
    throw new ModelError(`${owner}: the generatrix gives ${describe(value)} at q = ${q}; return [x, r] or a radius`);
  }
  return [checkNumber(owner, `x at q = ${q}`, pair[0]), checkNumber(owner, `the radius at q = ${q}`, pair[1])];
}

/** Both series with as many terms as it takes until the rest is rounding; nothing if it takes too many. */
function interpolate(curve: (t: number) => [number, number]): Float64Array[] | undefined {
  const cosines = listCosines();
  const samples = Array.from({ length: SAMPLES }, (_, j) => curve(cosines[2 * j + 1]));
  const series = [0, 1].map((k) =>
    Float64Array.from({ length: LARGEST_DEGREE + 1 }, (_, i) => {
      const sum = addUp(samples.map((value, j) => value[k] * cosines[(i * (2 * j + 1)) % (4 * SAMPLES)]));
      return ((i === 0 ? 1 : 2) * sum) / SAMPLES;
    }),
  );
  return ROUNDINGS.map((rounding) => series.map((list) => chop(list, rounding))).find((lists) =>
    lists.every((list) => list.length <= 0.8 * LARGEST_DEGREE),
  );
}

/** Cosines round the circle, a quarter of it has `SAMPLES` steps: all from the first eighth, since π is rounded too. */
function listCosines(): Float64Array {
  const calc = (m: number): number => {
    if (m > 2 * SAMPLES) return calc(4 * SAMPLES - m);
    if (m > SAMPLES) return -calc(2 * SAMPLES - m);
    const angle = (steps: number) => (Math.PI * steps) / (2 * SAMPLES);
    return 2 * m <= SAMPLES ? Math.cos(angle(m)) : Math.sin(angle(SAMPLES - m));
  };
  return Float64Array.from({ length: 4 * SAMPLES }, (_, m) => calc(m));
}

/** The sum with what each addition rounds off collected beside it [Neumaier]. */
function addUp(terms: readonly number[]): number {
  let sum = 0;
  let rest = 0;
  for (const term of terms) {
    const next = sum + term;
    rest += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  }
  return sum + rest;
}

/** Leaves off the terms that are only rounding. */
function chop(series: Float64Array, rounding: number): Float64Array {
  const largest = series.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  let length = series.length;
  while (length > 1 && Math.abs(series[length - 1]) <= rounding * largest) length--;
  return series.slice(0, length).map((x) => (Math.abs(x) <= rounding * largest ? 0 : x));
}

/** The series of the derivative: `c′_{i−1} = c′_{i+1} + 2 i c_i`, halved for the first. */
function differentiate(series: Float64Array, factor: number): Float64Array {
  const out = new Float64Array(Math.max(series.length - 1, 1));
  for (let i = series.length - 1; i > 0; i--) out[i - 1] = (out[i + 1] ?? 0) + 2 * i * series[i];
  out[0] *= 0.5;
  return out.map((x) => x * factor);
}
