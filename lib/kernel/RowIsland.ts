import type { Rows } from "../constraints/index.ts";
import type { Link } from "./Link.ts";
import type { LinkOrder } from "./LinkOrder.ts";
import { RowBlock } from "./RowBlock.ts";
import { RowOperator } from "./RowOperator.ts";
import { shareMultipliers } from "./shareMultipliers.ts";

/** Accelerations that are this much smaller than those of which they are the sum are rounding: what is held is at rest. */
const CANCELLED = 64 * Number.EPSILON;

/** Columns that depend on the multipliers are filled again so often at most; mostly twice is enough. */
const MOST_REVISIONS = 60;

/**
 * Rows `J A = γ` that act on one connected set of links, with wrenches `Cλ`: `J Φ C λ = γ − J A_free`. `C = Jᵀ` but for
 * friction; with `Jᵀ` the same operator projects velocities (right-hand side `ν − J V`) and positions (`−g`).
 */
export class RowIsland {
  readonly operator: RowOperator;
  /** All links that move together, root first. */
  readonly links: readonly Link[];
  /** The number of a tree of it; 0: it has none. */
  readonly tree: number;
  private readonly constraints: readonly Rows[];
  /** Multipliers that were added to the least ones so that contacts kept their limits, as they were last. */
  share: Float64Array | undefined;
  private readonly revised: readonly Rows[];
  private readonly order: LinkOrder;
  /** Whether multipliers that are given stand for those of the least norm (`shareMultipliers`). */
  isShared = false;

  constructor(
    constraints: readonly Rows[],
    ends: readonly (readonly Link[])[],
    order: LinkOrder,
    change: Float64Array,
    efforts: Float64Array,
  ) {
    this.revised = constraints.filter(({ isRevised }) => isRevised);
    this.constraints = constraints;
    this.order = order;
    this.links = order.all;
    this.tree = this.links.length > 0 ? this.links[0].tree : 0;
    const blocks = constraints.map((constraint, i) => RowBlock.ofConstraint(constraint, ends[i]));
    this.operator = new RowOperator(blocks, change, efforts);
  }

  /** Whether a tree belongs to it. */
  has(tree: number): boolean {
    return this.links.some((link) => link.tree === tree);
  }

  /** Evaluates the rows at the present kinematics. */
  calcRows(t: number): void {
    for (let i = 0; i < this.constraints.length; i++) this.constraints[i].calcRows(t);
  }

  /** Largest position error; the rows have been evaluated at the present state. */
  findPositionError(t: number): number {
    const { constraints } = this;
    let largest = 0;
    for (let i = 0; i < constraints.length; i++) {
      const { rowCount, positionErrors } = constraints[i];
      constraints[i].calcPositionErrors(t);
      for (let row = 0; row < rowCount; row++) {
        if (!constraints[i].isHolonomic(row)) continue;
        const error = Math.abs(positionErrors[row]);
        // Not a number counts as infinite.
        if (!(error <= largest)) largest = error >= 0 ? error : Number.POSITIVE_INFINITY;
      }
    }
    return largest;
  }

  /** Largest velocity error; the rows have been evaluated at the present state. */
  findVelocityError(): number {
    const { constraints } = this;
    let largest = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        largest = Math.max(largest, Math.abs(constraints[i].getVelocityError(row)));
      }
    }
    return largest;
  }

  /** Multipliers from the free accelerations in the ports; adds their effect to δ of all links and to `accelerations`. */
  solveAccelerations(accelerations: Float64Array): void {
    const { blocks, rhs } = this.operator;
    for (let i = 0; i < blocks.length; i++) {
      const { ports, jacobian: J, accelerationTargets } = blocks[i].constraint as Rows;
      for (let row = 0; row < blocks[i].size; row++) {
        let sum = accelerationTargets[row];
        for (let b = 0; b < ports.length; b++) {
          const j = 6 * (row * ports.length + b);
          const { a, e } = ports[b];
          sum -= J[j] * a[0] + J[j + 1] * a[1] + J[j + 2] * a[2];
          sum -= J[j + 3] * e[0] + J[j + 4] * e[1] + J[j + 5] * e[2];
        }
        rhs[blocks[i].first + row] = sum;
      }
    }
    this.respond();
    for (let i = 0; i < MOST_REVISIONS && this.reviseColumns(); i++) {
      this.operator.factor(true);
      this.respond();
    }
    this.acceptResponse(accelerations);
  }

  /** Adds the effect of the multipliers that the rows have to δ of all links and to `accelerations`. */
  applyMultipliers(accelerations: Float64Array): void {
    this.sweepMultipliers(true);
    this.acceptResponse(accelerations);
  }

  /** What the multipliers that the rows have would change of the rates as impulses, into `change`. */
  calcChange(hasFriction: boolean): void {
    this.sweepMultipliers(hasFriction);
    this.turnRotors();
  }

  private sweepMultipliers(hasFriction: boolean): void {
    const { operator, order } = this;
    const { blocks, multipliers } = operator;
    order.update();
    for (let i = 0; i < blocks.length; i++) {
      const { multipliers: own } = blocks[i].constraint as Rows;
      for (let row = 0; row < blocks[i].size; row++) multipliers[blocks[i].first + row] = own[row];
    }
    if (hasFriction) {
      if (this.isShared) {
        shareMultipliers(operator, order.links, order.count);
        this.writeMultipliers();
      }
      this.reviseColumns();
    }
    this.sweep(hasFriction);
  }

  /** Tells the rows the multipliers of the operator. */
  private writeMultipliers(): void {
    const { blocks, multipliers } = this.operator;
    for (let i = 0; i < blocks.length; i++) {
      const { multipliers: own } = blocks[i].constraint as Rows;
      for (let row = 0; row < blocks[i].size; row++) own[row] = multipliers[blocks[i].first + row];
    }
  }

  /** Adds the response δ′ to δ of all links, and `change` to the accelerations. */
  private acceptResponse(accelerations: Float64Array): void {
    const { links, count, groups } = this.order;
    const { change } = this.operator;
    let largest = 0;
    for (let k = 0; k < count; k++) {
      const { rate, rateCount } = links[k];
      for (let i = rate; i < rate + rateCount; i++) {
        largest = Math.max(largest, Math.abs(accelerations[i]), Math.abs(change[i]));
      }
    }
    const least = CANCELLED * largest;
    for (let k = 0; k < count; k++) {
      const { rate, rateCount } = links[k];
      links[k].acceptResponse();
      for (let i = rate; i < rate + rateCount; i++) {
        const sum = accelerations[i] + change[i];
        accelerations[i] = Math.abs(sum) <= least ? 0 : sum;
      }
    }
    for (let i = 0; i < groups.length; i++) groups[i].accelerate(accelerations, least);
  }

  private reviseColumns(): boolean {
    const { revised } = this;
    let isChanged = false;
    for (let i = 0; i < revised.length; i++) isChanged = revised[i].reviseColumns?.() || isChanged;
    return isChanged;
  }

  /** The least change of the rates, weighed by the masses, that makes `J V = ν`, into `change`. */
  solveVelocities(): void {
    for (const { constraint, first, size } of this.operator.blocks) {
      for (let row = 0; row < size; row++) {
        this.operator.rhs[first + row] = -(constraint as Rows).getVelocityError(row);
      }
    }
    this.respond();
    this.turnRotors();
  }

  /** The Newton step of the coordinates, along the rates, that reduces the position errors, into `change`. */
  solvePositions(): void {
    for (const { constraint, first, size } of this.operator.blocks) {
      const rows = constraint as Rows;
      for (let row = 0; row < size; row++) {
        this.operator.rhs[first + row] = rows.isHolonomic(row) ? -rows.positionErrors[row] : 0;
      }
    }
    this.respond();
    this.turnRotors();
  }

  /** Dormant rotors keep their spins while their parents change theirs. */
  private turnRotors(): void {
    for (const group of this.order.groups) group.sweepOut(this.operator.change);
  }

  /** Solves for the multipliers and sweeps their wrenches through all links that are awake: δ′ and `change`. */
  private respond(): void {
    this.order.update();
    this.operator.solve();
    this.writeMultipliers();
    this.sweep();
  }

  private sweep(hasFriction?: boolean): void {
    const { operator, order } = this;
    const { links, count } = order;
    operator.clear(links, count);
    operator.pushAll(hasFriction);
    operator.sweep(links, count);
  }
}
