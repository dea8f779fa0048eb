/** The square of the radius along the axis, `S(x) = r²`, between two ends. */
export interface Meridian {
  readonly from: number;
  readonly to: number;
  /** Reads x from `io[0]`, `from ≤ x ≤ to`, and writes S, S′, S″ into `io[1]`, `io[2]`, `io[3]`. */
  calc(io: Float64Array): void;
}
