import {
  callGiven,
  checkChoice,
  checkFunction,
  checkInstance,
  checkNumber,
  checkNumbers,
  checkOptions,
  checkPositive,
  ModelError,
  multiplyQuaternions,
  RankRevealingSolver,
  rotateBack,
  subtract,
} from "../../math/index.ts";
import { Inertia, type RigidBody } from "../../rigidbody/index.ts";
import { refuseTorque } from "./refuseTorque.ts";
import { checkPose, checkTwist, movePose, type Pose, type Twist } from "./Twist.ts";
import { Vehicle } from "./Vehicle.ts";
import type { VehicleKinematics } from "./VehicleKinematics.ts";

export interface IdealVehicleOptions {
  /** `exact`: the touching roller is where it is. `mean`: always in its middle, as textbooks have it. Default: exact. */
  rollers?: "exact" | "mean";
}

export interface IdealRunOptions {
  /** s */
  until: number;
  /** Step of the integration, s; a run has at most a million. Default: 1e-3. */
  step?: number;
  /** The start. Default: at rest at the origin. */
  twist?: Partial<Twist>;
  pose?: Partial<Pose>;
  /** Turn of the wheels about their axles at the start, rad. Default: as the vehicle was placed. */
  angles?: readonly number[];
  /** Torque of the motor of wheel `i`, whose touching roller is at the angle `q`, Nm. Default: free axles. */
  torque?: (t: number, i: number, angle: number, rate: number, q: number) => number;
}

/** One instant of an ideal vehicle. */
export interface IdealState {
  t: number;
  pose: Pose;
  twist: Twist;
  /** Angles of the wheels, rad. */
  angles: number[];
  /** Kinetic energy, J. */
  energy: number;
}

const MOST_STEPS = 1_000_000;
/** Of rollers within a step, and of all: each takes as long as sixty steps. */
const MOST_HAND_OVERS = { inStep: 100, inRun: 100_000 };

/** How near two numbers have to be to count as equal: the layout is then the same in all directions. */
const EQUAL = 1e-9;

/**
 * A vehicle whose rollers have no inertia of their own and do not slip along their axes: three velocities and nothing else,
 * a non-holonomic system. Mass and inertias are those of the vehicle with its rollers held.
 *
 * With `φ̇ = A ν` (see {@link VehicleKinematics}), `M` the mass matrix of the plane body at the platform's origin, `p = M ν`
 * and `I` the axial inertia of a wheel with rollers, the force along a roller's axis eliminated:
 *
 * `(M + Σ I AᵀA) ν̇ = −(−ω p_y, ω p_x, v_x p_y − v_y p_x) + Σ Aᵀ(τ − I Ȧ ν)`.
 *
 * Where a roller hands over, `A` jumps (if it is inclined, and the vehicle turns), and the wheels with it: a plastic impact,
 * `ν⁺ = (M + Σ I AᵀA)⁻¹ (M ν⁻ + Σ I Aᵀ φ̇⁻)` with `A` of the roller that comes.
 */
export class IdealVehicle {
  readonly kinematics: VehicleKinematics;
  /** With everything on it, kg; kg m² about the vertical through the platform's origin; centre ahead and to the left, m. */
  readonly mass: number;
  readonly inertia: number;
  readonly center: readonly [ahead: number, left: number];
  /** Of each wheel with its rollers about its axle, kg m². */
  readonly axial: readonly number[];
  private readonly isExact: boolean;
  private readonly starts: readonly number[];
  private readonly solver = new RankRevealingSolver(3);
  private readonly row = new Float64Array(3);
  private readonly rowRate = new Float64Array(3);

  constructor(vehicle: Vehicle, options: IdealVehicleOptions = {}) {
    const owner = "IdealVehicle";
    checkInstance(owner, "the vehicle", vehicle, Vehicle);
    checkOptions(owner, options, ["rollers"]);
    const rollers = checkChoice(owner, "rollers", options.rollers ?? "exact", ["exact", "mean"]);
    if (rollers === "exact" && vehicle.placed.some(({ geometry }) => geometry.rows === 2)) {
      throw new ModelError(`${owner}: exact rollers in two rows are not known here; take rollers: "mean"`);
    }
    this.isExact = rollers === "exact";
    this.kinematics = vehicle.kinematics;
    this.starts = vehicle.placed.map(({ angle }) => angle);
    const { platform, carriers, wheels } = vehicle;
    const all = [platform, ...carriers, ...wheels.flatMap(({ disc, rollers: list }) => [disc, ...list])];
    const whole = composeIn(platform, all);
    const origin = platform.inertia.center;
    // `whole` counts from the platform's centre of mass.
    this.center = [whole.center[0] + origin[0], 0 - whole.center[2] - origin[2]];
    this.mass = whole.mass;
    this.inertia = whole.about([-origin[0], -origin[1], -origin[2]])[1];
    this.axial = wheels.map(({ disc, rollers: list }) => {
      const wheel = composeIn(disc, [disc, ...list]);
      return wheel.about(disc.inertia.center.map((x) => 0 - x))[2];
    });
  }

  /** Part of the mass that is not in the wheels' turning, `κ = M/M*`, if that is the same in all directions. */
  get kappa(): number {
    const sums = this.addWheels(
      new Float64Array(9),
      this.starts.map(() => 0),
    );
    const extra = sums[0];
    const size = Math.max(...this.kinematics.wheels.map(({ x, y }) => Math.hypot(x, y)));
    const isEven =
      Math.abs(sums[4] - extra) < EQUAL * extra &&
      [sums[1], sums[2] / size, sums[5] / size].every((x) => Math.abs(x) < EQUAL * extra) &&
      Math.hypot(...this.center) < EQUAL * size;
    if (isEven) return this.mass / (this.mass + extra);
    throw new ModelError(
      "IdealVehicle: the layout is not the same in all directions, or the centre of mass is not in the middle, so there is " +
        "no closed form; use simulate",
    );
  }

  /**
   * Free motion with the rollers in their middles, in closed form: turning and speed are constant, and the velocity turns in
   * the axes of the vehicle at `−κ ω`, so that the middle runs on a circle.
   */
  solveFree(twist: Partial<Twist>, t: number, pose: Partial<Pose> = {}): { pose: Pose; twist: Twist } {
    const { kappa } = this;
    const { vx, vy, wz } = checkTwist("IdealVehicle.solveFree", "the twist", twist);
    const start = checkPose("IdealVehicle.solveFree", "the pose", pose);
    checkNumber("IdealVehicle.solveFree", "the time", t);
    const turn = -kappa * wz * t;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const { x, y } = movePose(start, { vx, vy, wz: (1 - kappa) * wz }, t);
    if (![x, y, start.heading + wz * t, turn].every(Number.isFinite)) {
      throw new ModelError(
        `IdealVehicle.solveFree: at t = ${t} s the pose is no number any more; give an earlier time`,
      );
    }
    return { pose: { x, y, heading: start.heading + wz * t }, twist: { vx: c * vx - s * vy, vy: s * vx + c * vy, wz } };
  }

  /** Integrates the equations (Runge and Kutta, order 4), stopping where rollers hand over; the start and every step. */
  simulate(options: IdealRunOptions): IdealState[] {
    const owner = "IdealVehicle.simulate";
    checkOptions(owner, options, ["until", "step", "twist", "pose", "angles", "torque"]);
    const until = checkPositive(owner, "until", options?.until);
    const step = checkPositive(owner, "step", options.step ?? 1e-3);
    if (!(until / step <= MOST_STEPS)) {
      throw new ModelError(
        `${owner}: until ${until} s with a step of ${step} s takes more than ${MOST_STEPS} steps; give a longer step`,
      );
    }
    const { torque } = options;
    if (torque !== undefined) checkFunction(owner, "torque", torque);
    const { x, y, heading } = checkPose(owner, "pose", options.pose ?? {});
    const { vx, vy, wz } = checkTwist(owner, "twist", options.twist ?? {});
    const count = this.axial.length;
    const angles = checkNumbers(owner, "angles", options.angles ?? this.starts, `${count}, one for each wheel`, count);
    let state: Float64Array = Float64Array.of(x, y, heading, vx, vy, wz, ...angles);
    const run = new RollerTurns(this.kinematics, state.subarray(6), this.isExact);
    const states = [this.read(0, state)];
    let t = 0;
    const handOvers = { inStep: 0, inRun: 0 };
    while (t < until) {
      const h = Math.min(step, until - t);
      const { next, at, wheel } = this.stepToHandOver(t, h, state, run, torque);
      state = next;
      handOvers.inStep = wheel >= 0 ? handOvers.inStep + 1 : 0;
      if (wheel >= 0) this.handOver(state, run, wheel);
      if (handOvers.inStep > MOST_HAND_OVERS.inStep) {
        throw new ModelError(
          `${owner}: more than ${MOST_HAND_OVERS.inStep} rollers hand over in one step of ${step} s at t = ${t} s; ` +
            "give a shorter step, or less speed",
        );
      }
      if (wheel >= 0 && ++handOvers.inRun > MOST_HAND_OVERS.inRun) {
        throw new ModelError(
          `${owner}: more than ${MOST_HAND_OVERS.inRun} rollers have handed over at t = ${t} s; give a shorter run`,
        );
      }
      t = until - t - at < 1e-12 * until ? until : t + at;
      if (wheel < 0) states.push(this.read(t, state));
    }
    return states;
  }

  private read(t: number, y: Float64Array): IdealState {
    const run = new RollerTurns(this.kinematics, y.subarray(6), this.isExact);
    const [vx, vy, wz] = y.subarray(3, 6);
    const masses = this.addWheels(this.createMasses(), run.list(y));
    let energy = 0;
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) energy += 0.5 * masses[3 * a + b] * y[3 + a] * y[3 + b];
    return { t, pose: { x: y[0], y: y[1], heading: y[2] }, twist: { vx, vy, wz }, angles: [...y.subarray(6)], energy };
  }

  /** One step, cut short where the first roller leaves its limits: by bisection and secants on the length of the step. */
  private stepToHandOver(
    t: number,
    h: number,
    y: Float64Array,
    run: RollerTurns,
    torque: IdealRunOptions["torque"],
  ): { next: Float64Array; at: number; wheel: number } {
    const whole = this.advance(t, h, y, run, torque);
    if (!whole.every(Number.isFinite)) {
      throw new ModelError(
        `IdealVehicle.simulate: behind t = ${t} s the state is [${whole.join(", ")}]; give a shorter step, or look at the torque`,
      );
    }
    let wheel = run.findBeyond(whole);
    if (wheel < 0) return { next: whole, at: h, wheel };
    let low = 0;
    let high = h;
    let next = whole;
    for (let n = 0; n < 60 && high - low > 1e-15 * Math.max(1, t); n++) {
      const middle = (low + high) / 2;
      const trial = this.advance(t, middle, y, run, torque);
      const found = run.findBeyond(trial);
      if (found < 0) low = middle;
      else {
        high = middle;
        next = trial;
        wheel = found;
      }
    }
    return { next, at: high, wheel };
  }

  /** The next roller takes over; the velocities change by the plastic impact. */
  private handOver(y: Float64Array, run: RollerTurns, wheel: number): void {
    const { row, axial, solver } = this;
    const rates = axial.map((_, i) => this.calcRate(i, run.find(i, y), y));
    run.pass(wheel, y);
    const masses = this.createMasses();
    const side = new Float64Array(3);
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) side[a] += masses[3 * a + b] * y[3 + b];
    axial.forEach((inertia, i) => {
      this.kinematics.calcRow(i, run.find(i, y), 0, row);
      for (let a = 0; a < 3; a++) side[a] += inertia * row[a] * rates[i];
    });
    solver.matrix.set(this.addWheels(masses, run.list(y)));
    solver.factor(3, 0);
    solver.solve(side, row);
    y.set(row, 3);
  }

  private calcRate(i: number, q: number, y: Float64Array): number {
    const { row } = this;
    this.kinematics.calcRow(i, q, 0, row);
    return row[0] * y[3] + row[1] * y[4] + row[2] * y[5];
  }

  private advance(t: number, h: number, y: Float64Array, run: RollerTurns, torque: IdealRunOptions["torque"]) {
    const size = y.length;
    const out = y.slice();
    let k: Float64Array = new Float64Array(size);
    for (const [part, weight] of [
      [0, 1 / 6],
      [0.5, 1 / 3],
      [0.5, 1 / 3],
      [1, 1 / 6],
    ]) {
      const trial = y.map((value, i) => value + part * h * k[i]);
      k = this.calcRates(t + part * h, trial, run, torque);
      for (let i = 0; i < size; i++) out[i] += weight * h * k[i];
    }
    return out;
  }

  private calcRates(t: number, y: Float64Array, run: RollerTurns, torque: IdealRunOptions["torque"]): Float64Array {
    const { row, rowRate, axial, solver, mass, center, kinematics } = this;
    const [vx, vy, wz] = [y[3], y[4], y[5]];
    const px = mass * (vx - wz * center[1]);
    const py = mass * (vy + wz * center[0]);
    const side = Float64Array.of(wz * py, -wz * px, vy * px - vx * py);
    const out = new Float64Array(y.length);
    axial.forEach((own, i) => {
      const q = run.find(i, y);
      kinematics.calcRow(i, q, 0, row);
      const rate = row[0] * vx + row[1] * vy + row[2] * wz;
      out[6 + i] = rate;
      let effort = torque ? callTorque(() => torque(t, i, y[6 + i], rate, q)) : 0;
      if (this.isExact) {
        kinematics.calcRowRate(i, q, rowRate);
        effort -= own * rate * (rowRate[0] * vx + rowRate[1] * vy + rowRate[2] * wz);
      }
      for (let a = 0; a < 3; a++) side[a] += row[a] * effort;
    });
    solver.matrix.set(this.addWheels(this.createMasses(), run.list(y)));
    solver.factor(3, 0);
    solver.solve(side, row);
    const [c, s] = [Math.cos(y[2]), Math.sin(y[2])];
    out.set([c * vx - s * vy, s * vx + c * vy, wz, row[0], row[1], row[2]]);
    return out;
  }

  /** `M` of the plane body at the platform's origin. */
  private createMasses(): Float64Array {
    const { mass, inertia, center } = this;
    const [x, y] = [mass * center[0], mass * center[1]];
    return Float64Array.of(mass, 0, -y, 0, mass, x, -y, x, inertia);
  }

  /** Adds `Σ I AᵀA` with rollers at the angles `q`. */
  private addWheels(masses: Float64Array, q: readonly number[]): Float64Array {
    const row = new Float64Array(3);
    this.axial.forEach((own, i) => {
      this.kinematics.calcRow(i, q[i], 0, row);
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) masses[3 * a + b] += own * row[a] * row[b];
    });
    return masses;
  }
}

function callTorque(call: () => unknown): number {
  const owner = "IdealVehicle.simulate";
  const answer = callGiven(owner, "torque", call);
  return typeof answer === "number" ? answer : refuseTorque(owner, answer);
}

/** Which roller of each wheel touches, by whole steps that the wheel has turned. */
class RollerTurns {
  private readonly kinematics: VehicleKinematics;
  private readonly isExact: boolean;
  private readonly steps: number[];

  constructor(kinematics: VehicleKinematics, angles: Float64Array, isExact: boolean) {
    this.kinematics = kinematics;
    this.isExact = isExact;
    this.steps = Array.from(angles, (angle, i) => Math.round(angle / (2 * this.getHalf(i))));
  }

  private getHalf(i: number): number {
    return this.kinematics.wheels[i].geometry.alpha;
  }

  /** `q` of the roller that touches. */
  find(i: number, y: Float64Array): number {
    return this.isExact ? y[6 + i] - 2 * this.getHalf(i) * this.steps[i] : 0;
  }

  list(y: Float64Array): number[] {
    return this.steps.map((_, i) => this.find(i, y));
  }

  /** The wheel whose roller is farthest beyond its limits, or −1. */
  findBeyond(y: Float64Array): number {
    let worst = -1;
    let most = 0;
    this.steps.forEach((_, i) => {
      const beyond = Math.abs(this.find(i, y)) - this.kinematics.wheels[i].geometry.end;
      if (beyond <= most + 1e-13) return;
      most = beyond;
      worst = i;
    });
    return worst;
  }

  pass(i: number, y: Float64Array): void {
    this.steps[i] += Math.sign(this.find(i, y));
  }
}

/** Several bodies as drawn, as one, in the axes of one of them and from its centre of mass. */
function composeIn(frame: RigidBody, bodies: readonly RigidBody[]): Inertia {
  const [w, x, y, z] = frame.orientation;
  return Inertia.compose(
    bodies.map(({ inertia: { mass, tensor }, position, orientation }) => ({
      inertia: new Inertia({ mass, tensor: [...tensor] }),
      position: rotateBack(frame.referencePose.T, subtract(position, frame.position)),
      orientation: multiplyQuaternions([w, -x, -y, -z], orientation),
    })),
  );
}
