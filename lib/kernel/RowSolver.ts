import { Coupler, type Rows } from "../constraints/index.ts";
import type { Link } from "./Link.ts";
import { PairRows } from "./PairRows.ts";
import { RowIsland } from "./RowIsland.ts";

/** The rows of loop closures, rods, gears and contacts that are in force, solved island by island. */
export class RowSolver {
  /** All constraints with rows, and the ones that are in force. */
  readonly all: readonly Rows[];
  constraints: readonly Rows[] = [];
  rowCount = 0;
  private islands: readonly RowIsland[] = [];
  private readonly links: readonly Link[];
  private readonly find: (c: Rows) => Link[];
  private readonly change: Float64Array;
  /** Zero: what islands sweep beside their own multipliers. */
  private readonly efforts: Float64Array;
  /** What was in force when the islands were made, as text. */
  private selection = "";

  constructor(constraints: readonly Rows[], links: readonly Link[], find: (c: Rows) => Link[], rates: number) {
    this.all = constraints;
    this.links = links;
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
    const selection = counts.join(" ");
    if (selection === this.selection) return;
    this.selection = selection;
    this.constraints = this.all.filter((_, i) => counts[i] > 0);
    this.rowCount = counts.reduce((sum, count) => sum + count, 0);
    this.change.fill(0);
    this.islands = this.createIslands();
  }

  /** Constraints that act on the same trees belong together. */
  private createIslands(): RowIsland[] {
    const groups: { roots: Set<Link>; constraints: Rows[] }[] = [];
    for (const constraint of this.constraints) {
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
    return new RowIsland(constraints, constraints.map(this.find), links, change, this.efforts);
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

  /** Evaluates all rows and factors `J Φ C`, or `J Φ Jᵀ`, at the present configuration. */
  factor(t: number, hasFriction: boolean): void {
    for (let i = 0; i < this.islands.length; i++) this.islands[i].factor(t, hasFriction);
  }

  /** Multipliers from the free accelerations in the ports; adds their effect to δ of all links and to `accelerations`. */
  solveAccelerations(accelerations: Float64Array): void {
    for (let i = 0; i < this.islands.length; i++) this.islands[i].solveAccelerations(accelerations);
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
