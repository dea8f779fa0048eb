const load = () => import("ml-matrix");
type Library = Awaited<ReturnType<typeof load>>;

/** Dense equations of the analyses that solve a few of them; ml-matrix is loaded on first use. */
export class DenseAlgebra {
  private readonly library: Library;

  private constructor(library: Library) {
    this.library = library;
  }

  static async load(): Promise<DenseAlgebra> {
    return new DenseAlgebra(await load());
  }

  /**
   * The least-norm least-squares solution of `A x = b`, by singular values: those below the part `cutoff` of the largest
   * count as zero. Zero if a number of `A` is not finite.
   */
  solve(rows: readonly (readonly number[])[], b: ArrayLike<number>, cutoff: number): Float64Array {
    const count = rows[0]?.length ?? 0;
    const x = new Float64Array(count);
    if (count === 0 || !rows.every((row) => row.every(Number.isFinite))) return x;
    const { SVD } = this.library;
    const svd = new SVD(
      rows.map((row) => [...row]),
      { autoTranspose: true },
    );
    const { diagonal, leftSingularVectors: U, rightSingularVectors: V } = svd;
    diagonal.forEach((value, k) => {
      if (!(value > cutoff * diagonal[0])) return;
      let part = 0;
      for (let i = 0; i < rows.length; i++) part += U.get(i, k) * b[i];
      for (let i = 0; i < count; i++) x[i] += (part / value) * V.get(i, k);
    });
    return x;
  }

  /** The same of a square matrix that is expected to be regular: by elimination, which is faster, if it is. */
  solveRegular(rows: readonly (readonly number[])[], b: ArrayLike<number>, cutoff: number): Float64Array {
    const { LU, Matrix } = this.library;
    const lu = rows.length > 0 && new LU(rows.map((row) => [...row]));
    if (!lu || lu.isSingular()) return this.solve(rows, b, cutoff);
    return Float64Array.from(lu.solve(Matrix.columnVector(Array.from(b))).to1DArray());
  }
}
