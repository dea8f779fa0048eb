import { Coupler, type RowConstraint } from "../../constraints/index.ts";
import { RankRevealingSolver } from "../../math/index.ts";
import type { Link } from "./Link.ts";

/** Pivots below this part of the largest count as dependent rows. */
const RANK_CUTOFF = 1e-10;

const UNIT = new Float64Array([1]);

/**
 * The rows `J A = γ` of loop closures, rods and gears, with wrenches `Jᵀλ`. `Φ` maps wrenches on bodies to accelerations:
 * one sweep in and out along the tree with the factors of the recursion. `J Φ Jᵀ λ = γ − J A_free` is solved
 * rank-revealing. The same matrix projects velocities (right-hand side `ν − J V`) and positions (`−g`).
 */
export class RowSolver {
  readonly constraints: readonly RowConstraint[];
  readonly rowCount: number;
  /** Rows that depended on others in the last factorisation. */
  redundancy = 0;
  private readonly links: readonly Link[];
  /** Links that lie between a row's body and its root, root first. */
  private readonly active: readonly Link[];
  /** For each constraint the links of its bodies. */
  private readonly ends: readonly (readonly Link[])[];
  private readonly solver: RankRevealingSolver;
  private readonly rhs: Float64Array;
  private readonly multipliers: Float64Array;
  private readonly change: Float64Array;

  constructor(
    constraints: readonly RowConstraint[],
    links: readonly Link[],
    find: (c: RowConstraint) => Link[],
    rates: number,
  ) {
    this.constraints = constraints;
    this.links = links;
    this.ends = constraints.map(find);
    const active = new Set<Link>();
    for (const ends of this.ends) {
      for (const end of ends) for (let link: Link | null = end; link; link = link.parent) active.add(link);
    }
    this.active = links.filter((link) => active.has(link) && !link.isBase);
    this.rowCount = constraints.reduce((sum, c) => sum + c.rowCount, 0);
    this.solver = new RankRevealingSolver(this.rowCount);
    this.rhs = new Float64Array(this.rowCount);
    this.multipliers = new Float64Array(this.rowCount);
    this.change = new Float64Array(rates);
  }

  /** Evaluates all rows and factors `J Φ Jᵀ` at the present configuration. */
  factor(t: number): void {
    const { constraints, ends, active, solver, rowCount } = this;
    for (let i = 0; i < constraints.length; i++) constraints[i].calcRows(t);
    let column = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        for (let k = 0; k < active.length; k++) active[k].w.fill(0, 98, 104);
        this.push(constraints[i], ends[i], row, UNIT, 0);
        for (let k = active.length - 1; k >= 0; k--) active[k].sweepIn();
        for (let k = 0; k < active.length; k++) active[k].sweepOut(this.change);
        this.readResponses(column * rowCount);
        column++;
      }
    }
    solver.factor(rowCount, RANK_CUTOFF);
    this.redundancy = rowCount - solver.rank;
  }

  /** Puts `factors[place]` times the wrench of a row on its bodies. */
  private push(
    constraint: RowConstraint,
    ends: readonly Link[],
    row: number,
    factors: Float64Array,
    place: number,
  ): void {
    const count = ends.length;
    for (let b = 0; b < count; b++) ends[b].addImpulse(constraint.jacobian, 6 * (row * count + b), factors, place);
  }

  private readResponses(offset: number): void {
    const { constraints, ends, solver } = this;
    let place = offset;
    for (let i = 0; i < constraints.length; i++) {
      const bodies = ends[i];
      for (let row = 0; row < constraints[i].rowCount; row++) {
        solver.matrix[place] = 0;
        for (let b = 0; b < bodies.length; b++) {
          bodies[b].addResponse(constraints[i].jacobian, 6 * (row * bodies.length + b), solver.matrix, place);
        }
        place++;
      }
    }
  }

  /** Multipliers from the free accelerations in the ports; adds their effect to δ of all links and to `accelerations`. */
  solveAccelerations(accelerations: Float64Array): void {
    const { constraints, rhs, links, change } = this;
    let place = 0;
    for (let i = 0; i < constraints.length; i++) {
      const { ports, jacobian: J, accelerationTargets } = constraints[i];
      for (let row = 0; row < constraints[i].rowCount; row++) {
        let sum = accelerationTargets[row];
        for (let b = 0; b < ports.length; b++) {
          const j = 6 * (row * ports.length + b);
          const { a, e } = ports[b];
          sum -= J[j] * a[0] + J[j + 1] * a[1] + J[j + 2] * a[2];
          sum -= J[j + 3] * e[0] + J[j + 4] * e[1] + J[j + 5] * e[2];
        }
        rhs[place++] = sum;
      }
    }
    this.respond();
    for (let i = 0; i < accelerations.length; i++) accelerations[i] += change[i];
    for (let k = 0; k < links.length; k++) {
      const { w } = links[k];
      for (let i = 0; i < 6; i++) w[80 + i] += w[105 + i];
    }
  }

  /** The least change of the rates, weighed by the masses, that makes `J V = ν`, into `out`. */
  solveVelocities(out: Float64Array): void {
    let place = 0;
    for (const constraint of this.constraints) {
      for (let row = 0; row < constraint.rowCount; row++) this.rhs[place++] = -constraint.getVelocityError(row);
    }
    this.respond();
    out.set(this.change);
  }

  /** The Newton step of the coordinates, along the rates, that reduces the position errors, into `out`. */
  solvePositions(out: Float64Array): void {
    let place = 0;
    for (const constraint of this.constraints) {
      for (let row = 0; row < constraint.rowCount; row++) {
        this.rhs[place++] = constraint.holonomic ? -constraint.positionErrors[row] : 0;
      }
    }
    this.respond();
    out.set(this.change);
  }

  /** Solves for the multipliers and sweeps their wrenches through all links: δ′ and `change`. */
  private respond(): void {
    const { constraints, ends, links, multipliers, change } = this;
    this.solver.solve(this.rhs, multipliers);
    for (let k = 0; k < links.length; k++) links[k].w.fill(0, 98, 111);
    let place = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        constraints[i].multipliers[row] = multipliers[place];
        this.push(constraints[i], ends[i], row, multipliers, place++);
      }
    }
    for (let k = links.length - 1; k >= 0; k--) links[k].sweepIn();
    for (let k = 0; k < links.length; k++) links[k].sweepOut(change);
  }

  /**
   * Adds the wrenches of the rows to the loads of the links: what the reaction sweep needs. Couplers act through their
   * joints, whose wrenches then contain them.
   */
  addLoads(): void {
    const { constraints, ends } = this;
    for (let i = 0; i < constraints.length; i++) {
      if (constraints[i] instanceof Coupler) continue;
      const { jacobian: J, multipliers, rowCount } = constraints[i];
      for (let row = 0; row < rowCount; row++) {
        for (let b = 0; b < ends[i].length; b++) {
          const j = 6 * (row * ends[i].length + b);
          const { w } = ends[i][b];
          for (let k = 0; k < 6; k++) w[86 + k] += multipliers[row] * J[j + k];
        }
      }
    }
  }
}
