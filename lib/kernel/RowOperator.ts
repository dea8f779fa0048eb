import type { BlockCholesky } from "../math/BlockCholesky.ts";
import { RankRevealingSolver } from "../math/index.ts";
import { PivotedCholesky } from "../math/PivotedCholesky.ts";
import type { Link } from "./Link.ts";
import { NO_SOLUTION } from "./noSolution.ts";
import type { RowBlock } from "./RowBlock.ts";
import type { RowFeatures } from "./RowFeatures.ts";
import { type Column, layDense, laySparse, numberRows } from "./RowLayout.ts";

/**
 * Pivots below this part of the largest count as dependent rows; they are squares of singular values σ. Near singular
 * positions (IFToMM A02 passes through them) a smaller one lets a rounding error ε of the positions turn the velocities by
 * ε/σ², and every projection there costs the energy of such a kick; a larger one lets go of rows that still hold, and what
 * they held falls freely until they hold again.
 */
const RANK_CUTOFF = 1e-9;

/** A response below this part of that of free bodies is rounding, or a position too near a singular one to tell. */
const NOTHING = 1e-8;

/**
 * `J Φ C` of rows that act on one connected set of links with wrenches `Cλ`: `Φ` maps wrenches on bodies to accelerations
 * (or impulses to velocities), one sweep in and out along the tree with the factors of the recursion. The matrix needs the
 * sweeps in alone, of each row along the links between its bodies and their roots (`RowFeatures`), and only rows that share
 * links respond to one another. `J Φ C λ = rhs` is solved rank-revealing, in units of each row's own response: symmetric ones
 * by Cholesky, where few blocks are coupled block by block, those with friction by reflections.
 */
export class RowOperator {
  readonly blocks: readonly RowBlock[];
  readonly rowCount: number;
  /** Right-hand side, to be filled before `solve`, and what it finds. */
  readonly rhs: Float64Array;
  readonly multipliers: Float64Array;
  /** Change of the kernel's rates; a sweep writes those of its links. */
  readonly change: Float64Array;
  /** Efforts along the rates: zero but while a multiplier of a wanted rate acts. */
  private readonly efforts: Float64Array;
  /** Full matrices: any one, and symmetric ones, which are made in the memory of the other. */
  private readonly dense: RankRevealingSolver;
  private readonly cholesky: PivotedCholesky;
  private readonly denseColumns: readonly Column[];
  private readonly sparse: BlockCholesky | undefined;
  private readonly sparseColumns: readonly Column[];
  /** Whether there are rows that do not feel each other. */
  private readonly hasGaps: boolean;
  /** Units of the rows and of their multipliers. */
  private readonly scale: Float64Array;
  readonly columnScale: Float64Array;
  private readonly scaled: Float64Array;
  private readonly weights: Float64Array;
  private readonly free = new Float64Array(1);
  /** Whether the last factors are those with friction, of a symmetric matrix, and of the sparse one. */
  private hasFriction = false;
  private isSymmetric = true;
  private isSparse = false;

  /** `efforts` are zero, one per rate of the kernel. */
  constructor(blocks: readonly RowBlock[], change: Float64Array, efforts: Float64Array) {
    this.blocks = numberRows(blocks);
    this.change = change;
    this.efforts = efforts;
    this.rowCount = blocks.reduce((sum, { size }) => sum + size, 0);
    this.rhs = new Float64Array(this.rowCount);
    this.multipliers = new Float64Array(this.rowCount);
    this.scale = new Float64Array(this.rowCount);
    this.columnScale = new Float64Array(this.rowCount);
    this.scaled = new Float64Array(this.rowCount);
    this.weights = new Float64Array(this.rowCount);
    this.dense = new RankRevealingSolver(this.rowCount);
    this.cholesky = new PivotedCholesky(this.rowCount);
    this.denseColumns = layDense(this.blocks, this.rowCount);
    this.hasGaps = this.denseColumns.some(({ readers }) => readers.length < blocks.length);
    const sparse = laySparse(this.blocks, this.rowCount);
    this.sparse = sparse?.solver;
    this.sparseColumns = sparse?.columns ?? [];
  }

  /** Rows that depended on others in the last factorisation. */
  get redundancy(): number {
    if (this.isSparse) return this.rowCount - (this.sparse as BlockCholesky).rank;
    return this.rowCount - (this.isSymmetric ? this.cholesky : this.dense).rank;
  }

  /** Factors `J Φ C`, or `J Φ Jᵀ`; the rows have been evaluated at the present configuration. */
  factor(hasFriction: boolean): void {
    const { sparse, dense, cholesky, weights, rowCount } = this;
    const isEven = this.measure(hasFriction);
    this.isSparse = sparse !== undefined && this.isSymmetric && isEven;
    if (sparse && this.isSparse) {
      sparse.values.fill(0);
      this.multiply(this.sparseColumns, sparse.values);
      this.isSparse = sparse.factor(RANK_CUTOFF);
      if (this.isSparse) return;
    }
    if (this.hasGaps) dense.matrix.fill(0);
    this.multiply(this.denseColumns, dense.matrix);
    if (this.isSymmetric) cholesky.factor(dense.matrix, rowCount, RANK_CUTOFF, weights);
    else dense.factor(rowCount, RANK_CUTOFF);
  }

  /** Features of all rows, and their units; returns whether all rows weigh the same. */
  measure(hasFriction: boolean): boolean {
    const { blocks, weights } = this;
    this.hasFriction = hasFriction;
    this.isSymmetric = !(hasFriction && this.hasColumns);
    let isEven = true;
    for (let i = 0; i < blocks.length; i++) {
      const { constraint, first, size } = blocks[i];
      for (let row = 0; row < size; row++) {
        weights[first + row] = constraint ? constraint.weights[row] : 1;
        if (weights[first + row] !== 1) isEven = false;
      }
    }
    for (let i = 0; i < blocks.length; i++) this.calcFeatures(blocks[i]);
    return isEven;
  }

  /** Whether friction comes with a row now. */
  get hasColumns(): boolean {
    for (let i = 0; i < this.blocks.length; i++) {
      const { constraint } = this.blocks[i];
      if (constraint && constraint.columns !== constraint.jacobian) return true;
    }
    return false;
  }

  /**
   * Changes of all multipliers that change no row, orthonormal in the units of the least norm; for each the multipliers of
   * the rows. The matrix is that of the last factorisation. For events: it allocates.
   */
  findSelfStresses(): Float64Array[] {
    const { rowCount: n, columnScale, weights, isSymmetric } = this;
    const solver = new RankRevealingSolver(n);
    this.multiply(this.denseColumns, solver.matrix);
    const weigh = (column: number) => (isSymmetric ? weights[column] : 1);
    if (isSymmetric) {
      for (let j = 0; j < n; j++) for (let i = 0; i < j; i++) solver.matrix[j * n + i] = solver.matrix[i * n + j];
    }
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) solver.matrix[j * n + i] *= weigh(j);
    solver.factor(n, RANK_CUTOFF);
    return solver.findNullSpace().map((x) => x.map((value, i) => value * columnScale[i] * weigh(i)));
  }

  /** Which rows are independent of one another, by the last factorisation, which is one without friction. It allocates. */
  findIndependent(): boolean[] {
    const { rowCount: n } = this;
    const matrix = new Float64Array(n * n);
    const cholesky = new PivotedCholesky(n);
    this.multiply(this.denseColumns, matrix);
    cholesky.factor(matrix, n, RANK_CUTOFF, new Float64Array(n).fill(1));
    return Array.from({ length: n }, (_, i) => cholesky.isIndependent(i));
  }

  /** What the features of blocks that share links make together; of a symmetric matrix the lower half. */
  private multiply(columns: readonly Column[], matrix: Float64Array): void {
    for (let c = 0; c < columns.length; c++) {
      const { block, readers, places, strides, shared } = columns[c];
      for (let r = 0; r < readers.length; r++) {
        if (this.isSymmetric && !this.isSparse && readers[r].first < block.first) continue;
        multiplyFeatures(readers[r].features, block.features, shared[r], matrix, places[r], strides[r]);
      }
    }
  }

  /** Puts `factors[place]` times the wrench of a row on its bodies. */
  private push(block: RowBlock, row: number, factors: Float64Array, place: number, hasFriction: boolean): void {
    const { constraint, ends } = block;
    if (!constraint) {
      this.efforts[block.rate] += factors[place];
      return;
    }
    const columns = hasFriction ? constraint.columns : constraint.jacobian;
    for (let b = 0; b < ends.length; b++) ends[b].addImpulse(columns, 6 * (row * ends.length + b), factors, place);
  }

  /** What the rows of a block see of the present response, into `out` from `first` on. */
  private readBlock(block: RowBlock, out: Float64Array, first: number): void {
    const { constraint, ends, size } = block;
    if (!constraint) {
      out[first] = this.change[block.rate];
      return;
    }
    for (let row = 0; row < size; row++) {
      out[first + row] = 0;
      for (let b = 0; b < ends.length; b++) {
        ends[b].addResponse(constraint.jacobian, 6 * (row * ends.length + b), out, first + row);
      }
    }
  }

  /**
   * Every row, and its multiplier, in units of its own response: newtons beside newton-metres and a light wheel on a heavy
   * frame count alike, and the least norm is one of energies. A row whose response is nothing against what its bodies would
   * do if they were free asks for what the tree gives anyway: it is dropped.
   */
  private calcFeatures({ constraint, ends, size, first, features }: RowBlock): void {
    const { scale, columnScale, weights, free } = this;
    features.calc(constraint, this.hasFriction);
    const { efforts, answers, width } = features;
    for (let row = 0; row < size; row++) {
      const from = row * width;
      let response = 0;
      for (let i = from; i < from + width; i++) response += efforts[i] * answers[i];
      free[0] = 0;
      for (let b = 0; constraint && b < ends.length; b++) {
        ends[b].raiseFreeResponse(constraint.jacobian, 6 * (row * ends.length + b), free, 0);
      }
      const unit = response > NOTHING * free[0] ? 1 / Math.sqrt(response) : 0;
      let columnUnit = this.isSymmetric ? unit : unit * weights[first + row];
      if (constraint && response < -NOTHING * free[0]) {
        // Perhaps but a trial step that is too long: no numbers, and it is tried again shorter.
        constraint.failure = NO_SOLUTION;
        columnUnit = Number.NaN;
      }
      scale[first + row] = unit;
      columnScale[first + row] = columnUnit;
      for (let i = from; i < from + width; i++) {
        efforts[i] *= unit;
        answers[i] *= columnUnit;
      }
    }
  }

  /** The multipliers for the right-hand side in `rhs`. */
  solve(): void {
    const { rhs, scaled, multipliers, scale, columnScale, rowCount } = this;
    for (let i = 0; i < rowCount; i++) scaled[i] = rhs[i] * scale[i];
    if (this.isSparse) (this.sparse as BlockCholesky).solve(scaled, multipliers);
    else if (this.isSymmetric) this.cholesky.solve(scaled, multipliers);
    else this.dense.solve(scaled, multipliers);
    for (let i = 0; i < rowCount; i++) multipliers[i] *= columnScale[i];
  }

  /** Puts the wrenches of all multipliers on the links, with friction as in the last factors unless that is said. */
  pushAll(hasFriction = this.hasFriction): void {
    for (let i = 0; i < this.blocks.length; i++) {
      const block = this.blocks[i];
      for (let row = 0; row < block.size; row++) {
        this.push(block, row, this.multipliers, block.first + row, hasFriction);
      }
    }
  }

  /** Takes what acts off the links of the island, or the first of them. */
  clear(links: readonly Link[], count = links.length): void {
    for (let k = 0; k < count; k++) links[k].clearImpulse();
  }

  /** Φ of what is on the links of the island, root first, or on the first of them: their responses δ′, and `change`. */
  sweep(links: readonly Link[], count = links.length): void {
    const { efforts, change } = this;
    for (let k = count - 1; k >= 0; k--) links[k].sweepIn(efforts);
    for (let k = 0; k < count; k++) links[k].sweepOut(change);
    for (let i = 0; i < this.blocks.length; i++) if (this.blocks[i].rate >= 0) efforts[this.blocks[i].rate] = 0;
  }

  /**
   * Φ of what `load` puts on the links while the rows change by `wanted`, or hold; the factors are those of `J Φ Jᵀ`. For
   * events.
   */
  respondTo(links: readonly Link[], load: () => void, wanted?: ArrayLike<number>): void {
    const { blocks, rhs, rowCount } = this;
    this.clear(links);
    load();
    this.sweep(links);
    if (rowCount === 0) return;
    for (const block of blocks) this.readBlock(block, rhs, block.first);
    for (let i = 0; i < rowCount; i++) rhs[i] = (wanted ? wanted[i] : 0) - rhs[i];
    this.solve();
    this.clear(links);
    load();
    this.pushAll();
    this.sweep(links);
  }
}

/** `E Uᵀ` over what rows and columns share, column by column from `place` on, `stride` apart. */
function multiplyFeatures(
  { efforts, width, count }: RowFeatures,
  { answers, width: step, count: columns }: RowFeatures,
  shared: Int32Array,
  matrix: Float64Array,
  place: number,
  stride: number,
): void {
  for (let s = 0; s < shared.length; s += 3) {
    const length = shared[s + 2];
    for (let column = 0; column < columns; column++) {
      const b = column * step + shared[s + 1];
      const to = place + column * stride;
      for (let row = 0; row < count; row++) {
        const a = row * width + shared[s];
        let sum = s === 0 ? 0 : matrix[to + row];
        for (let i = 0; i < length; i++) sum += efforts[a + i] * answers[b + i];
        matrix[to + row] = sum;
      }
    }
  }
}
