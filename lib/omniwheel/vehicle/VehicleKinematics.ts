import { eigenSymmetric3 } from "../../math/eigenSymmetric3.ts";
import {
  checkDirection,
  checkInstance,
  checkList,
  checkNumber,
  checkNumbers,
  checkOptions,
  describe,
  ModelError,
  RankRevealingSolver,
} from "../../math/index.ts";
import { RollerGeometry } from "../RollerGeometry.ts";
import { checkTwist, type Twist } from "./Twist.ts";

/** A wheel as kinematics sees it: where it stands (x ahead, y to the left) and where its axle points. */
export interface KinematicWheel {
  readonly x: number;
  readonly y: number;
  /** Unit vector along the axle: ahead, to the left. */
  readonly axle: readonly [ahead: number, left: number];
  readonly geometry: RollerGeometry;
}

const OWNER = "VehicleKinematics";
const MOST_WHEELS = 1000;

/** Squares of the gains of motions: what is below this part of the largest cannot be commanded. */
const CUTOFF = 1e-12;

const NAMES = ["vx (ahead)", "vy (sideways)", "wz (turning)"] as const;

/**
 * How the rates of the wheels go with the motion of the vehicle while the touching rollers do not slip along their axes.
 *
 * With `k` the axle, `i1 = up × k`, `u` the velocity of the wheel's centre and `q` the angle of the touching roller, its
 * axis is `e = cosψ cos q i1 + sinψ k` from above, and the disc moves at the contact with `u + (R φ̇ − s ω) i1`, where
 * `s = R1 tan q tanψ` is how far the contact lies off the wheel's plane (less the place of the roller's row). `e·v = 0`:
 *
 * `R φ̇ = −u·(i1 + tanψ/cos q k) + s ω`.
 *
 * With `q = 0` this is the textbook; with the true `q` it holds at every instant, and an inclined wheel turns unevenly.
 */
export class VehicleKinematics {
  readonly wheels: readonly KinematicWheel[];
  /** Motions that no rates of the wheels can bring about, in words. */
  readonly missing: readonly string[];
  /** Sum of the squares of the wheels' rates per square of speed, in the direction in which it is least, 1/m². */
  readonly leastGain: number;
  private readonly solver = new RankRevealingSolver(3);
  /** Rows of all wheels, and sides of the normal equations. */
  private readonly rows: Float64Array;
  private readonly side = new Float64Array(3);
  private readonly solution = new Float64Array(3);

  constructor(wheels: readonly KinematicWheel[]) {
    this.wheels = checkWheels(wheels);
    this.rows = new Float64Array(3 * this.wheels.length);
    const { values, vectors } = this.findGains();
    if (![this.size, ...values].every(Number.isFinite)) {
      throw new ModelError(
        `${OWNER}: the rates of the wheels are no numbers; give places nearer to the middle, and larger wheels`,
      );
    }
    this.missing = listMissing(values, vectors, this.size);
    this.leastGain = values[0] > CUTOFF * values[2] ? values[0] : values[2];
  }

  /**
   * `φ̇ = row·(vx, vy, wz)` of wheel `i` whose touching roller is at the angle `q`, its row beside the wheel's plane by
   * `beside`; into `out` from place `o` on.
   */
  calcRow(i: number, q: number, beside: number, out: Float64Array, o = 0): void {
    const { x, y, axle, geometry } = this.wheels[i] ?? this.refuseWheel(i);
    const { radius, rollerDistance, psi } = geometry;
    const tilt = Math.tan(psi);
    const across = tilt / Math.cos(q);
    const ahead = -axle[1] + across * axle[0];
    const left = axle[0] + across * axle[1];
    out[o] = -ahead / radius;
    out[o + 1] = -left / radius;
    out[o + 2] = -(left * x - ahead * y - rollerDistance * Math.tan(q) * tilt + beside) / radius;
  }

  /** The derivative of that row by `q`. */
  calcRowRate(i: number, q: number, out: Float64Array): void {
    const { x, y, axle, geometry } = this.wheels[i] ?? this.refuseWheel(i);
    const { radius, rollerDistance, psi } = geometry;
    const tilt = Math.tan(psi);
    const cos = Math.cos(q);
    const across = (tilt * Math.sin(q)) / (cos * cos);
    out[0] = (-across * axle[0]) / radius;
    out[1] = (-across * axle[1]) / radius;
    out[2] = -(across * (axle[1] * x - axle[0] * y) - (rollerDistance * tilt) / (cos * cos)) / radius;
  }

  private refuseWheel(i: unknown): never {
    throw new ModelError(
      `${OWNER}: there is no wheel ${describe(i)}; give a number from 0 to ${this.wheels.length - 1}`,
    );
  }

  private checkEach(method: string, what: string, values: unknown): number[] {
    const count = this.wheels.length;
    return checkNumbers(`${OWNER}.${method}`, what, values, `${count} numbers, one for each wheel`, count);
  }

  /** Rates of the wheels (rad/s) for a twist; with the angles of the touching rollers, those of this instant. */
  inverse(twist: Twist, angles?: ArrayLike<number>): number[] {
    const { vx, vy, wz } = checkTwist(`${OWNER}.inverse`, "the twist", twist);
    const q = angles === undefined ? undefined : this.checkEach("inverse", "the angles", angles);
    const row = new Float64Array(3);
    const rates = this.wheels.map((_, i) => {
      this.calcRow(i, q?.[i] ?? 0, 0, row);
      return row[0] * vx + row[1] * vy + row[2] * wz;
    });
    if (rates.every(Number.isFinite)) return rates;
    throw new ModelError(`${OWNER}.inverse: the rates are [${rates.join(", ")}]; give a slower twist`);
  }

  /** The twist nearest to what the wheels say, and by how much (rad/s) they contradict it: some of them slip. */
  forward(given: ArrayLike<number>, angles?: ArrayLike<number>): Twist & { misfit: number } {
    const { wheels, rows } = this;
    const rates = this.checkEach("forward", "the rates", given);
    const q = angles === undefined ? undefined : this.checkEach("forward", "the angles", angles);
    wheels.forEach((_, i) => {
      this.calcRow(i, q?.[i] ?? 0, 0, rows, 3 * i);
    });
    const out = new Float64Array(3);
    this.solveForward(rows, rates, out);
    let misfit = 0;
    for (let i = 0; i < wheels.length; i++) {
      const rate = rows[3 * i] * out[0] + rows[3 * i + 1] * out[1] + rows[3 * i + 2] * out[2];
      misfit = Math.max(misfit, Math.abs(rates[i] - rate));
    }
    if (!out.every(Number.isFinite)) {
      throw new ModelError(`${OWNER}.forward: the twist is [${out.join(", ")}]; give slower rates`);
    }
    return { vx: out[0], vy: out[1], wz: out[2], misfit };
  }

  /** Least squares of `rows·twist = rates`, three numbers per row, into `out`; the least twist where it is not unique. */
  solveForward(rows: Float64Array, rates: ArrayLike<number>, out: Float64Array): void {
    const { solver, side, solution, size } = this;
    const scale = [1, 1, 1 / size];
    side.fill(0);
    solver.matrix.fill(0, 0, 9);
    for (let i = 0; i < this.wheels.length; i++) {
      for (let a = 0; a < 3; a++) {
        const value = scale[a] * rows[3 * i + a];
        side[a] += value * rates[i];
        for (let b = 0; b < 3; b++) solver.matrix[3 * a + b] += value * scale[b] * rows[3 * i + b];
      }
    }
    solver.factor(3, CUTOFF);
    solver.solve(side, solution);
    for (let a = 0; a < 3; a++) out[a] = scale[a] * solution[a];
  }

  /** A length by which turning is compared with moving: how far out the wheels are. */
  private get size(): number {
    return Math.max(...this.wheels.map(({ x, y, geometry }) => Math.hypot(x, y) || geometry.radius));
  }

  /** Refuses a layout of which some motion cannot be commanded. */
  checkComplete(owner: string): void {
    const { missing } = this;
    if (missing.length === 0) return;
    throw new ModelError(
      `${owner}: the layout cannot be commanded: no rates of its wheels bring about ${missing.join(" or ")}; ` +
        "add a wheel whose axle points elsewhere, or turn the rollers of some to the other hand (psi)",
    );
  }

  /** Eigenvalues and directions of `AᵀA`, turning in units of the size. */
  private findGains() {
    const { size, wheels } = this;
    const scale = [1, 1, 1 / size];
    const sums = new Array<number>(9).fill(0);
    const row = new Float64Array(3);
    wheels.forEach((_, i) => {
      this.calcRow(i, 0, 0, row);
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) sums[3 * a + b] += scale[a] * scale[b] * row[a] * row[b];
    });
    return eigenSymmetric3([sums[0], sums[4], sums[8], sums[1], sums[2], sums[5]]);
  }
}

function checkWheels(given: unknown): KinematicWheel[] {
  const form = "a list with one entry for each wheel, { x, y, axle: [ahead, left], geometry }";
  const wheels = checkList(OWNER, "the wheels", given, form, MOST_WHEELS) as KinematicWheel[];
  if (wheels.length === 0) throw new ModelError(`${OWNER}: the wheels are []; give ${form}`);
  return wheels.map((wheel, i) => {
    const owner = `${OWNER}, wheel ${i + 1}`;
    checkOptions(owner, wheel, ["x", "y", "axle", "geometry"]);
    const [ahead, left] = checkNumbers(owner, "axle", wheel?.axle, "two numbers [ahead, left]", 2);
    const [a, b] = checkDirection(owner, "axle", [ahead, left, 0]);
    // One that is a unit vector already keeps its last digit.
    const isUnit = Math.abs(a - ahead) < 1e-15 && Math.abs(b - left) < 1e-15;
    return {
      x: checkNumber(owner, "x", wheel.x),
      y: checkNumber(owner, "y", wheel.y),
      axle: isUnit ? [ahead, left] : [a, b],
      geometry: checkInstance(owner, "geometry", wheel.geometry, RollerGeometry),
    };
  });
}

function listMissing(values: ArrayLike<number>, vectors: readonly ArrayLike<number>[], size: number): string[] {
  const lost = vectors.filter((_, i) => !(values[i] > CUTOFF * values[2]));
  // Several directions span the same space: say it by axes where it is spanned by axes.
  const covered = NAMES.filter((_, a) => lost.reduce((sum, v) => sum + v[a] ** 2, 0) > 1 - 1e-9);
  if (covered.length === lost.length) return [...covered];
  return lost.map((v) => {
    const motion = [v[0], v[1], v[2] / size];
    const largest = Math.max(...motion.map(Math.abs));
    const parts = motion.map((x) => Number((x / largest).toPrecision(3)) + 0);
    return `the motion vx : vy : wz = ${parts.join(" : ")} (m/s, m/s, rad/s)`;
  });
}
