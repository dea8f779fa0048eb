import type { Rows } from "../constraints/index.ts";
import { ModelError, RankRevealingSolver } from "../math/index.ts";
import type { Link } from "./Link.ts";

/**
 * Pivots below this part of the largest count as dependent rows. Near singular positions (IFToMM A02 passes through them) a
 * smaller one divides rounding by a pivot that is nearly nothing, a larger one lets go of rows that still hold.
 */
const RANK_CUTOFF = 1e-9;

/** A response below this part of that of free bodies is rounding, or a position too near a singular one to tell. */
const NOTHING = 1e-8;

/** Accelerations that are this much smaller than those of which they are the sum are rounding: what is held is at rest. */
const CANCELLED = 64 * Number.EPSILON;

const UNIT = new Float64Array([1]);

/** With friction, pushing harder along a row can make it worse. */
const JAM =
  "friction is so large for this position that no contact force can keep the bodies apart (Painlevé's paradox: the contact " +
  "jams). Lower the friction coefficient, or use a compliant normal law";

export function createJam(constraint: Rows): ModelError {
  return new ModelError(`${constraint.label}: ${JAM}`);
}

/**
 * Rows `J A = γ` that act on one connected set of links, with wrenches `Cλ`. `Φ` maps wrenches on bodies to accelerations:
 * one sweep in and out along the tree with the factors of the recursion. `J Φ C λ = γ − J A_free` is solved
 * rank-revealing. `C = Jᵀ` but for friction; with `Jᵀ` the same matrix projects velocities (right-hand side `ν − J V`) and
 * positions (`−g`).
 */
export class RowIsland {
  readonly constraints: readonly Rows[];
  readonly rowCount: number;
  /** For each constraint the links of its bodies. */
  readonly ends: readonly (readonly Link[])[];
  /** All links that move together, root first, and those between a row's body and its root. */
  private readonly links: readonly Link[];
  private readonly active: readonly Link[];
  private readonly solver: RankRevealingSolver;
  private readonly rhs: Float64Array;
  /** Units of the rows and of their multipliers. */
  private readonly scale: Float64Array;
  private readonly columnScale: Float64Array;
  private readonly free = new Float64Array(1);
  private readonly multipliers: Float64Array;
  /** Change of the kernel's rates; shared by all islands, each of which writes its own. */
  private readonly change: Float64Array;
  private readonly noImpulses: Float64Array;
  /** Whether the last factors are those with friction. */
  private hasFriction = false;

  constructor(
    constraints: readonly Rows[],
    ends: readonly (readonly Link[])[],
    links: readonly Link[],
    change: Float64Array,
    noImpulses: Float64Array,
  ) {
    this.constraints = constraints;
    this.ends = ends;
    this.links = links;
    this.change = change;
    this.noImpulses = noImpulses;
    const active = new Set<Link>();
    for (const bodies of ends) {
      for (const end of bodies) for (let link: Link | null = end; link; link = link.parent) active.add(link);
    }
    this.active = links.filter((link) => active.has(link));
    this.rowCount = constraints.reduce((sum, c) => sum + c.rowCount, 0);
    this.solver = new RankRevealingSolver(this.rowCount);
    this.rhs = new Float64Array(this.rowCount);
    this.scale = new Float64Array(this.rowCount);
    this.columnScale = new Float64Array(this.rowCount);
    this.multipliers = new Float64Array(this.rowCount);
  }

  /** Rows that depended on others in the last factorisation. */
  get redundancy(): number {
    return this.rowCount - this.solver.rank;
  }

  /** Evaluates all rows and factors `J Φ C`, or `J Φ Jᵀ`, at the present configuration. */
  factor(t: number, hasFriction: boolean): void {
    const { constraints, ends, active, solver, rowCount } = this;
    this.hasFriction = hasFriction;
    for (let i = 0; i < constraints.length; i++) constraints[i].calcRows(t);
    let column = 0;
    for (let i = 0; i < constraints.length; i++) {
      for (let row = 0; row < constraints[i].rowCount; row++) {
        for (let k = 0; k < active.length; k++) active[k].clearImpulse();
        this.push(constraints[i], ends[i], row, UNIT, 0);
        for (let k = active.length - 1; k >= 0; k--) active[k].sweepIn(this.noImpulses);
        for (let k = 0; k < active.length; k++) active[k].sweepOut(this.change);
        this.readResponses(column * rowCount);
        column++;
      }
    }
    this.scaleRows();
    solver.factor(rowCount, RANK_CUTOFF);
  }

  /**
   * Every row, and its multiplier, in units of its own response: newtons beside newton-metres and a light wheel on a heavy
   * frame count alike, and the least norm is one of energies. A row whose response is nothing against what its bodies would
   * do if they were free asks for what the tree gives anyway: it is dropped.
   */
  private scaleRows(): void {
    const { constraints, ends, scale, columnScale, rowCount, free } = this;
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
        columnScale[place] = scale[place] * constraints[i].weights[row];
        if (own < -NOTHING * free[0]) {
          // Perhaps but a trial step that is too long: no numbers, and it is tried again shorter.
          constraints[i].trouble = JAM;
          columnScale[place] = Number.NaN;
        }
        place++;
      }
    }
    for (let i = 0; i < rowCount; i++) {
      for (let j = 0; j < rowCount; j++) matrix[j * rowCount + i] *= scale[i] * columnScale[j];
    }
  }

  /** Puts `factors[place]` times the wrench of a row on its bodies. */
  private push(constraint: Rows, ends: readonly Link[], row: number, factors: Float64Array, place: number): void {
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
    let largest = 0;
    for (let k = 0; k < links.length; k++) {
      const { rate, rateCount } = links[k];
      for (let i = rate; i < rate + rateCount; i++) {
        largest = Math.max(largest, Math.abs(accelerations[i]), Math.abs(change[i]));
      }
    }
    for (let k = 0; k < links.length; k++) {
      const { rate, rateCount } = links[k];
      links[k].acceptResponse();
      for (let i = rate; i < rate + rateCount; i++) {
        const sum = accelerations[i] + change[i];
        accelerations[i] = Math.abs(sum) <= CANCELLED * largest ? 0 : sum;
      }
    }
  }

  /** The least change of the rates, weighed by the masses, that makes `J V = ν`, into `change`. */
  solveVelocities(): void {
    let place = 0;
    for (const constraint of this.constraints) {
      for (let row = 0; row < constraint.rowCount; row++) this.rhs[place++] = -constraint.getVelocityError(row);
    }
    this.respond();
  }

  /** The Newton step of the coordinates, along the rates, that reduces the position errors, into `change`. */
  solvePositions(): void {
    let place = 0;
    for (const constraint of this.constraints) {
      for (let row = 0; row < constraint.rowCount; row++) {
        this.rhs[place++] = constraint.isHolonomic(row) ? -constraint.positionErrors[row] : 0;
      }
    }
    this.respond();
  }

  /** Solves for the multipliers and sweeps their wrenches through all links: δ′ and `change`. */
  private respond(): void {
    const { constraints, ends, links, multipliers, change } = this;
    for (let i = 0; i < this.rowCount; i++) this.rhs[i] *= this.scale[i];
    this.solver.solve(this.rhs, multipliers);
    for (let i = 0; i < this.rowCount; i++) multipliers[i] *= this.columnScale[i];
    for (let k = 0; k < links.length; k++) links[k].clearImpulse();
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
}
