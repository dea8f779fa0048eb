import type { Pair } from "../constraints/index.ts";
import {
  calcQuaternion,
  calcRelativeRotation,
  cross,
  findPerpendicular,
  ModelError,
  RankRevealingSolver,
} from "../math/index.ts";
import type { KinematicPort, WrenchPort } from "../rigidbody/index.ts";
import { addCentripetal, addCross, countOpen, dotRow, getSlide, isSimplePair } from "./chainMath.ts";

/**
 * The chain of motions of a pair seen from its two ports: finds the coordinates that bring the chain's end nearest to B,
 * and gives open directions, velocity-product terms and misfit there. All in world axes at the point P of B.
 */
export class PairChain {
  readonly open: number;
  /** S: six numbers per open direction. */
  readonly directions: Float64Array;
  /** From A's and from B's centre to P. */
  readonly reach = new Float64Array(3);
  readonly arm = new Float64Array(3);
  /** Position and rotation of B beyond the chain's end. */
  readonly misfit = new Float64Array(6);
  /** `γ`-terms: `b` less the centripetal acceleration of P in B; and the velocity of the given motions. */
  readonly bias = new Float64Array(6);
  readonly given = new Float64Array(6);

  private readonly pair: Pair;
  /** One per motion: coordinate and rate; a ball keeps its quaternion in `ball`. */
  readonly x: Float64Array;
  readonly rates: Float64Array;
  private readonly ball = new Float64Array([1, 0, 0, 0]);
  /** `[x, ẋ, ẍ]` of the given motions, three numbers per motion. */
  private readonly drive: Float64Array;
  /** Direction of every motion, given ones included: six numbers each. */
  private readonly all: Float64Array;
  /** Axis of every motion, and the chain's point in front of it, from A's centre: three numbers each. */
  private readonly axes: Float64Array;
  private readonly points: Float64Array;
  private readonly T = new Float64Array(9);
  private readonly turned = new Float64Array(9);
  private readonly relative = new Float64Array(6);
  private readonly start = new Float64Array(3);
  private readonly omega = new Float64Array(3);
  /** Whether `findSimple` applies; a direction across the axis of the turn in A's axes, and the axis × it. */
  private readonly isSimple: boolean;
  private readonly across = new Float64Array(6);
  private readonly solver: RankRevealingSolver;
  private readonly rhs: Float64Array;
  private readonly solution: Float64Array;

  constructor(pair: Pair) {
    this.pair = pair;
    this.open = countOpen(pair);
    const { open } = this;
    const isBall = pair.motions.some((motion) => motion.kind === "ball");
    if (!PairChain.canFollow(pair)) {
      throw new ModelError(
        `${pair.label}: it closes a loop and combines a ball with other motions; ` +
          "split it into a BallJoint and another pair with a light body between",
      );
    }
    this.x = new Float64Array(isBall ? 0 : pair.motions.length);
    this.rates = new Float64Array(isBall ? 3 : pair.motions.length);
    this.drive = new Float64Array(3 * pair.motions.length);
    this.axes = new Float64Array(3 * pair.motions.length);
    this.points = new Float64Array(3 * pair.motions.length);
    this.all = new Float64Array(6 * Math.max(3, pair.motions.length));
    this.directions = new Float64Array(6 * open);
    this.isSimple = isSimplePair(pair);
    const turn = pair.motions.at(-1);
    if (this.isSimple && turn && turn.kind === "rotate") {
      const u = findPerpendicular(turn.axis);
      this.across.set([...u, ...cross(turn.axis, u)]);
    }
    this.solver = new RankRevealingSolver(open);
    this.rhs = new Float64Array(open);
    this.solution = new Float64Array(open);
    pair.motions.forEach((motion, i) => {
      if (motion.kind !== "ball") this.x[i] = motion.bond.start;
    });
  }

  /** Whether the coordinates can be found from the ports: not for a ball together with other motions. */
  static canFollow({ motions }: Pair): boolean {
    return motions.length === 1 || motions.every((motion) => motion.kind !== "ball");
  }

  /** Coordinates from the ports, starting from quarter turns of every rotation. */
  findStart(t: number, A: KinematicPort, B: KinematicPort): void {
    const { motions } = this.pair;
    const quarter = Math.PI / 2;
    const turns = motions.map((m) =>
      m.kind === "rotate" || m.kind === "screw" ? [0, quarter, -quarter, 2 * quarter] : [0],
    );
    let best = Number.POSITIVE_INFINITY;
    let found: number[] = [];
    const first = motions.map((m) => (m.kind === "ball" ? 0 : m.bond.start));
    const count = turns.reduce((product, list) => product * list.length, 1);
    for (let n = 0; n < count; n++) {
      let rest = n;
      for (let i = 0; i < motions.length; i++) {
        this.x[i] = first[i] + turns[i][rest % turns[i].length];
        rest = Math.floor(rest / turns[i].length);
      }
      this.calc(t, A, B);
      const error = Math.hypot(...this.misfit);
      if (error >= best - 1e-9) continue;
      best = error;
      found = Array.from(this.x);
    }
    this.x.set(found);
    this.calc(t, A, B);
  }

  /** How far B is from where the pair allows it to be, and to move, at the coordinates nearest to the pair's. */
  findMisfit(t: number, pair: Pair): { position: number; velocity: number } {
    if (!this.hasBall) this.x.set(pair.coordinates);
    this.calc(t, pair.portA, pair.portB);
    const position = Math.max(...this.misfit.map(Math.abs));
    // `relative` holds the velocity beyond the given motions; take off the open ones.
    const rest = Array.from(this.relative);
    for (let a = 0; a < this.open; a++) {
      for (let i = 0; i < 6; i++) rest[i] -= this.directions[6 * a + i] * this.solution[a];
    }
    return { position, velocity: Math.max(...rest.map(Math.abs)) };
  }

  /** Everything at the present ports; coordinates are followed from the last call. */
  calc(t: number, A: KinematicPort, B: KinematicPort): void {
    if (this.isSimple) this.findSimple(A, B);
    else {
      for (let iteration = 0; iteration < 12; iteration++) {
        this.calcPose(t, A, B);
        if (this.open === 0 || this.improve() < 1e-15) break;
      }
    }
    this.calcPose(t, A, B);
    this.calcRates(A, B);
    this.calcBias(A, B);
  }

  /**
   * Coordinates of a pair whose motions are free, slide along perpendicular axes of A and turn at most once, in the end:
   * the angle between a direction across the axis in A and its image in B, nearest to the last one, and projections.
   */
  private findSimple(A: KinematicPort, B: KinematicPort): void {
    const { pair, x, across, turned } = this;
    const C = pair.rest;
    for (let m = 0; m < pair.motions.length; m++) {
      const motion = pair.motions[m];
      if (motion.kind === "ball") continue;
      const n = motion.axis;
      if (motion.kind === "slide") {
        let sum = 0;
        for (let i = 0; i < 3; i++) {
          const along = dotRow(A.T, i, n);
          sum += along * (B.r[i] + dotRow(B.T, i, pair.pointB) - A.r[i] - dotRow(A.T, i, pair.pointA));
        }
        x[m] = sum;
        continue;
      }
      // u in A, and Cᵀ u in B, both to world axes (the latter in `turned`); w = n × u in A.
      let cosine = 0;
      let sine = 0;
      for (let i = 0; i < 3; i++) {
        turned[i] = C[i] * across[0] + C[3 + i] * across[1] + C[6 + i] * across[2];
      }
      for (let i = 0; i < 3; i++) {
        const image = B.T[3 * i] * turned[0] + B.T[3 * i + 1] * turned[1] + B.T[3 * i + 2] * turned[2];
        cosine += image * dotRow(A.T, i, across);
        sine += image * (A.T[3 * i] * across[3] + A.T[3 * i + 1] * across[4] + A.T[3 * i + 2] * across[5]);
      }
      const angle = Math.atan2(sine, cosine);
      x[m] = angle + 2 * Math.PI * Math.round((x[m] - angle) / (2 * Math.PI));
    }
  }

  /** Directions and misfit at the coordinates in `x`. */
  private calcPose(t: number, A: KinematicPort, B: KinematicPort): void {
    const { pair, T, reach, arm, misfit, axes, points } = this;
    T.set(A.T);
    for (let i = 0; i < 3; i++) {
      reach[i] = dotRow(A.T, i, pair.pointA);
      arm[i] = dotRow(B.T, i, pair.pointB);
    }
    for (let m = 0; m < pair.motions.length; m++) {
      const motion = pair.motions[m];
      if (motion.kind === "ball") {
        this.setBall(A, B);
        continue;
      }
      if (motion.bond.motion) this.setDrive(motion.bond.motion(t), m);
      const h = getSlide(motion);
      for (let i = 0; i < 3; i++) {
        axes[3 * m + i] = dotRow(T, i, motion.axis);
        points[3 * m + i] = reach[i];
      }
      for (let i = 0; i < 3; i++) reach[i] += h * this.x[m] * axes[3 * m + i];
      if (motion.kind !== "slide") this.turn(motion.axis, this.x[m]);
    }
    this.calcDirections();
    for (let i = 0; i < 3; i++) {
      misfit[i] = B.r[i] + arm[i] - A.r[i] - reach[i];
      misfit[3 + i] = 0;
      // The chain's point and B's differ by the misfit only: take B's.
      reach[i] += misfit[i];
    }
    if (this.hasBall) return;
    // Rotation from the chain's end T C to B: half the sum of the cross products of their columns is n sin θ, and the sum
    // of their dot products 1 + 2 cos θ; taken as 2 n tan(θ/2), which does not vanish at half a turn.
    const C = pair.rest;
    let trace = 0;
    for (let j = 0; j < 3; j++) {
      const x = T[0] * C[j] + T[1] * C[3 + j] + T[2] * C[6 + j];
      const y = T[3] * C[j] + T[4] * C[3 + j] + T[5] * C[6 + j];
      const z = T[6] * C[j] + T[7] * C[3 + j] + T[8] * C[6 + j];
      trace += x * B.T[j] + y * B.T[3 + j] + z * B.T[6 + j];
      misfit[3] += 0.5 * (y * B.T[6 + j] - z * B.T[3 + j]);
      misfit[4] += 0.5 * (z * B.T[j] - x * B.T[6 + j]);
      misfit[5] += 0.5 * (x * B.T[3 + j] - y * B.T[j]);
    }
    const factor = 4 / Math.max(trace + 1, 1e-9);
    for (let i = 3; i < 6; i++) misfit[i] *= factor;
    // Exactly half a turn has no direction: any will do to leave it.
    if (trace < -1 + 1e-9) misfit[3] += 1;
  }

  private get hasBall(): boolean {
    return this.pair.motions[0]?.kind === "ball";
  }

  private setDrive(jet: readonly number[], m: number): void {
    for (let i = 0; i < 3; i++) this.drive[3 * m + i] = jet[i];
    this.x[m] = jet[0];
  }

  /** Direction of each motion at P, the chain's end: `(h n + g [n, P − P_m], g n)`. */
  private calcDirections(): void {
    const { pair, all, axes, points, reach, directions } = this;
    let column = 0;
    for (let m = 0; m < pair.motions.length; m++) {
      const motion = pair.motions[m];
      if (motion.kind === "ball") continue;
      const o = 6 * m;
      const h = getSlide(motion);
      const g = motion.kind === "slide" ? 0 : 1;
      const x = axes[3 * m];
      const y = axes[3 * m + 1];
      const z = axes[3 * m + 2];
      const dx = reach[0] - points[3 * m];
      const dy = reach[1] - points[3 * m + 1];
      const dz = reach[2] - points[3 * m + 2];
      all[o] = h * x + g * (y * dz - z * dy);
      all[o + 1] = h * y + g * (z * dx - x * dz);
      all[o + 2] = h * z + g * (x * dy - y * dx);
      all[o + 3] = g * x;
      all[o + 4] = g * y;
      all[o + 5] = g * z;
      if (motion.bond.motion) continue;
      for (let i = 0; i < 6; i++) directions[column + i] = all[o + i];
      column += 6;
    }
  }

  /** A ball opens all turns; its coordinates follow from the rotations directly. */
  private setBall(A: KinematicPort, B: KinematicPort): void {
    const { directions, ball, pair } = this;
    directions.fill(0);
    // In B's axes, as the rates of a ball are.
    for (let j = 0; j < 3; j++) for (let i = 0; i < 3; i++) directions[6 * j + 3 + i] = B.T[3 * i + j];
    calcRelativeRotation(A.T, B.T, pair.rest, this.turned);
    calcQuaternion(this.turned, ball);
  }

  /** `T ← T R(axis, angle)` */
  private turn(axis: ArrayLike<number>, angle: number): void {
    const { T, turned } = this;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const x = axis[0];
    const y = axis[1];
    const z = axis[2];
    const k = 1 - c;
    for (let i = 0; i < 3; i++) {
      const a = T[3 * i];
      const b = T[3 * i + 1];
      const d = T[3 * i + 2];
      turned[3 * i] = a * (c + k * x * x) + b * (k * x * y + s * z) + d * (k * x * z - s * y);
      turned[3 * i + 1] = a * (k * x * y - s * z) + b * (c + k * y * y) + d * (k * y * z + s * x);
      turned[3 * i + 2] = a * (k * x * z + s * y) + b * (k * y * z - s * x) + d * (c + k * z * z);
    }
    T.set(turned);
  }

  /** One Gauss–Newton step of the coordinates; its size. */
  private improve(): number {
    if (this.hasBall) return 0;
    this.solveLeast(this.misfit);
    let size = 0;
    let column = 0;
    for (let m = 0; m < this.pair.motions.length; m++) {
      const motion = this.pair.motions[m];
      if (motion.kind === "ball" || motion.bond.motion) continue;
      this.x[m] += this.solution[column];
      size = Math.max(size, Math.abs(this.solution[column]));
      column++;
    }
    return size;
  }

  /** Least squares `S y ≈ v` by the normal equations: S has at most three columns, nearly orthogonal. */
  private solveLeast(v: Float64Array): void {
    const { open: k, directions: S, solver, rhs, solution } = this;
    for (let a = 0; a < k; a++) {
      let sum = 0;
      for (let i = 0; i < 6; i++) sum += S[6 * a + i] * v[i];
      rhs[a] = sum;
      for (let b = 0; b < k; b++) {
        let dot = 0;
        for (let i = 0; i < 6; i++) dot += S[6 * a + i] * S[6 * b + i];
        solver.matrix[a * k + b] = dot;
      }
    }
    solver.factor(k, 1e-14);
    solver.solve(rhs, solution);
  }

  /** Rates of the open motions from the relative velocity at P. */
  private calcRates(A: KinematicPort, B: KinematicPort): void {
    const { relative, arm: b, reach: d, given, pair, all } = this;
    relative[0] = B.v[0] + B.w[1] * b[2] - B.w[2] * b[1] - A.v[0] - A.w[1] * d[2] + A.w[2] * d[1];
    relative[1] = B.v[1] + B.w[2] * b[0] - B.w[0] * b[2] - A.v[1] - A.w[2] * d[0] + A.w[0] * d[2];
    relative[2] = B.v[2] + B.w[0] * b[1] - B.w[1] * b[0] - A.v[2] - A.w[0] * d[1] + A.w[1] * d[0];
    for (let i = 0; i < 3; i++) relative[3 + i] = B.w[i] - A.w[i];
    given.fill(0);
    if (this.hasBall) {
      this.solveLeast(relative);
      this.rates.set(this.solution);
      return;
    }
    for (let m = 0; m < pair.motions.length; m++) {
      const motion = pair.motions[m];
      if (motion.kind === "ball" || !motion.bond.motion) continue;
      this.rates[m] = this.drive[3 * m + 1];
      for (let i = 0; i < 6; i++) given[i] += this.rates[m] * all[6 * m + i];
    }
    for (let i = 0; i < 6; i++) relative[i] -= given[i];
    if (this.open === 0) return;
    this.solveLeast(relative);
    this.scatter(this.rates);
  }

  /** The solution of the last least squares to the open motions' places in `out`. */
  private scatter(out: Float64Array): void {
    let column = 0;
    for (let m = 0; m < this.pair.motions.length; m++) {
      const motion = this.pair.motions[m];
      if (motion.kind !== "ball" && motion.bond.motion === undefined) out[m] = this.solution[column++];
    }
  }

  /**
   * `b` along the chain: in front of every motion the frame turns with ω. With `δ = h x n` the shift of motion m:
   * `b_lin += [ω, [ω, δ]] + [b_ang, δ] + 2 h ẋ [ω, n] + h ẍ n`, `b_ang += g ẋ [ω, n] + g ẍ n`, `ω += g ẋ n` (ẍ only where
   * given). Starts with `[ω_A, [ω_A, T_A p_A]]`; the centripetal acceleration of P in B is taken off in the end.
   */
  private calcBias(A: KinematicPort, B: KinematicPort): void {
    const { bias, pair, axes, rates, drive, start, omega, arm } = this;
    for (let i = 0; i < 3; i++) start[i] = dotRow(A.T, i, pair.pointA);
    omega.set(A.w);
    bias.fill(0);
    addCentripetal(bias, omega, start, 1);
    for (let m = 0; m < pair.motions.length; m++) {
      const motion = pair.motions[m];
      if (motion.kind === "ball") {
        // ε_B = ε_A + [ω_A, ω_r] + T_B ṡ
        addCross(bias, 3, A.w, 0, B.w, 0, 1);
        continue;
      }
      const acceleration = motion.bond.motion ? drive[3 * m + 2] : 0;
      const h = getSlide(motion);
      const g = motion.kind === "slide" ? 0 : 1;
      for (let i = 0; i < 3; i++) start[i] = h * this.x[m] * axes[3 * m + i];
      addCentripetal(bias, omega, start, 1);
      addCross(bias, 0, bias, 3, start, 0, 1);
      addCross(bias, 0, omega, 0, axes, 3 * m, 2 * h * rates[m]);
      addCross(bias, 3, omega, 0, axes, 3 * m, g * rates[m]);
      for (let i = 0; i < 3; i++) {
        bias[i] += h * acceleration * axes[3 * m + i];
        bias[3 + i] += g * acceleration * axes[3 * m + i];
        omega[i] += g * rates[m] * axes[3 * m + i];
      }
    }
    addCentripetal(bias, B.w, arm, -1);
  }

  /** Coordinates and rates into the pair's arrays. */
  writePair(): void {
    this.pair.coordinates.set(this.hasBall ? this.ball : this.x);
    this.pair.rates.set(this.rates);
  }

  /** Accelerations of the coordinates from those of the ports. */
  calcAccelerations(A: KinematicPort, B: KinematicPort): void {
    const { relative, arm: b, reach: d, bias, pair, drive } = this;
    relative[0] = B.a[0] + B.e[1] * b[2] - B.e[2] * b[1] - A.a[0] - A.e[1] * d[2] + A.e[2] * d[1] - bias[0];
    relative[1] = B.a[1] + B.e[2] * b[0] - B.e[0] * b[2] - A.a[1] - A.e[2] * d[0] + A.e[0] * d[2] - bias[1];
    relative[2] = B.a[2] + B.e[0] * b[1] - B.e[1] * b[0] - A.a[2] - A.e[0] * d[1] + A.e[1] * d[0] - bias[2];
    for (let i = 0; i < 3; i++) relative[3 + i] = B.e[i] - A.e[i] - bias[3 + i];
    if (this.open > 0) this.solveLeast(relative);
    if (this.hasBall) {
      pair.accelerations.set(this.solution);
      return;
    }
    for (let m = 0; m < pair.motions.length; m++) pair.accelerations[m] = drive[3 * m + 2];
    this.scatter(pair.accelerations);
  }

  /** `W = S (SᵀS)⁻¹ τ` at P: the wrench on B with the given efforts along the open motions and nothing else. */
  calcEffortWrench(efforts: Float64Array, wrench: WrenchPort): void {
    const { pair, directions: S, rhs, solution, solver, open: k } = this;
    const { F, M, P } = wrench;
    F.fill(0);
    M.fill(0);
    for (let i = 0; i < 3; i++) P[i] = pair.portB.r[i] + this.arm[i];
    if (k === 0) return;
    this.solveLeast(this.misfit);
    let column = 0;
    if (this.hasBall) rhs.set(efforts);
    else {
      for (let m = 0; m < pair.motions.length; m++) {
        const motion = pair.motions[m];
        if (motion.kind !== "ball" && motion.bond.motion === undefined) rhs[column++] = efforts[m];
      }
    }
    solver.solve(rhs, solution);
    for (let a = 0; a < k; a++) {
      for (let i = 0; i < 3; i++) {
        F[i] += S[6 * a + i] * solution[a];
        M[i] += S[6 * a + 3 + i] * solution[a];
      }
    }
  }

  /** The efforts of given motions are parts of the wrench, results of the solve. */
  calcGivenEfforts(wrench: WrenchPort): void {
    const { pair, all } = this;
    for (let m = 0; m < pair.motions.length; m++) {
      const motion = pair.motions[m];
      if (motion.kind === "ball" || !motion.bond.motion) continue;
      let effort = 0;
      for (let i = 0; i < 3; i++) effort += all[6 * m + i] * wrench.F[i] + all[6 * m + 3 + i] * wrench.M[i];
      pair.efforts[m] = effort;
    }
  }
}
