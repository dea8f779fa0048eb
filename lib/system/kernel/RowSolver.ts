import { Coupler, type RowConstraint } from "../../constraints/index.ts";
import { ModelError, RankRevealingSolver } from "../../math/index.ts";
import type { Link } from "./Link.ts";
import { PairRows } from "./PairRows.ts";

/**
 * Pivots below this part of the largest count as dependent rows. Near singular positions (IFToMM A02 passes through them) a
 * smaller one divides rounding by a pivot that is nearly nothing, a larger one lets go of rows that still hold.
 */
const RANK_CUTOFF = 1e-9;

/** A response below this part of that of free bodies is rounding, or a position too near a singular one to tell. */
const NOTHING = 1e-8;

const UNIT = new Float64Array([1]);

/**
 * The rows `J A = γ` of loop closures, rods, gears and contacts, with wrenches `Cλ`. `Φ` maps wrenches on bodies to accelerations:
 * one sweep in and out along the tree with the factors of the recursion. `J Φ C λ = γ − J A_free` is solved
 * rank-revealing. `C = Jᵀ` but for friction; with `Jᵀ` the same matrix projects velocities (right-hand side `ν − J V`) and
 * positions (`−g`).
 */
export class RowSolver {
  /** All constraints with rows, and the ones that are switched on. */
  readonly all: readonly RowConstraint[];
  constraints: readonly RowConstraint[] = [];
  rowCount = 0;
  /** Rows that depended on others in the last factorisation. */
  redundancy = 0;
  private readonly links: readonly Link[];
  /** Links that lie between a row's body and its root, root first. */
  private readonly active: readonly Link[];
  /** For each constraint that is switched on the links of its bodies. */
  private ends: readonly (readonly Link[])[] = [];
  private readonly find: (c: RowConstraint) => Link[];
  private readonly solver: RankRevealingSolver;
  private readonly rhs: Float64Array;
  private readonly scale: Float64Array;
  private readonly free = new Float64Array(1);
  private readonly multipliers: Float64Array;
  private readonly change: Float64Array;
  private readonly noImpulses: Float64Array;
  /** Whether the last factors are those with friction. */
  private hasFriction = false;

  constructor(
    constraints: readonly RowConstraint[],
    links: readonly Link[],
    find: (c: RowConstraint) => Link[],
    rates: number,
  ) {
    this.all = constraints;
    this.links = links;
    this.find = find;
    const active = new Set<Link>();
    for (const constraint of constraints) {
      for (const end of find(constraint)) for (let link: Link | null = end; link; link = link.parent) active.add(link);
    }
    this.active = links.filter((link) => active.has(link) && !link.isBase);
    const capacity = constraints.reduce((sum, c) => sum + c.rowCapacity, 0);
    this.solver = new RankRevealingSolver(capacity);
    this.rhs = new Float64Array(capacity);
    this.scale = new Float64Array(capacity);
    this.multipliers = new Float64Array(capacity);
    this.change = new Float64Array(rates);
    this.noImpulses = new Float64Array(rates);
    this.select();
  }

  /** Takes the constraints that are switched on. */
  select(): void {
    for (const constraint of this.all) if (constraint instanceof PairRows) constraint.isOn = constraint.pair.isOn;
    this.constraints = this.all.filter((constraint) => constraint.isOn);
    this.ends = this.constraints.map(this.find);
    this.rowCount = this.constraints.reduce((sum, c) => sum + c.rowCount, 0);
    for (const constraint of this.all) if (!constraint.isOn) constraint.multipliers.fill(0);
  }

  /** Evaluates all rows and factors `J Φ C`, or `J Φ Jᵀ`, at the present configuration. */
  factor(t: number, hasFriction: boolean): void {
    const { constraints, ends, active, solver, rowCount } = this;
    this.hasFriction = hasFriction;
    for (let i = 0; i < constraints.length; i++) constraints[i].calcRows(t);
    let column = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        for (let k = 0; k < active.length; k++) active[k].w.fill(0, 98, 104);
        this.push(constraints[i], ends[i], row, UNIT, 0);
        for (let k = active.length - 1; k >= 0; k--) active[k].sweepIn(this.noImpulses);
        for (let k = 0; k < active.length; k++) active[k].sweepOut(this.change);
        this.readResponses(column * rowCount);
        column++;
      }
    }
    this.scaleRows();
    solver.factor(rowCount, RANK_CUTOFF);
    this.redundancy = rowCount - solver.rank;
  }

  /**
   * Every row, and its multiplier, in units of its own response: newtons beside newton-metres and a light wheel on a heavy
   * frame count alike, and the least norm is one of energies. A row whose response is nothing against what its bodies would
   * do if they were free asks for what the tree gives anyway: it is dropped.
   */
  private scaleRows(): void {
    const { constraints, ends, scale, rowCount, free } = this;
    const { matrix } = this.solver;
    let place = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        free[0] = 0;
        for (let b = 0; b < ends[i].length; b++) {
          ends[i][b].raiseFreeResponse(constraints[i].jacobian, 6 * (row * ends[i].length + b), free, 0);
        }
        const own = matrix[place * rowCount + place];
        scale[place] = own > NOTHING * free[0] ? 1 / Math.sqrt(own) : 0;
        if (own < -NOTHING * free[0]) throw jam(constraints[i]);
        place++;
      }
    }
    for (let i = 0; i < rowCount; i++) {
      for (let j = 0; j < rowCount; j++) matrix[j * rowCount + i] *= scale[i] * scale[j];
    }
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
    const columns = this.hasFriction ? constraint.columns : constraint.jacobian;
    for (let b = 0; b < count; b++) ends[b].addImpulse(columns, 6 * (row * count + b), factors, place);
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

  /** Largest position error; the rows have been evaluated at the present state. */
  findPositionError(t: number): number {
    let largest = 0;
    for (const constraint of this.constraints) {
      if (!constraint.holonomic) continue;
      constraint.calcPositionErrors(t);
      for (let row = 0; row < constraint.rowCount; row++) {
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
    for (let i = 0; i < this.rowCount; i++) this.rhs[i] *= this.scale[i];
    this.solver.solve(this.rhs, multipliers);
    for (let i = 0; i < this.rowCount; i++) multipliers[i] *= this.scale[i];
    for (let k = 0; k < links.length; k++) links[k].w.fill(0, 98, 111);
    let place = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        constraints[i].multipliers[row] = multipliers[place];
        this.push(constraints[i], ends[i], row, multipliers, place++);
      }
    }
    for (let k = links.length - 1; k >= 0; k--) links[k].sweepIn(this.noImpulses);
    for (let k = 0; k < links.length; k++) links[k].sweepOut(change);
  }

  /**
   * Adds the wrenches of the rows to the loads of the links: what the reaction sweep needs. Couplers act through their
   * joints: of those on the tree the sweep finds the wrenches, couplers included.
   */
  addLoads(): void {
    const closing = new Set(
      this.all.map((constraint) => (constraint instanceof PairRows ? constraint.pair : undefined)),
    );
    this.constraints.forEach((constraint, i) => {
      const { columns, multipliers, rowCount } = constraint;
      const ends = this.ends[i];
      ends.forEach(({ w }, b) => {
        if (constraint instanceof Coupler && !closing.has(constraint.joints[b >> 1])) return;
        for (let row = 0; row < rowCount; row++) {
          const j = 6 * (row * ends.length + b);
          for (let k = 0; k < 6; k++) w[86 + k] += multipliers[row] * columns[j + k];
        }
      });
    });
  }
}

/** With friction, pushing harder along the row can make it worse. */
function jam(constraint: RowConstraint): ModelError {
  return new ModelError(
    `${constraint.label}: friction is so large for this position that no contact force can keep the bodies apart (Painlevé's ` +
      "paradox: the contact jams). Lower the friction coefficient, or use a compliant normal law",
  );
}
