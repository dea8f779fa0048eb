/** What the broad phase knows of a shape on a body: a box around it wherever the body is, and how far it reaches. */
export interface Bounds {
  /** From the body's origin to the farthest point of the shape, m; infinite if there is none. */
  readonly reach: number;
  /**
   * Writes the least box along the world's axes that the shape lies in, `[min x, y, z, max x, y, z]`, from `offset` on, with
   * the body's origin at `r` and its axes turned by the matrix `T`, row by row.
   */
  calcBox(r: ArrayLike<number>, T: ArrayLike<number>, out: Float64Array, offset: number): void;
}
