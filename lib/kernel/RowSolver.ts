import { Coupler, type Rows } from "../constraints/index.ts";
import type { DormantRotors } from "./DormantRotors.ts";
import type { Link } from "./Link.ts";
import { LinkOrder } from "./LinkOrder.ts";
import { PairRows } from "./PairRows.ts";
import { RowIsland } from "./RowIsland.ts";

/** Rows that are in force together, and their islands. */
interface Selection {
  readonly constraints: readonly Rows[];
  readonly rowCount: number;
  readonly islands: readonly RowIsland[];
}

/** Selections that are kept beside the present one, and how many numbers their matrices may have: events come back to them. */
const KEPT = 64;
const KEPT_NUMBERS = 1e6;

/** The rows of loop closures, rods, gears and contacts that are in force, solved island by island. */
export class RowSolver {
  /** All constraints with rows, and the ones that are in force. */
  readonly all: readonly Rows[];
  constraints: readonly Rows[] = [];
  rowCount = 0;
  islands: readonly RowIsland[] = [];
  private readonly links: readonly Link[];
  private readonly rotors: DormantRotors;
  private readonly find: (c: Rows) => Link[];
  private readonly change: Float64Array;
  /** Zero: what islands sweep beside their own multipliers. */
  private readonly efforts: Float64Array;
  /** What is in force, as text: how many rows of each constraint, and on which of its ends. */
  private selection = "";
  /** Selections by such texts, the one that was used last at the end. */
  private readonly known = new Map<string, Selection>();

  constructor(
    constraints: readonly Rows[],
    links: readonly Link[],
    rotors: DormantRotors,
    find: (c: Rows) => Link[],
    rates: number,
  ) {
    this.all = constraints;
    this.links = links;
    this.rotors = rotors;
    this.find = find;
    this.change = new Float64Array(rates);
    this.efforts = new Float64Array(rates);
    this.select();
  }

  /** Takes the rows that are in force now. */
  select(): void {
    const counts = this.all.map(({ isOn, rowCount }) => (isOn ? rowCount : 0));
    this.all.forEach(({ multipliers }, i) => {
      multipliers.fill(0, counts[i]);
    });
    const selection = this.all
      .map(({ choice }, i) => (counts[i] > 0 && choice > 0 ? `${counts[i]}/${choice}` : counts[i]))
      .join(" ");
    if (selection === this.selection) return;
    this.selection = selection;
    this.change.fill(0);
    const entry = this.known.get(selection) ?? this.createSelection(counts);
    this.constraints = entry.constraints;
    this.rowCount = entry.rowCount;
    this.islands = entry.islands;
    this.keep(selection, entry);
  }

  private createSelection(counts: readonly number[]): Selection {
    const constraints = this.all.filter((_, i) => counts[i] > 0);
    const rowCount = counts.reduce((sum, count) => sum + count, 0);
    return { constraints, rowCount, islands: this.createIslands(constraints) };
  }

  /** Keeps a selection as the one that was used last, and forgets those that were not used for long. */
  private keep(selection: string, entry: Selection): void {
    const { known } = this;
    known.delete(selection);
    known.set(selection, entry);
    let numbers = 0;
    for (const { rowCount } of known.values()) numbers += rowCount * rowCount;
    for (const [oldest, { rowCount }] of known) {
      if (oldest === selection || (known.size <= KEPT && numbers <= KEPT_NUMBERS)) return;
      known.delete(oldest);
      numbers -= rowCount * rowCount;
    }
  }

  /** Constraints that act on the same trees belong together. */
  private createIslands(chosen: readonly Rows[]): RowIsland[] {
    const groups: { roots: Set<Link>; constraints: Rows[] }[] = [];
    for (const constraint of chosen) {
      const roots = new Set(this.find(constraint).flatMap((link) => findRoot(link) ?? []));
      const group = { roots, constraints: [constraint] };
      for (const other of groups.filter((g) => [...g.roots].some((root) => roots.has(root)))) {
        for (const root of other.roots) roots.add(root);
        group.constraints.unshift(...other.constraints);
        groups.splice(groups.indexOf(other), 1);
      }
      groups.push(group);
    }
    return groups.map(({ roots, constraints }) => this.createIsland(roots, constraints, this.change));
  }

  private createIsland(roots: ReadonlySet<Link>, constraints: readonly Rows[], change: Float64Array): RowIsland {
    const links = this.links.filter((link) => !link.isBase && roots.has(findRoot(link) as Link));
    const order = new LinkOrder(links, this.rotors);
    return new RowIsland(constraints, constraints.map(this.find), order, change, this.efforts);
  }

  /** Islands that some links belong to; trees without rows are islands too. */
  findIslands(links: Iterable<Link>): RowIsland[] {
    const found = new Set<RowIsland>();
    const loose = new Set<Link>();
    for (const link of links) {
      const root = findRoot(link);
      const island = root && this.islands.find((other) => other.links.includes(root));
      if (island) found.add(island);
      else if (root) loose.add(root);
    }
    // What they do is no part of any projection.
    const change = new Float64Array(this.change.length);
    return [...found, ...[...loose].map((root) => this.createIsland(new Set([root]), [], change))];
  }

  /** Rows that depended on others in the last factorisation. */
  get redundancy(): number {
    return this.islands.reduce((sum, island) => sum + island.operator.redundancy, 0);
  }

  /** Evaluates all rows at the present kinematics. */
  calcRows(t: number): void {
    for (let i = 0; i < this.constraints.length; i++) this.constraints[i].calcRows(t);
  }

  /** Factors `J Φ C`, or `J Φ Jᵀ`, of the rows as they were evaluated. */
  factor(hasFriction: boolean): void {
    for (let i = 0; i < this.islands.length; i++) this.islands[i].operator.factor(hasFriction);
  }

  /** Multipliers from the free accelerations in the ports; adds their effect to δ of all links and to `accelerations`. */
  solveAccelerations(accelerations: Float64Array): void {
    for (let i = 0; i < this.islands.length; i++) this.islands[i].solveAccelerations(accelerations);
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
    for (const island of this.islands) island.solveVelocities();
    out.set(this.change);
  }

  /** The Newton step of the coordinates, along the rates, that reduces the position errors, into `out`. */
  solvePositions(out: Float64Array): void {
    for (const island of this.islands) island.solvePositions();
    out.set(this.change);
  }

  /** Largest position error; the rows have been evaluated at the present state. */
  findPositionError(t: number): number {
    let largest = 0;
    for (const constraint of this.constraints) {
      constraint.calcPositionErrors(t);
      for (let row = 0; row < constraint.rowCount; row++) {
        if (!constraint.isHolonomic(row)) continue;
        const error = Math.abs(constraint.positionErrors[row]);
        // Not a number counts as infinite.
        if (!(error <= largest)) largest = error >= 0 ? error : Number.POSITIVE_INFINITY;
      }
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

  /** Largest velocity error; the rows have been evaluated at the present state. */
  findVelocityError(): number {
    let largest = 0;
    for (const constraint of this.constraints) {
      for (let row = 0; row < constraint.rowCount; row++) {
        largest = Math.max(largest, Math.abs(constraint.getVelocityError(row)));
      }
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

/** The outermost link that a link hangs on and that is not a base; nothing for a base. */
function findRoot(link: Link): Link | undefined {
  if (link.isBase) return undefined;
  let root = link;
  while (root.parent && !root.parent.isBase) root = root.parent;
  return root;
}
