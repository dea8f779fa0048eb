import type { Pair } from "../constraints/index.ts";
import type { Quaternion } from "../math/index.ts";
import { type Body, type Inertia, KinematicPort, type WrenchPort } from "../rigidbody/index.ts";
import { addBallast } from "./addBallast.ts";
import { calcRigid } from "./calcRigid.ts";
import type { WrenchSweep } from "./RowFeatures.ts";

/**
 * One elementary motion in the spanning tree: the kernel's unit of work [Featherstone, 7]. A pair with k motions is a chain of k links, the
 * last of which carries the body; a free body and a base are one link each.
 *
 * All vectors are in world axes. A link is referred to its point P, which is fixed in the link: the joint's point, or the
 * centre of mass of a free body. Every link owns two small arrays; the numbers below are the offsets in them. (Constant
 * offsets into small arrays compile to the fastest code; that is why they are not named constants from elsewhere. Nobody
 * but the links, `RotorGroup` and the functions of this folder that take `w` and `k` knows them.)
 *
 * `w`, present values:
 *
 *      0 r    centre of mass            36 d    from the parent's P to this P    80 δ    acceleration of P, ε, beyond ξ
 *      3 T    rotation, row by row      39 n    axis                             86 load on the body: F, M at r
 *     12 v    velocity of r             42 c    from P to the centre of mass     92 W    wrench of the joint at P
 *     15 ω    angular velocity          45 A    ┐ articulated inertia at P:      98 p′   ┐
 *     18 a    acceleration of r         51 B    │ F = A a + B ε,                104 u′   │ the same as p̂, u, δ
 *     21 ε    angular acceleration      60 C    ┘ M = Bᵀa + C ε                 105 δ′   ┘ for the operator Φ
 *     24 P                              66 p̂    wrench that ξ and the loads ask for
 *     27 v_P                            72 U    ÎS
 *     30 ξ    acceleration of P and     78 1/D
 *     33      ε if s̈ were zero          79 u    D⁻¹(τ − Sᵀp̂)
 *
 * `k`, constants: 0 d in the parent's axes; 3 axis in the parent's axes; 6, 15, 24 the matrices of
 * `T = T_parent (M0 + M1 cos φ + M2 sin φ)`; 33 mass; 34 c in the link's axes; 37 inertia about the centre of mass in the
 * link's axes (xx, yy, zz, xy, xz, yz); 43 h and 44 g of `S = (h n, g n)`; 45 inertia along the
 * motion that is attached to it from outside (a rotor behind a gear), part of D.
 */
export abstract class Link {
  readonly w = new Float64Array(112);
  readonly k = new Float64Array(46);
  /** The centre of mass, and P. */
  readonly position = this.w.subarray(0, 3);
  readonly point = this.w.subarray(24, 27);
  readonly parent: Link | null;
  /** The body this link carries, if it is the last of its pair. */
  body: Body | null = null;
  /** The pair this link belongs to, and the place of its motion in it. */
  pair: Pair | null = null;
  motionIndex = 0;
  /** Place in the kernel's list; a parent comes before its children. */
  index = -1;
  /** Number of the tree it belongs to: those that hang on one another have one, from 1 on; bases have 0. */
  tree = 0;
  /** Places of its coordinates and rates in the kernel's arrays. */
  coordinate = -1;
  rate = -1;
  /** Whether its motion is given altogether, so that nothing has to be passed on to it. */
  readonly isBase: boolean;
  /** Whether it is left out of the recursion, which only rotors can be. */
  isDormant = false;
  private isDiagonal = true;

  constructor(parent: Link | null, isBase = false) {
    this.parent = parent;
    this.isBase = isBase;
  }

  abstract readonly coordinateCount: number;
  abstract readonly rateCount: number;

  /** Rotation, angular velocity and ξ from the parent's and from coordinates and rates. */
  abstract calcKinematics(q: Float64Array, s: Float64Array): void;
  /** P, v_P, r, v: only where something needs positions. */
  abstract calcPositions(s: Float64Array): void;
  /** Closes the open directions with the efforts `tau` and passes inertia and wrench on to the parent. */
  abstract eliminate(tau: Float64Array): void;
  /** δ from the parent's, and the accelerations of its coordinates. */
  abstract accelerate(out: Float64Array): void;
  /** Φ, leaf to root: p′ to the parent; `impulses` are efforts along the open directions. */
  abstract sweepIn(impulses: Float64Array): void;
  /** Φ, root to leaf: δ′ from the parent's, and the change of the rates. */
  abstract sweepOut(out: Float64Array): void;
  /**
   * The same leaf to root for several wrenches p′ at once, in memory of the caller: those at place `at` are passed on to
   * `to` (below zero: to a base); efforts along the open directions stand from `o` on and become `τ − Sᵀp′`.
   */
  abstract sweepRows(sweep: WrenchSweep, at: number, to: number, o: number): void;
  /** Rates of the coordinates. */
  abstract calcCoordinateRates(q: Float64Array, s: Float64Array, out: Float64Array): void;
  /** Rotation from the link's axes to the parent's as a quaternion, without jumps in the coordinates. */
  abstract getQuaternion(q: Float64Array): Quaternion;
  /** Moves the coordinates by a small step along the rates. */
  abstract moveCoordinates(q: Float64Array, step: Float64Array): void;
  /** The least pivot of D relative to what a rigid subtree would give; zero or less: the motion is not determined. */
  abstract findPivots(): number[];

  /** What the body's kinematics are read from, in the memory of the link. */
  createPort(): KinematicPort {
    return new KinematicPort(this.w.subarray(0, 24));
  }

  get mass(): number {
    return this.k[33];
  }

  /** Whether its motion turns the body: not if it only slides. */
  get turns(): boolean {
    return this.rateCount > 1 || this.k[44] !== 0;
  }

  /** Inertia along the motion that is attached to it from outside. */
  get attachedInertia(): number {
    return this.k[45];
  }

  set attachedInertia(value: number) {
    this.k[45] = value;
  }

  /** The link carries a body with its centre of mass at `centre` from P, in the link's axes. */
  setInertia(inertia: Inertia, centre: ArrayLike<number>): void {
    this.k[33] = inertia.mass;
    this.k.set(centre, 34);
    this.k.set(inertia.tensor, 37);
    this.isDiagonal = inertia.tensor[3] === 0 && inertia.tensor[4] === 0 && inertia.tensor[5] === 0;
  }

  /** Takes the load off the body. (Written out: filling a few places of a typed array takes ten times as long.) */
  clearLoad(): void {
    const { w } = this;
    w[86] = 0;
    w[87] = 0;
    w[88] = 0;
    w[89] = 0;
    w[90] = 0;
    w[91] = 0;
  }

  /** Adds `factors[place]` times a wrench (F, M at the centre of mass; six numbers of `J` from `j`) to the load. */
  addLoad(J: Float64Array, j: number, factors: Float64Array, place: number): void {
    const { w } = this;
    for (let i = 0; i < 6; i++) w[86 + i] += factors[place] * J[j + i];
  }

  /** Adds a wrench, at its own point, to the load. */
  addWrench({ F, M, P }: WrenchPort): void {
    const { w } = this;
    const x = P[0] - w[0];
    const y = P[1] - w[1];
    const z = P[2] - w[2];
    w[86] += F[0];
    w[87] += F[1];
    w[88] += F[2];
    w[89] += M[0] + y * F[2] - z * F[1];
    w[90] += M[1] + z * F[0] - x * F[2];
    w[91] += M[2] + x * F[1] - y * F[0];
  }

  /** Adds the weight in the acceleration `g` to the load. */
  addWeight(g: Float64Array): void {
    const { w } = this;
    const m = this.k[33];
    w[86] += m * g[0];
    w[87] += m * g[1];
    w[88] += m * g[2];
  }

  /** After the link's own inertia is known: adds that of what it carries along. */
  addBallast(ballast: Float64Array): void {
    addBallast(this.w, ballast);
  }

  /** Adds the response δ′ to the acceleration δ. */
  acceptResponse(): void {
    const { w } = this;
    w[80] += w[105];
    w[81] += w[106];
    w[82] += w[107];
    w[83] += w[108];
    w[84] += w[109];
    w[85] += w[110];
  }

  /** Takes away the impulse p′ of the operator Φ, and u′, what it asks of the open directions. */
  clearImpulse(): void {
    const { w } = this;
    w[98] = 0;
    w[99] = 0;
    w[100] = 0;
    w[101] = 0;
    w[102] = 0;
    w[103] = 0;
    w[104] = 0;
  }

  /** Inertia, c and p̂ of the link's own body; the children add theirs in `eliminate`. */
  calcRigid(): void {
    calcRigid(this.w, this.k, this.isDiagonal);
  }

  /**
   * Acceleration of the centre of mass and angular acceleration, from ξ and δ; `gravity` is the uniform one in ξ. (Numbers
   * go in and out of virtual methods in arrays: a plain number would be put on the heap.)
   */
  calcAccelerations(gravity: Float64Array): void {
    if (this.isBase) return;
    const { w } = this;
    const ex = w[33] + w[83];
    const ey = w[34] + w[84];
    const ez = w[35] + w[85];
    const cx = w[42];
    const cy = w[43];
    const cz = w[44];
    const wx = w[15];
    const wy = w[16];
    const wz = w[17];
    const ux = wy * cz - wz * cy;
    const uy = wz * cx - wx * cz;
    const uz = wx * cy - wy * cx;
    w[18] = w[30] + w[80] + gravity[0] + ey * cz - ez * cy + wy * uz - wz * uy;
    w[19] = w[31] + w[81] + gravity[1] + ez * cx - ex * cz + wz * ux - wx * uz;
    w[20] = w[32] + w[82] + gravity[2] + ex * cy - ey * cx + wx * uy - wy * ux;
    w[21] = ex;
    w[22] = ey;
    w[23] = ez;
  }

  /** Puts `multipliers[row]` times a wrench (F, M at the centre of mass; six numbers of `J` from `j`) on the link for Φ. */
  addImpulse(J: Float64Array, j: number, multipliers: Float64Array, row: number): void {
    if (this.isBase) return;
    const { w } = this;
    const f = multipliers[row];
    const fx = f * J[j];
    const fy = f * J[j + 1];
    const fz = f * J[j + 2];
    w[98] -= fx;
    w[99] -= fy;
    w[100] -= fz;
    w[101] -= f * J[j + 3] + w[43] * fz - w[44] * fy;
    w[102] -= f * J[j + 4] + w[44] * fx - w[42] * fz;
    w[103] -= f * J[j + 5] + w[42] * fy - w[43] * fx;
  }

  /** Takes a wrench (F, M at the centre of mass; six numbers of `J` from `j`) from the six numbers of p′ at `p[i]`, at P. */
  takeWrench(J: Float64Array, j: number, p: Float64Array, i: number): void {
    const { w } = this;
    const fx = J[j];
    const fy = J[j + 1];
    const fz = J[j + 2];
    p[i] -= fx;
    p[i + 1] -= fy;
    p[i + 2] -= fz;
    p[i + 3] -= J[j + 3] + w[43] * fz - w[44] * fy;
    p[i + 4] -= J[j + 4] + w[44] * fx - w[42] * fz;
    p[i + 5] -= J[j + 5] + w[42] * fy - w[43] * fx;
  }

  /** Adds `J·(a_O, ε)` of the response δ′ to `out[place]`, with six numbers of `J` from `j`. */
  addResponse(J: Float64Array, j: number, out: Float64Array, place: number): void {
    if (this.isBase) return;
    const { w } = this;
    const ex = w[108];
    const ey = w[109];
    const ez = w[110];
    out[place] +=
      J[j] * (w[105] + ey * w[44] - ez * w[43]) +
      J[j + 1] * (w[106] + ez * w[42] - ex * w[44]) +
      J[j + 2] * (w[107] + ex * w[43] - ey * w[42]) +
      J[j + 3] * ex +
      J[j + 4] * ey +
      J[j + 5] * ez;
  }

  /** Raises `out[place]` to the size of the response to a row if the body were free: `J M⁻¹ Jᵀ`, roughly. */
  raiseFreeResponse(J: Float64Array, j: number, out: Float64Array, place: number): void {
    if (this.isBase) return;
    const { k } = this;
    const inertia = k[37] + k[38] + k[39];
    const force = J[j] * J[j] + J[j + 1] * J[j + 1] + J[j + 2] * J[j + 2];
    const moment = J[j + 3] * J[j + 3] + J[j + 4] * J[j + 4] + J[j + 5] * J[j + 5];
    const response = force / k[33] + (inertia > 0 ? (3 * moment) / inertia : 0);
    if (response > out[place]) out[place] = response;
  }
}
