/** No formula of a higher order is stable enough. */
export const MOST_ORDER = 5;

/**
 * The past of a solution as modified divided differences `φ_j = ψ_0 … ψ_{j−1} y[t_n, …, t_{n−j}]`, with the spans
 * `ψ_j = t_n − t_{n−1−j}`, and the formulas made of it [Brenan, 5.2]. Over a step h the
 * polynomial of degree k through the last k + 1 points predicts `y⁰`, `ẏ⁰`; the formula of order k for the new point is
 *
 *     ẏ = ẏ⁰ + c (y − y⁰),   c = (1 + 1/2 + … + 1/k)/h,
 *
 * with a leading coefficient that depends on the present step alone, however long the steps before were. The new point enters
 * every difference with the factor one, so what it is beyond the prediction, `E = y − y⁰`, is added to all of them.
 */
export class BdfHistory {
  /** How many numbers are followed. */
  readonly size: number;
  /** φ, and ψ. */
  readonly differences: readonly Float64Array[];
  readonly spans = new Float64Array(MOST_ORDER + 2);
  /** Of the step that is tried: its size and order, the leading coefficient c. */
  step = 0;
  order = 1;
  leading = 0;
  /** The error of the step, and of its dense output, in units of E; and that of order j in units of `y − y⁰` of that order. */
  errorFactor = 0;
  readonly orderFactors = new Float64Array(MOST_ORDER + 1);
  /** Spans at the end of the step; what differences are multiplied by for it, and their parts of `ẏ⁰`. */
  private readonly nextSpans = new Float64Array(MOST_ORDER + 2);
  private readonly factors = new Float64Array(MOST_ORDER + 1);
  private readonly slopes = new Float64Array(MOST_ORDER + 1);
  /** Dense output: coefficients of the product of the polynomial's first factors, and all of them by difference. */
  private readonly product = new Float64Array(MOST_ORDER + 1);
  private readonly weights = new Float64Array((MOST_ORDER + 1) ** 2);
  /** First and second derivatives at the start, which stand for the past until a step is accepted. */
  private readonly startRates: Float64Array;
  private readonly startBends: Float64Array;
  private hasSteps = false;

  constructor(size: number) {
    this.size = size;
    this.startRates = new Float64Array(size);
    this.startBends = new Float64Array(size);
    this.differences = Array.from({ length: MOST_ORDER + 2 }, () => new Float64Array(size));
  }

  /** Begins with a state and its rates; of a higher order than one nothing is known. */
  start(y: Float64Array, rates: Float64Array): void {
    this.differences[0].set(y.subarray(0, this.size));
    this.startRates.set(rates.subarray(0, this.size));
    this.startBends.fill(0);
    this.hasSteps = false;
  }

  /** Second derivatives at the start, of the first components: the first step may be of order two. */
  setBends(bends: Float64Array): void {
    this.startBends.set(bends);
  }

  /** The coefficients of a step of size `h` and order `k`. */
  prepare(h: number, k: number): void {
    const { spans, nextSpans, factors, slopes, orderFactors } = this;
    if (!this.hasSteps) this.imaginePast(h);
    this.step = h;
    this.order = k;
    let span = h;
    let part = 1;
    let sum = 0;
    let harmonic = 0;
    factors[0] = 1;
    slopes[0] = 0;
    orderFactors[0] = 1;
    for (let j = 1; j <= k; j++) {
      nextSpans[j - 1] = span;
      factors[j] = (factors[j - 1] * span) / spans[j - 1];
      slopes[j] = slopes[j - 1] + 1 / span;
      sum += part;
      harmonic += 1 / j;
      span = spans[j - 1] + h;
      part = h / span;
      orderFactors[j] = j * orderFactors[j - 1] * part;
    }
    nextSpans[k] = span;
    this.leading = harmonic / h;
    this.errorFactor = Math.max(part, Math.abs(part + sum - harmonic));
  }

  /** Before the first step: the parabola through the start, at points as far apart as the step is long. */
  private imaginePast(h: number): void {
    const { size, startRates, startBends, spans } = this;
    const [, first, second] = this.differences;
    for (let i = 0; i < size; i++) {
      const bend = h * h * startBends[i];
      first[i] = h * startRates[i] - 0.5 * bend;
      second[i] = bend;
    }
    spans[0] = h;
    spans[1] = 2 * h;
  }

  /** `y⁰` and `ẏ⁰` */
  predict(y: Float64Array, rates: Float64Array): void {
    const { differences, factors, slopes, order, size } = this;
    const [first] = differences;
    for (let i = 0; i < size; i++) {
      y[i] = first[i];
      rates[i] = 0;
    }
    for (let j = 1; j <= order; j++) {
      const difference = differences[j];
      const factor = factors[j];
      const slope = factor * slopes[j];
      for (let i = 0; i < size; i++) {
        y[i] += factor * difference[i];
        rates[i] += slope * difference[i];
      }
    }
  }

  /** What the difference of order j will be at the end of the step but for E. */
  getFactor(j: number): number {
    return this.factors[j];
  }

  /** The step is accepted, with the new point `excess` beyond the prediction. */
  accept(excess: Float64Array): void {
    const { differences, factors, order: k, size, spans, nextSpans } = this;
    for (let j = 0; j <= k; j++) spans[j] = nextSpans[j];
    differences[k + 1].set(excess.subarray(0, size));
    for (let j = k; j >= 0; j--) {
      const difference = differences[j];
      const higher = differences[j + 1];
      const factor = factors[j];
      for (let i = 0; i < size; i++) difference[i] = factor * difference[i] + higher[i];
    }
    this.hasSteps = true;
  }

  /** The last point is another one, by `change` in its first components. */
  shift(change: Float64Array): void {
    for (let j = 0; j <= this.order + 1; j++) {
      const difference = this.differences[j];
      for (let i = 0; i < change.length; i++) difference[i] += change[i];
    }
  }

  /**
   * The polynomial through the last points over the accepted step, `Σ φ_j Π_{i<j} ((θ−1) h + ψ_{i−1})/ψ_i` with θ from 0 to 1,
   * in the nested form of `evaluateDense`, from its third vector on: the first ones are the ends. That form is Newton's with the
   * nodes 0, 1, 0, 1, …, but for signs: times θ its i-th function is the next one plus the i-th node times itself.
   */
  calcDense(out: readonly Float64Array[], size: number): void {
    const { differences, spans, step: h, order: k, product, weights } = this;
    const width = MOST_ORDER + 1;
    product.fill(0);
    product[0] = 1;
    for (let j = 1; j <= k; j++) {
      const slope = h / spans[j - 1];
      const value = ((j > 1 ? spans[j - 2] : 0) - h) / spans[j - 1];
      for (let i = j; i >= 0; i--) {
        product[i] = (value + slope * (i & 1)) * product[i] + (i > 0 ? slope * product[i - 1] : 0);
      }
      for (let i = 0; i < width; i++) weights[j * width + i] = product[i];
    }
    for (let i = 2; i < width; i++) {
      const vector = out[i];
      // 1 − θ instead of θ − 1, once for the third and fourth function, twice for the next two.
      const sign = i < 4 ? -1 : 1;
      vector.fill(0);
      for (let j = i; j <= k; j++) {
        const weight = sign * weights[j * width + i];
        const difference = differences[j];
        for (let n = 0; n < size; n++) vector[n] += weight * difference[n];
      }
    }
  }
}
