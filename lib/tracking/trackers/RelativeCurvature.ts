/*
 * With u, w small ways along the two surfaces from points that face each other at the distance d, the distance is to
 * second order ½|w − u|² + ½d (u S_A u + w S_B w) (squared and halved, less d²/2). It is a minimum where X = 1 + d S_A and
 * X⁻¹ M are positive, M = S_A + S_B + d S_A S_B.
 *
 * Where surfaces overlap, d < 0, going apart in any direction is uphill and sliding together is downhill: of the four
 * eigenvalues two are positive and two negative, from the first touch on until one of them, and with it det M, is zero.
 * Those of X and of d X⁻¹ M are as many of each sign: with X > 0 it takes X⁻¹ M > 0, with X < 0 it takes X⁻¹ M < 0, and if X
 * has one of each, so has the other where det M > 0.
 */
/** How two surfaces bend relative to each other at their nearest points: tells whether these are single, and nearest. */
export class RelativeCurvature {
  /** M (0–3) row by row, S_A (4–6: both diagonal entries, then the mixed one), determinant (7) and squares (8) of M. */
  readonly values = new Float64Array(9);
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  /** Two flats, a line of nearest points, or centres of curvature that meet. */
  isSingular(): boolean {
    const { values: k, size } = this;
    return !(Math.abs(k[7]) > 1e-10 * k[8]) || !(k[8] * size * size > 1e-20);
  }

  /** Whether the points are a minimum of the distance, or of the overlap; `gap[1]` is the gap. */
  isMinimum(gap: Float64Array): boolean {
    const k = this.values;
    const d = gap[1];
    if (!(k[7] > 0)) return false;
    const p = 1 + d * k[4];
    const q = 1 + d * k[5];
    const mixed = d * k[6];
    const det = p * q - mixed * mixed;
    // The trace of X⁻¹ M, times det X.
    const trace = q * k[0] - mixed * (k[1] + k[2]) + p * k[3];
    if (d > 0) return p + q > 0 && det > 0 && trace > 0;
    return !(det > 0) || (p + q > 0 ? trace > 0 : trace < 0);
  }
}
