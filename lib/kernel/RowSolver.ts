import { Coupler, type Rows } from "../constraints/index.ts";
import type { DormantRotors } from "./DormantRotors.ts";
import type { Link } from "./Link.ts";
import { PairRows } from "./PairRows.ts";
import type { RowIsland } from "./RowIsland.ts";
import { RowIslands } from "./RowIslands.ts";

/** The rows of loop closures, rods, gears and contacts that are in force, solved island by island. */
export class RowSolver {
  /** All constraints with rows, and the ones that are in force. */
  readonly all: readonly Rows[];
  constraints: readonly Rows[] = [];
  rowCount = 0;
  islands: readonly RowIsland[] = [];
  /**
   * Trees that an event has opened, by their numbers, while it is resolved: no others are evaluated or moved. Undefined: all.
   */
  opened: Uint8Array | undefined;
  private readonly find: (c: Rows) => Link[];
  private readonly change: Float64Array;
  private readonly kept: RowIslands;
  /** What is in force: how many rows of each constraint, and on which of its ends. */
  private readonly counts: Int32Array;
  private readonly choices: Int32Array;

  constructor(
    constraints: readonly Rows[],
    links: readonly Link[],
    rotors: DormantRotors,
    find: (c: Rows) => Link[],
    rates: number,
  ) {
    this.all = constraints;
    this.find = find;
    this.change = new Float64Array(rates);
    this.kept = new RowIslands(constraints, links, rotors, find, this.change);
    this.counts = new Int32Array(constraints.length);
    this.choices = new Int32Array(constraints.length);
    this.select();
  }

  /** Takes the rows that are in force now. */
  select(): void {
    const { all, counts, choices } = this;
    let changed: number[] | undefined;
    for (let i = 0; i < all.length; i++) {
      const { isOn, rowCount, multipliers, choice } = all[i];
      const count = isOn ? rowCount : 0;
      for (let row = count; row < multipliers.length; row++) multipliers[row] = 0;
      if (count === counts[i] && (count === 0 || choice === choices[i])) continue;
      changed ??= [];
      changed.push(i);
      counts[i] = count;
      choices[i] = choice;
    }
    if (!changed) return;
    this.change.fill(0);
    this.constraints = all.filter((_, i) => counts[i] > 0);
    this.rowCount = counts.reduce((sum, count) => sum + count, 0);
    this.islands = this.kept.list(counts, changed);
  }

  /** Whether an island, or the tree of a link, is open. */
  isOpen({ tree }: { readonly tree: number }): boolean {
    return this.opened === undefined || this.opened[tree] === 1;
  }

  /** Islands that some links belong to; trees without rows are islands too. */
  findIslands(links: Iterable<Link>): RowIsland[] {
    const found = new Set<RowIsland>();
    for (const { tree } of links) {
      if (tree === 0) continue;
      found.add(this.islands.find((island) => island.has(tree)) ?? this.kept.getLoose(tree));
    }
    return [...found];
  }

  /** Rows that depended on others in the last factorisation. */
  get redundancy(): number {
    return this.islands.reduce((sum, island) => sum + island.operator.redundancy, 0);
  }

  /** Evaluates the rows at the present kinematics. */
  calcRows(t: number): void {
    for (let i = 0; i < this.islands.length; i++) if (this.isOpen(this.islands[i])) this.islands[i].calcRows(t);
  }

  /** Factors `J Φ C`, or `J Φ Jᵀ`, of the rows as they were evaluated. */
  factor(hasFriction: boolean): void {
    for (let i = 0; i < this.islands.length; i++) {
      if (this.isOpen(this.islands[i])) this.islands[i].operator.factor(hasFriction);
    }
  }

  /** Multipliers from the free accelerations in the ports; adds their effect to δ of all links and to `accelerations`. */
  solveAccelerations(accelerations: Float64Array): void {
    for (let i = 0; i < this.islands.length; i++) {
      if (this.isOpen(this.islands[i])) this.islands[i].solveAccelerations(accelerations);
    }
  }

  /** Adds the effect of the multipliers that the rows have to δ of all links and to `accelerations`. */
  applyMultipliers(accelerations: Float64Array): void {
    for (let i = 0; i < this.islands.length; i++) this.islands[i].applyMultipliers(accelerations);
  }

  /** What the multipliers that the rows have would change of the rates as impulses, into `out`; no island but `only` has any. */
  calcChange(hasFriction: boolean, out: Float64Array, only?: RowIsland): void {
    if (only) {
      this.change.fill(0);
      only.calcChange(hasFriction);
    } else for (let i = 0; i < this.islands.length; i++) this.islands[i].calcChange(hasFriction);
    out.set(this.change);
  }

  /** The least change of the rates, weighed by the masses, that makes `J V = ν`, into `out`. */
  solveVelocities(out: Float64Array): void {
    for (const island of this.islands) if (this.isOpen(island)) island.solveVelocities();
    this.readChange(out);
  }

  /** The Newton step of the coordinates, along the rates, that reduces the position errors, into `out`. */
  solvePositions(out: Float64Array): void {
    for (const island of this.islands) if (this.isOpen(island)) island.solvePositions();
    this.readChange(out);
  }

  /** The change of the rates of all islands that are open. */
  private readChange(out: Float64Array): void {
    const { change, opened, islands } = this;
    if (!opened) {
      out.set(change);
      return;
    }
    out.fill(0);
    for (const island of islands) {
      if (!this.isOpen(island)) continue;
      for (const { rate, rateCount } of island.links) out.set(change.subarray(rate, rate + rateCount), rate);
    }
  }

  /** Largest position error of the islands that are open; the rows have been evaluated at the present state. */
  findPositionError(t: number): number {
    let largest = 0;
    for (const island of this.islands) {
      if (this.isOpen(island)) largest = Math.max(largest, island.findPositionError(t));
    }
    return largest;
  }

  /** Whether velocity errors are within limits: of rows that come from positions, and of the others. */
  areKept(limit: number, rolling: number): boolean {
    for (let i = 0; i < this.constraints.length; i++) {
      const rows = this.constraints[i];
      for (let row = 0; row < rows.rowCount; row++) {
        if (!(Math.abs(rows.getVelocityError(row)) <= (rows.isHolonomic(row) ? limit : rolling))) return false;
      }
    }
    return true;
  }

  /** Largest velocity error of the islands that are open; the rows have been evaluated at the present state. */
  findVelocityError(): number {
    let largest = 0;
    for (const island of this.islands) {
      if (this.isOpen(island)) largest = Math.max(largest, island.findVelocityError());
    }
    return largest;
  }

  /**
   * Adds the wrenches of the rows to the loads of the links: what the reaction sweep needs. Couplers act through their
   * joints: of those on the tree the sweep finds the wrenches, couplers included.
   */
  addLoads(): void {
    const closing = new Set(
      this.all.map((constraint) => (constraint instanceof PairRows ? constraint.pair : undefined)),
    );
    this.constraints.forEach((constraint) => {
      const { columns, multipliers, rowCount } = constraint;
      const ends = this.find(constraint);
      ends.forEach((link, b) => {
        if (constraint instanceof Coupler && !closing.has(constraint.joints[b >> 1])) return;
        for (let row = 0; row < rowCount; row++) {
          link.addLoad(columns, 6 * (row * ends.length + b), multipliers, row);
        }
      });
    });
  }
}
