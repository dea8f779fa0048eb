/** The step became too small to go on: what limits it is `limiting`, an index into the state (-1: unknown). */
export class StepUnderflow extends Error {
  override readonly name = "StepUnderflow";
  readonly t: number;
  /** The step that would have been next; 0 when the state itself cannot be evaluated. */
  readonly h: number;
  readonly limiting: number;
  /** Whether the last attempt met NaN or infinite values. */
  readonly nonFinite: boolean;

  constructor(method: string, t: number, h: number, limiting: number, nonFinite: boolean) {
    const where = limiting >= 0 ? `component ${limiting} of the state` : "the state";
    const cause = nonFinite
      ? `the derivative of ${where} is not finite; look for a division by zero or a motion out of its domain there`
      : `the error of ${where} stays too large; look for a jump or a singularity there, or loosen the tolerance`;
    super(`${method}: no step is small enough at t = ${t} s (h = ${h} s): ${cause}`);
    this.t = t;
    this.h = h;
    this.limiting = limiting;
    this.nonFinite = nonFinite;
  }
}
