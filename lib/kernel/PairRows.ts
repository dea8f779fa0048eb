import { Joint, type Pair } from "../constraints/index.ts";
import { calcVelocityError, type Rows } from "../constraints/Rows.ts";
import type { Body, KinematicPort } from "../rigidbody/index.ts";
import { countOpen } from "./chainMath.ts";
import { PairChain } from "./PairChain.ts";

const NONE = new Float64Array(0);

/**
 * A pair that closes a loop: `6 − k` rows that keep B on the chain of motions that starts at A.
 *
 * With the open directions `S` (6×k) and the velocity-product term `b` at the point `P` of B, `A_B = X A_A + S s̈ + b`.
 * The rows are an orthonormal basis `N` of the wrenches that do no work in `S` (`Nᵀ S = 0`):
 * `Nᵀ(A_B − X A_A) = Nᵀ b`, `Nᵀ(V_B − X V_A) = Nᵀ v_given`, position error `Nᵀ e` with `e` the misfit of position and rotation. Which
 * basis is taken does not matter: the wrench `N λ` is the same for all.
 */
export class PairRows implements Rows {
  readonly pair: Pair;
  readonly bodies: readonly Body[];
  readonly ends: readonly Body[];
  readonly choice = 0;
  ports: readonly KinematicPort[];
  readonly rowCount: number;
  readonly readsJoints = true;
  readonly jacobian: Float64Array;
  readonly columns: Float64Array;
  readonly velocityTargets: Float64Array;
  readonly accelerationTargets: Float64Array;
  readonly positionErrors: Float64Array;
  readonly multipliers: Float64Array;
  readonly weights: Float64Array;
  failure: string | undefined;
  private readonly chain: PairChain;
  /** Basis N: six numbers per row, force part first, at P. */
  private readonly basis: Float64Array;
  private readonly householder: Float64Array;

  constructor(pair: Pair) {
    const count = 6 - countOpen(pair);
    this.pair = pair;
    this.bodies = pair.bodies;
    this.ends = this.bodies;
    this.ports = this.bodies.map(({ referencePose }) => referencePose);
    this.rowCount = count;
    this.jacobian = new Float64Array(12 * count);
    this.columns = this.jacobian;
    this.velocityTargets = new Float64Array(count);
    this.accelerationTargets = new Float64Array(count);
    this.positionErrors = new Float64Array(count);
    this.multipliers = new Float64Array(count);
    this.weights = new Float64Array(count).fill(1);
    this.chain = new PairChain(pair);
    this.basis = new Float64Array(6 * count);
    this.householder = new Float64Array(36);
  }

  get name(): string {
    return this.pair.name;
  }

  isHolonomic(): boolean {
    return true;
  }

  get label(): string {
    return this.pair.label;
  }

  /** The pair is on or off. */
  get isOn(): boolean {
    return this.pair.isOn;
  }

  connect(ports: readonly KinematicPort[]): void {
    this.ports = ports;
  }

  getVelocityError(row: number): number {
    return calcVelocityError(this, row);
  }

  /** Coordinates that are part of the state: the search starts from them; and their rates. A ball has none. */
  get followed(): Float64Array {
    return this.chain.x;
  }

  get followedRates(): Float64Array {
    return this.chain.x.length === 0 ? NONE : this.chain.rates;
  }

  /** Takes the coordinates of the drawn pose as the start of the search. */
  findStart(t: number): void {
    this.chain.findStart(t, this.ports[0], this.ports[1]);
  }

  /** Coordinates and rates of the pair at the present ports. */
  readPair(t: number): void {
    this.chain.calc(t, this.ports[0], this.ports[1]);
    this.chain.writePair();
  }

  calcRows(t: number): void {
    const { chain, jacobian: J, basis, accelerationTargets, velocityTargets } = this;
    this.readPair(t);
    this.calcBasis();
    const { arm, reach, bias, given } = chain;
    const bx = arm[0];
    const by = arm[1];
    const bz = arm[2];
    const dx = reach[0];
    const dy = reach[1];
    const dz = reach[2];
    for (let row = 0; row < this.rowCount; row++) {
      const o = 6 * row;
      const fx = basis[o];
      const fy = basis[o + 1];
      const fz = basis[o + 2];
      const j = 12 * row;
      J[j] = -fx;
      J[j + 1] = -fy;
      J[j + 2] = -fz;
      J[j + 3] = -(basis[o + 3] + dy * fz - dz * fy);
      J[j + 4] = -(basis[o + 4] + dz * fx - dx * fz);
      J[j + 5] = -(basis[o + 5] + dx * fy - dy * fx);
      J[j + 6] = fx;
      J[j + 7] = fy;
      J[j + 8] = fz;
      J[j + 9] = basis[o + 3] + by * fz - bz * fy;
      J[j + 10] = basis[o + 4] + bz * fx - bx * fz;
      J[j + 11] = basis[o + 5] + bx * fy - by * fx;
      let velocity = 0;
      let acceleration = 0;
      for (let i = 0; i < 6; i++) {
        velocity += basis[o + i] * given[i];
        acceleration += basis[o + i] * bias[i];
      }
      velocityTargets[row] = velocity;
      accelerationTargets[row] = acceleration;
    }
  }

  /** Chain and basis are those of `calcRows`, which comes first. */
  calcPositionErrors(): void {
    const { chain, basis } = this;
    for (let row = 0; row < this.rowCount; row++) {
      let error = 0;
      for (let i = 0; i < 6; i++) error += basis[6 * row + i] * chain.misfit[i];
      this.positionErrors[row] = error;
    }
  }

  /** Orthonormal complement of S: the last columns of Q of its Householder factorisation. */
  private calcBasis(): void {
    const { householder: h, basis, chain } = this;
    const k = chain.open;
    h.set(chain.directions);
    for (let c = 0; c < k; c++) {
      const o = 6 * c;
      let square = 0;
      for (let i = c; i < 6; i++) square += h[o + i] * h[o + i];
      const alpha = h[o + c] > 0 ? -Math.sqrt(square) : Math.sqrt(square);
      h[o + c] -= alpha;
      let length = 0;
      for (let i = c; i < 6; i++) length += h[o + i] * h[o + i];
      const factor = Math.SQRT2 / Math.sqrt(length);
      for (let i = c; i < 6; i++) h[o + i] *= factor;
      for (let d = c + 1; d < k; d++) reflect(h, o, c, h, 6 * d);
    }
    for (let row = 0; row < this.rowCount; row++) {
      const o = 6 * row;
      basis.fill(0, o, o + 6);
      basis[o + k + row] = 1;
      for (let c = k - 1; c >= 0; c--) reflect(h, 6 * c, c, basis, o);
    }
  }

  /** Efforts of the pair as wrenches on its bodies: `W = S (SᵀS)⁻¹ τ` at P. */
  calcEffortWrench(t: number): void {
    const { pair, chain } = this;
    this.readPair(t);
    pair.calcEfforts(t);
    chain.calcEffortWrench(pair.efforts, pair.wrenchB);
    pair.calcReaction();
  }

  /** Coordinates, rates and the whole wrench of the pair: rows and efforts. */
  writeReaction(t: number): void {
    const { pair, chain, multipliers, basis } = this;
    const { F, M, P } = pair.wrenchB;
    chain.writePair();
    pair.calcEfforts(t);
    chain.calcEffortWrench(pair.efforts, pair.wrenchB);
    // Couplers act along and about the axis, as their rows do.
    if (pair instanceof Joint) {
      const { T } = this.ports[0];
      const { axisA: n, coupledEfforts, rotationIndex, translationIndex } = pair;
      const isScrew = rotationIndex === translationIndex;
      for (let i = 0; i < 3; i++) {
        const axis = T[3 * i] * n[0] + T[3 * i + 1] * n[1] + T[3 * i + 2] * n[2];
        if (rotationIndex >= 0) M[i] += coupledEfforts[rotationIndex] * axis;
        if (translationIndex >= 0 && !isScrew) F[i] += coupledEfforts[translationIndex] * axis;
      }
    }
    for (let i = 0; i < pair.efforts.length; i++) pair.efforts[i] += pair.coupledEfforts[i];
    for (let row = 0; row < this.rowCount; row++) {
      for (let i = 0; i < 3; i++) {
        F[i] += multipliers[row] * basis[6 * row + i];
        M[i] += multipliers[row] * basis[6 * row + 3 + i];
      }
    }
    for (let i = 0; i < 3; i++) P[i] = this.ports[1].r[i] + chain.arm[i];
    chain.calcAccelerations(this.ports[0], this.ports[1]);
    chain.calcGivenEfforts(pair.wrenchB);
    pair.calcReaction();
  }
}

/** `x ← x − v vᵀ x` for v at offset `ov` from component `from` on (scaled so that |v|² = 2), x at offset `ox`. */
function reflect(v: Float64Array, ov: number, from: number, x: Float64Array, ox: number): void {
  let sum = 0;
  for (let i = from; i < 6; i++) sum += v[ov + i] * x[ox + i];
  for (let i = from; i < 6; i++) x[ox + i] -= sum * v[ov + i];
}
