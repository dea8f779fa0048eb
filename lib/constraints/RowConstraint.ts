import type { Fragment } from "../bondgraph/index.ts";
import { cross, describe, explainThrown, ModelError } from "../math/index.ts";
import type { Body, KinematicPort } from "../rigidbody/index.ts";
import { Constraint } from "./Constraint.ts";
import { calcVelocityError, type Rows } from "./Rows.ts";

/**
 * A constraint given by rows: each row is a relation `Σ_b J_b·A_b = γ` between the accelerations `A = (a_O, ε)` of its
 * bodies, which is the derivative of `Σ_b J_b·V_b = ν`, `V = (v_O, ω)`, and, if the row is holonomic, of a position error
 * `g = 0`. The wrench of the row on body `b` is `λ J_b`: force and moment at the centre of mass. (With friction that grows
 * with `λ` it is `λ C_b`.)
 *
 * Holonomic, non-holonomic (no `g`) and rheonomic (`ν`, `γ` or `g` depend on time) constraints all fit. Subclasses fill
 * `jacobian`, `velocityTargets` and `accelerationTargets` in `calcRowTerms`, and `positionErrors` in
 * `calcPositionTerms`. Rows never become edges of the spanning tree.
 */
export abstract class RowConstraint extends Constraint implements Rows {
  /** Rows that are in force: all of them, unless a subclass changes it with its mode. */
  rowCount: number;
  readonly rowCapacity: number;
  /** Kinematics of the bodies that the rows act on now, in the order of `ends`. */
  ports: readonly KinematicPort[];
  /** `J`: for row r and end b six numbers from `6 (r · ends + b)`: force part, then moment part. */
  readonly jacobian: Float64Array;
  /** The wrench of a row's unit multiplier, laid out like `J`; it is `J` itself unless friction comes with the row. */
  columns: Float64Array;
  /** `ν` and `γ` */
  readonly velocityTargets: Float64Array;
  readonly accelerationTargets: Float64Array;
  /** `g` */
  readonly positionErrors: Float64Array;
  /** `λ`, after a solve. */
  readonly multipliers: Float64Array;
  /** How willingly each row takes part of a load that several share in no unique way; least squares weigh them so. */
  readonly weights: Float64Array;

  constructor(name: string, bodyA: Body, bodyB: Body, rowCount: number, bodyCount = 2) {
    super(name, bodyA, bodyB);
    if (!Number.isInteger(rowCount) || rowCount < 1) {
      throw new ModelError(`${this.label}: the number of rows is ${describe(rowCount)}; give a whole number from 1`);
    }
    this.rowCount = rowCount;
    this.rowCapacity = rowCount;
    this.ports = [bodyA.referencePose, bodyB.referencePose];
    this.jacobian = new Float64Array(6 * rowCount * bodyCount);
    this.columns = this.jacobian;
    this.velocityTargets = new Float64Array(rowCount);
    this.accelerationTargets = new Float64Array(rowCount);
    this.positionErrors = new Float64Array(rowCount);
    this.multipliers = new Float64Array(rowCount);
    this.weights = new Float64Array(rowCount).fill(1);
  }

  /** Which of several `ends` the rows have now; 0 where they are always the same. */
  get choice(): number {
    return 0;
  }

  /** Whether the rows come from position errors. A non-holonomic constraint says `false`. */
  get holonomic(): boolean {
    return true;
  }

  /** The same of one row that is in force, where not all are alike: a wheel may not sink in, nor slip. */
  isHolonomic(_row: number): boolean {
    return this.holonomic;
  }

  override connect(ports: readonly KinematicPort[]): void {
    super.connect(ports);
    this.ports = ports;
  }

  /** Whether the rows read coordinates or rates of joints; the kernel then brings those up to date before. */
  get readsJoints(): boolean {
    return true;
  }

  /** Whether it acts with a given wrench beside its rows: `calcLoad` then fills both wrenches before the rows are solved. */
  get hasLoad(): boolean {
    return false;
  }

  calcLoad(_t: number): void {}

  /** Fills `jacobian`, `velocityTargets` and `accelerationTargets` at the present state. */
  calcRows(t: number): void {
    try {
      this.calcRowTerms(t);
    } catch (cause) {
      throw explainThrown(this.label, "calcRowTerms", cause);
    }
  }

  /** Fills `positionErrors` at the present state; `calcRows` has been called there. */
  calcPositionErrors(t: number): void {
    if (!this.holonomic) return;
    try {
      this.calcPositionTerms(t);
    } catch (cause) {
      throw explainThrown(this.label, "calcPositionTerms", cause);
    }
  }

  protected abstract calcRowTerms(t: number): void;

  /** A non-holonomic constraint has no position errors and leaves this empty. */
  protected abstract calcPositionTerms(t: number): void;

  /** `J_b·V_b` summed over the bodies, minus `ν`, for one row. */
  getVelocityError(row: number): number {
    return calcVelocityError(this, row);
  }

  /** Fills the wrench ports from the multipliers: the wrench on B at `calcReactionPoint`, and its counterpart on A. */
  calcReaction(): void {
    const { ports, columns, multipliers } = this;
    const { F, M, P } = this.wrenchB;
    const { r } = this.portB;
    F.fill(0);
    M.fill(0);
    for (let row = 0; row < this.rowCount; row++) {
      const j = 6 * (row * ports.length + 1);
      for (let i = 0; i < 3; i++) {
        F[i] += multipliers[row] * columns[j + i];
        M[i] += multipliers[row] * columns[j + 3 + i];
      }
    }
    this.calcReactionPoint(P);
    const x = P[0] - r[0];
    const y = P[1] - r[1];
    const z = P[2] - r[2];
    M[0] -= y * F[2] - z * F[1];
    M[1] -= z * F[0] - x * F[2];
    M[2] -= x * F[1] - y * F[0];
    this.closeThirdLaw();
    if (ports.length !== 2) this.calcWrenchOnA();
  }

  /** With more than two bodies A gets its own part, at its centre of mass. */
  private calcWrenchOnA(): void {
    const { F, M, P } = this.wrenchA;
    F.fill(0);
    M.fill(0);
    P.set(this.portA.r);
    for (let row = 0; row < this.rowCount; row++) {
      for (let i = 0; i < 3; i++) {
        F[i] += this.multipliers[row] * this.columns[6 * row * this.ports.length + i];
        M[i] += this.multipliers[row] * this.columns[6 * row * this.ports.length + 3 + i];
      }
    }
  }

  /** The point of B at which the reaction is given. Default: the centre of mass. */
  protected calcReactionPoint(out: Float64Array): void {
    out.set(this.portB.r);
  }

  /** A row's flow is `Σ J V`; the other bonds carry no effort, so their flows are left out. */
  protected override calcAxisFlows(out: Float64Array): void {
    const twist = new Float64Array(6);
    this.calcRelativeTwist(twist);
    out.fill(0);
    for (let row = 0; row < this.rowCount; row++) out[row] = this.calcRowFlow(row, twist);
  }

  /**
   * `Σ J V` of a row between two bodies, from their relative twist at the point of the wrench: where that is small, the
   * rounding of the velocities themselves does not come in.
   */
  protected calcRowFlow(row: number, twist: Float64Array): number {
    const J = this.jacobian;
    const j = 12 * row + 6;
    const { r } = this.portB;
    const { P } = this.wrenchA;
    const turn = cross([P[0] - r[0], P[1] - r[1], P[2] - r[2]], [J[j], J[j + 1], J[j + 2]]);
    let flow = 0;
    for (let i = 0; i < 3; i++) flow += J[j + i] * twist[i] + (J[j + 3 + i] - turn[i]) * twist[3 + i];
    return flow;
  }

  protected override calcAxisEfforts(out: Float64Array): void {
    out.fill(0);
    for (let row = 0; row < this.rowCount; row++) out[row] = -this.multipliers[row];
  }

  override bondGraph(): Fragment {
    const flows = Array.from({ length: this.rowCount }, (_, i) => `f${i + 1}`);
    const efforts = Array.from({ length: 6 - this.rowCount }, (_, i) => `e${this.rowCount + i + 1}`);
    return this.createFragment(flows, efforts);
  }
}
