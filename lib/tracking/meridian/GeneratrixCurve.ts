/** A generatrix that is given by a parameter q, with exact derivatives. */
export interface GeneratrixCurve {
  from: number;
  to: number;
  /**
   * At `q[0]`: `out = [x, r, x′, r′, x″, r″]`, the place along the axis, the radius, and their derivatives by q. Along the
   * curve x grows or falls without a halt.
   */
  calc(q: Float64Array, out: Float64Array): void;
}
