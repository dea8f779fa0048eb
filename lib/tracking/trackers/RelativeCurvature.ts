/*
 * With u, w small ways along the two surfaces from points that face each other at the distance d, the distance is to
 * second order ½|w − u|² + ½d (u S_A u + w S_B w) (squared and halved, less d²/2). It is a minimum where 1 + d S_A and
 * (1 + d S_A)⁻¹ M are positive, M = S_A + S_B + d S_A S_B.
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

  /**
   * Whether the points are a minimum of the distance; `gap[1]` is the gap. Where surfaces overlap, M alone counts: it
   * stays positive from the first touch until the branch ends.
   */
  isMinimum(gap: Float64Array): boolean {
    const k = this.values;
    const d = gap[1];
    if (!(k[7] > 0)) return false;
    if (d <= 0) return k[0] + k[3] > 0;
    const p = 1 + d * k[4];
    const q = 1 + d * k[5];
    const mixed = d * k[6];
    return p + q > 0 && p * q - mixed * mixed > 0 && q * k[0] - mixed * (k[1] + k[2]) + p * k[3] > 0;
  }
}
