import type { BlockCholesky } from "../math/BlockCholesky.ts";
import { RankRevealingSolver } from "../math/index.ts";
import type { Link } from "./Link.ts";
import { NO_SOLUTION } from "./noSolution.ts";
import type { RowBlock } from "./RowBlock.ts";
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

const UNIT = new Float64Array([1]);

/**
 * `J Φ C` of rows that act on one connected set of links with wrenches `Cλ`: `Φ` maps wrenches on bodies to accelerations
 * (or impulses to velocities), one sweep in and out along the tree with the factors of the recursion. A multiplier sweeps
 * only the links between its bodies and their roots, and only rows on trees that it reaches respond. `J Φ C λ = rhs` is
 * solved rank-revealing, in units of each row's own response; where few blocks are coupled, block by block.
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
  private readonly dense: RankRevealingSolver;
  private readonly denseColumns: readonly Column[];
  private readonly sparse: BlockCholesky | undefined;
  private readonly sparseColumns: readonly Column[];
  /** Whether there are rows that do not feel each other. */
  private readonly hasGaps: boolean;
  /** Units of the rows and of their multipliers. */
  private readonly scale: Float64Array;
  private readonly columnScale: Float64Array;
  private readonly scaled: Float64Array;
  private readonly free = new Float64Array(1);
  /** Whether the last factors are those with friction, and those of the sparse matrix. */
  private hasFriction = false;
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
    this.dense = new RankRevealingSolver(this.rowCount);
    this.denseColumns = layDense(this.blocks, this.rowCount);
    this.hasGaps = this.denseColumns.some(({ readers }) => readers.length < blocks.length);
    const sparse = laySparse(this.blocks, this.rowCount);
    this.sparse = sparse?.solver;
    this.sparseColumns = sparse?.columns ?? [];
  }

  /** Rows that depended on others in the last factorisation. */
  get redundancy(): number {
    return this.rowCount - (this.isSparse ? (this.sparse as BlockCholesky) : this.dense).rank;
  }

  /** Factors `J Φ C`, or `J Φ Jᵀ`; the rows have been evaluated at the present configuration. */
  factor(hasFriction: boolean): void {
    const { sparse, dense } = this;
    this.hasFriction = hasFriction;
    this.isSparse = sparse !== undefined && this.isSymmetric();
    if (sparse && this.isSparse) {
      sparse.values.fill(0);
      this.assemble(this.sparseColumns, sparse.values);
      this.isSparse = sparse.factor(RANK_CUTOFF);
      if (this.isSparse) return;
    }
    if (this.hasGaps) dense.matrix.fill(0);
    this.assemble(this.denseColumns, dense.matrix);
    dense.factor(this.rowCount, RANK_CUTOFF);
  }

  /** Whether the matrix is, in the units that are used. */
  private isSymmetric(): boolean {
    for (let i = 0; i < this.blocks.length; i++) {
      const { constraint } = this.blocks[i];
      if (!constraint) continue;
      if (this.hasFriction && constraint.columns !== constraint.jacobian) return false;
      for (let row = 0; row < constraint.rowCount; row++) if (constraint.weights[row] !== 1) return false;
    }
    return true;
  }

  private assemble(columns: readonly Column[], matrix: Float64Array): void {
    for (let c = 0; c < columns.length; c++) this.calcColumn(columns[c], matrix);
    for (let c = 0; c < columns.length; c++) this.findScale(columns[c], matrix);
    for (let c = 0; c < columns.length; c++) this.scaleColumn(columns[c], matrix);
  }

  /** Φ of the unit multipliers of a block, as the rows see it. */
  private calcColumn(column: Column, matrix: Float64Array): void {
    const { change, efforts } = this;
    const { block, aside, reach, readers, places, strides } = column;
    const { path } = block;
    for (let k = 0; k < aside.length; k++) aside[k].clearImpulse();
    for (let row = 0; row < block.size; row++) {
      for (let k = 0; k < path.length; k++) path[k].clearImpulse();
      this.push(block, row, UNIT, 0);
      for (let k = path.length - 1; k >= 0; k--) path[k].sweepIn(efforts);
      for (let k = 0; k < reach.length; k++) reach[k].sweepOut(change);
      if (block.rate >= 0) efforts[block.rate] = 0;
      for (let r = 0; r < readers.length; r++) this.readBlock(readers[r], matrix, places[r] + row * strides[r]);
    }
  }

  /** Puts `factors[place]` times the wrench of a row on its bodies. */
  private push(block: RowBlock, row: number, factors: Float64Array, place: number): void {
    const { constraint, ends } = block;
    if (!constraint) {
      this.efforts[block.rate] += factors[place];
      return;
    }
    const columns = this.hasFriction ? constraint.columns : constraint.jacobian;
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
  private findScale({ block, own, ownStride }: Column, matrix: Float64Array): void {
    const { scale, columnScale, free } = this;
    const { constraint, ends, size, first } = block;
    for (let row = 0; row < size; row++) {
      const response = matrix[own + row * ownStride + row];
      free[0] = 0;
      for (let b = 0; constraint && b < ends.length; b++) {
        ends[b].raiseFreeResponse(constraint.jacobian, 6 * (row * ends.length + b), free, 0);
      }
      scale[first + row] = response > NOTHING * free[0] ? 1 / Math.sqrt(response) : 0;
      columnScale[first + row] = scale[first + row] * (constraint ? constraint.weights[row] : 1);
      if (constraint && response < -NOTHING * free[0]) {
        // Perhaps but a trial step that is too long: no numbers, and it is tried again shorter.
        constraint.failure = NO_SOLUTION;
        columnScale[first + row] = Number.NaN;
      }
    }
  }

  private scaleColumn({ block, readers, places, strides }: Column, matrix: Float64Array): void {
    const { scale, columnScale } = this;
    for (let r = 0; r < readers.length; r++) {
      const { first, size } = readers[r];
      for (let column = 0; column < block.size; column++) {
        const place = places[r] + column * strides[r];
        const unit = columnScale[block.first + column];
        for (let row = 0; row < size; row++) matrix[place + row] *= scale[first + row] * unit;
      }
    }
  }

  /** The multipliers for the right-hand side in `rhs`. */
  solve(): void {
    const { rhs, scaled, multipliers, scale, columnScale, rowCount } = this;
    for (let i = 0; i < rowCount; i++) scaled[i] = rhs[i] * scale[i];
    if (this.isSparse) (this.sparse as BlockCholesky).solve(scaled, multipliers);
    else this.dense.solve(scaled, multipliers);
    for (let i = 0; i < rowCount; i++) multipliers[i] *= columnScale[i];
  }

  /** Puts the wrenches of all multipliers on the links. */
  pushAll(): void {
    for (let i = 0; i < this.blocks.length; i++) {
      const block = this.blocks[i];
      for (let row = 0; row < block.size; row++) this.push(block, row, this.multipliers, block.first + row);
    }
  }

  /** Takes what acts off all `links` of the island. */
  clear(links: readonly Link[]): void {
    for (let k = 0; k < links.length; k++) links[k].clearImpulse();
  }

  /** Φ of what is on all `links` of the island, root first: their responses δ′, and `change`. */
  sweep(links: readonly Link[]): void {
    const { efforts, change } = this;
    for (let k = links.length - 1; k >= 0; k--) links[k].sweepIn(efforts);
    for (let k = 0; k < links.length; k++) links[k].sweepOut(change);
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
