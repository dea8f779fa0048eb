/** A weighted sum of stages: pairs of stage and weight, the zeros left out. */
export type WeightedStages = readonly (readonly [stage: number, weight: number])[];

/**
 * The coefficients of an embedded explicit Runge–Kutta pair, all sums packed into one array of weights.
 *
 * Sums are numbered: sum `s` of the first ones gives the state where stage `s` is evaluated, `y + h Σ w k`. Stage
 * `last` is the derivative at the new state, so that its sum *is* the new state; later stages serve the dense output
 * only. Then come the sums of the error estimates, then those of the dense vectors c4, c5, ….
 */
export class Tableau {
  /** Times of the stages in fractions of the step. */
  readonly nodes: Float64Array;
  readonly last: number;
  readonly weights: Float64Array;
  /** For each sum its stages, and where its weights begin; one more offset is the end. */
  readonly columns: readonly (readonly number[])[];
  readonly offsets: readonly number[];
  readonly firstError: number;
  readonly firstDense: number;

  constructor(table: {
    nodes: readonly number[];
    last: number;
    stages: readonly WeightedStages[];
    errors: readonly WeightedStages[];
    dense: readonly WeightedStages[];
  }) {
    const sums = [...table.stages, ...table.errors, ...table.dense];
    this.nodes = Float64Array.from(table.nodes);
    this.last = table.last;
    this.weights = Float64Array.from(sums.flat(), ([, weight]) => weight);
    this.columns = sums.map((sum) => sum.map(([stage]) => stage));
    const offsets = [0];
    for (const sum of sums) offsets.push(offsets[offsets.length - 1] + sum.length);
    this.offsets = offsets;
    this.firstError = table.stages.length;
    this.firstDense = this.firstError + table.errors.length;
  }
}
