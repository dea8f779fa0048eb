import {
  ForceElement,
  type HasOutputs,
  type HasStates,
  type Output,
  type RevoluteJoint,
} from "../../constraints/index.ts";
import {
  checkChoice,
  checkFunction,
  checkInstance,
  checkNotNegative,
  checkOptions,
  explainThrown,
  ModelError,
} from "../../math/index.ts";
import type { Body, RigidBody } from "../../rigidbody/index.ts";
import type { OmniWheel } from "../OmniWheel.ts";
import { refuseTorque } from "./refuseTorque.ts";
import { checkPose, checkTwist, type Pose, type Twist } from "./Twist.ts";
import { VehicleKinematics } from "./VehicleKinematics.ts";

/** A twist that is wanted: always the same one, or one that depends on time and on where the vehicle is. */
export type Command = Partial<Twist> | ((t: number, pose: Pose) => Partial<Twist>);

export interface ControlOptions {
  /** Torque per difference of a wheel's rate from the wanted one, Nms/rad. Default: speeds follow within 10 ms. */
  gain?: number;
  /** Torque per turn that a wheel is behind, Nm/rad: holds on slopes. Default: 0. */
  integral?: number;
  /** A command begins smoothly over this time, s. Default: 0.5. */
  ramp?: number;
  /** `exact` knows the angle of the touching roller, `mean` is the textbook: a roller always in its middle. Default: exact. */
  rollers?: "exact" | "mean";
  /** The pose that a command gets: the true one, or what the wheels say. Default: `pose`. */
  feedback?: "pose" | "odometry";
}

export interface DriveOptions {
  /** The twist that the motors are to bring about. */
  command?: Command;
  control?: ControlOptions;
  /** Or torques of your own: of wheel `i` (from 0) at its angle and rate, Nm. Without either the axles are free. */
  torque?: (t: number, i: number, angle: number, rate: number) => number;
}

export const DRIVE_OPTIONS = ["command", "control", "torque"] as const;

const CONTROL_OPTIONS = ["gain", "integral", "ramp", "rollers", "feedback"];

/** Speeds follow with this time constant, s, unless a gain is given. */
const FOLLOWS = 0.01;

/** What the drive acts on and reads. */
export interface DrivenParts {
  platform: RigidBody;
  wheels: readonly OmniWheel[];
  axles: readonly RevoluteJoint[];
  kinematics: VehicleKinematics;
  /** What a wheel's motor has to move in the direction in which the wheels do least, kg m². */
  inertia: number;
}

/**
 * Motors, their controller and odometry. A force element that acts by the torques of the axles only; its states are the
 * pose that the wheels tell, and, with an integral part, how far each wheel is behind.
 *
 * Each wheel gets the torque `gain (φ̇* − φ̇) + integral ∫(φ̇* − φ̇) dt`, with `φ̇*` by inverse kinematics from the command.
 */
export class VehicleDrive extends ForceElement implements HasStates, HasOutputs {
  private readonly parts: DrivenParts;
  private readonly command: Command | undefined;
  private readonly own: DriveOptions["torque"];
  readonly gain: number;
  readonly integral: number;
  private readonly ramp: number;
  private readonly isExact: boolean;
  private readonly byOdometry: boolean;
  private readonly wanted = new Float64Array(3);
  private readonly row = new Float64Array(3);
  private readonly rows: Float64Array;
  private readonly rates: Float64Array;
  private readonly twist = new Float64Array(3);
  private readonly start: Pose;

  constructor(name: string, base: Body, parts: DrivenParts, options: DriveOptions, start: Pose) {
    super(name, base, parts?.platform);
    checkInstance(this.label, "kinematics", parts.kinematics, VehicleKinematics);
    checkOptions(this.label, options, DRIVE_OPTIONS);
    const { control = {}, torque, command } = options ?? {};
    checkOptions(`${this.label}, control`, control, CONTROL_OPTIONS);
    if (torque !== undefined && command !== undefined) {
      throw new ModelError(`${this.label}: command and torque are both given; a motor obeys one of them`);
    }
    if (torque !== undefined && options.control !== undefined) {
      throw new ModelError(`${this.label}: control is for a command, but torque is given; leave one of them out`);
    }
    if (torque !== undefined) checkFunction(this.label, "torque", torque);
    this.parts = parts;
    this.own = torque;
    this.start = checkPose(this.label, "the start", start);
    this.command = this.checkCommand(command);
    this.gain = checkNotNegative(this.label, "gain", control.gain ?? parts.inertia / FOLLOWS);
    this.integral = checkNotNegative(this.label, "integral", control.integral ?? 0);
    this.ramp = checkNotNegative(this.label, "ramp", control.ramp ?? 0.5);
    this.isExact = checkChoice(this.label, "rollers", control.rollers ?? "exact", ["exact", "mean"]) === "exact";
    this.byOdometry =
      checkChoice(this.label, "feedback", control.feedback ?? "pose", ["pose", "odometry"]) === "odometry";
    this.rows = new Float64Array(3 * parts.wheels.length);
    this.rates = new Float64Array(parts.wheels.length);
  }

  private checkCommand(command: Command | undefined): Command | undefined {
    if (command === undefined) return undefined;
    this.parts.kinematics.checkComplete(this.label);
    return typeof command === "function" ? command : checkTwist(this.label, "the command", command);
  }

  /** Whether the axles have motors. */
  get hasMotors(): boolean {
    return this.command !== undefined || this.own !== undefined;
  }

  get stateCount(): number {
    return 3 + (this.integral > 0 ? this.parts.wheels.length : 0);
  }

  get initialStates(): readonly number[] {
    const { x, y, heading } = this.start;
    return [x, y, heading, ...new Array<number>(this.stateCount - 3).fill(0)];
  }

  /** Torque of the motor of wheel `i` at the present state of the model, Nm. */
  calcTorque(t: number, i: number, angle: number, rate: number): number {
    if (this.own !== undefined) return this.callOwn(this.own, t, i, angle, rate);
    if (this.command === undefined) return 0;
    const behind = this.calcWantedRate(t, i) - rate;
    return this.gain * behind + (this.integral > 0 ? this.integral * this.states[3 + i] : 0);
  }

  private callOwn(own: NonNullable<DriveOptions["torque"]>, t: number, i: number, angle: number, rate: number): number {
    let answer: unknown;
    try {
      answer = own(t, i, angle, rate);
    } catch (cause) {
      throw explainThrown(this.label, "torque", cause);
    }
    return typeof answer === "number" ? answer : refuseTorque(this.label, answer);
  }

  /** The rate that the command asks of wheel `i`. */
  private calcWantedRate(t: number, i: number): number {
    const { row, wanted } = this;
    this.calcCommand(t, wanted);
    this.calcRow(i, row, 0);
    return row[0] * wanted[0] + row[1] * wanted[1] + row[2] * wanted[2];
  }

  private calcRow(i: number, out: Float64Array, o: number): void {
    const { kinematics } = this.parts;
    if (this.isExact) kinematics.calcRow(i, this.getRollerAngle(i), this.getBeside(i), out, o);
    else kinematics.calcRow(i, 0, 0, out, o);
  }

  /** `q` of the roller that touches: it goes on smoothly where a step passes the hand-over. */
  getRollerAngle(i: number): number {
    const { wheels, axles } = this.parts;
    const { contact, geometry } = wheels[i];
    const angle = axles[i].coordinates[0] + (2 * Math.PI * (contact.roller - 1)) / geometry.count;
    return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  }

  /** How far the row of the touching roller lies beside the wheel's plane. */
  private getBeside(i: number): number {
    const { contact, geometry } = this.parts.wheels[i];
    if (geometry.rows === 1) return 0;
    return (contact.roller % 2 === 1 ? 0.5 : -0.5) * geometry.rowDistance;
  }

  /** The wanted twist at the present state, into `out`. */
  calcCommand(t: number, out: Float64Array): void {
    const { command } = this;
    const part = this.ramp > 0 && t < this.ramp ? Math.max(0, t) / this.ramp : 1;
    const scale = part * part * part * (10 + part * (6 * part - 15));
    const twist = typeof command === "function" ? this.readCommand(command, t) : command;
    out[0] = scale * (twist?.vx ?? 0);
    out[1] = scale * (twist?.vy ?? 0);
    out[2] = scale * (twist?.wz ?? 0);
  }

  private readCommand(command: (t: number, pose: Pose) => Partial<Twist>, t: number): Partial<Twist> {
    let twist: unknown;
    try {
      twist = command(t, this.byOdometry ? this.odometry : this.getPose());
    } catch (cause) {
      throw explainThrown(this.label, `the command at t = ${t} s`, cause);
    }
    return checkTwist(this.label, `the command at t = ${t} s`, twist);
  }

  /** The pose that the wheels tell. */
  get odometry(): Pose {
    const { states } = this;
    return { x: states[0], y: states[1], heading: states[2] };
  }

  /** Where the origin of the platform is on the floor, as the model was evaluated last; the heading from −π to π. */
  getPose(): Pose {
    const [x, , z] = this.toFloor(this.getOriginOffset());
    const { T: A } = this.portA;
    const { T: B } = this.portB;
    const ahead = A[0] * B[0] + A[3] * B[3] + A[6] * B[6];
    const right = A[2] * B[0] + A[5] * B[3] + A[8] * B[6];
    return { x, y: 0 - z, heading: Math.atan2(-right, ahead) };
  }

  /** From the origin of the floor's axes to that of the platform, world axes. */
  private getOriginOffset(): number[] {
    const { r: a } = this.portA;
    const arm = this.getArm();
    const { r: b } = this.portB;
    return [0, 1, 2].map((i) => b[i] + arm[i] - a[i]);
  }

  /** From the platform's centre of mass to its origin. */
  private getArm(): number[] {
    const { T } = this.portB;
    const [x, y, z] = this.parts.platform.inertia.center;
    return [0, 3, 6].map((i) => -(T[i] * x + T[i + 1] * y + T[i + 2] * z));
  }

  private toFloor(v: readonly number[]): number[] {
    const { T } = this.portA;
    return [0, 1, 2].map((i) => T[i] * v[0] + T[3 + i] * v[1] + T[6 + i] * v[2]);
  }

  /** The twist of the platform relative to the floor, in its own axes, as the model was evaluated last. */
  getTwist(): Twist {
    const { v: va, w: wa, T: A } = this.portA;
    const { v: vb, w: wb, T: B } = this.portB;
    const arm = this.getArm();
    const d = this.getOriginOffset();
    const v = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return vb[i] + wb[j] * arm[k] - wb[k] * arm[j] - va[i] - (wa[j] * d[k] - wa[k] * d[j]);
    });
    const along = (c: number) => B[c] * v[0] + B[3 + c] * v[1] + B[6 + c] * v[2];
    const up = [A[1], A[4], A[7]];
    return { vx: along(0), vy: 0 - along(2), wz: up.reduce((sum, x, i) => sum + x * (wb[i] - wa[i]), 0) };
  }

  /** Velocities of the touching rollers relative to the floor, m/s, one for each wheel. */
  getSlips(): number[] {
    return this.parts.wheels.map(({ contact }) => contact.slipSpeed);
  }

  /** Power of the motors, W. */
  getPower(): number {
    return this.parts.axles.reduce((sum, { efforts, rates }) => sum + efforts[0] * rates[0], 0);
  }

  calcStateRates(t: number): void {
    const { axles, kinematics } = this.parts;
    const { rows, rates, twist, states, stateRates } = this;
    for (let i = 0; i < axles.length; i++) {
      rates[i] = axles[i].rates[0];
      this.calcRow(i, rows, 3 * i);
    }
    kinematics.solveForward(rows, rates, twist);
    const c = Math.cos(states[2]);
    const s = Math.sin(states[2]);
    stateRates[0] = c * twist[0] - s * twist[1];
    stateRates[1] = s * twist[0] + c * twist[1];
    stateRates[2] = twist[2];
    if (this.integral === 0) return;
    for (let i = 0; i < axles.length; i++) stateRates[3 + i] = this.calcWantedRate(t, i) - rates[i];
  }

  protected override calcWrench(): void {}

  /** The true pose and twist, slip and power as columns; odometry is in the states 0 to 2. */
  get outputs(): readonly Output[] {
    return [
      { name: "x", unit: "m", read: () => this.getPose().x },
      { name: "y", unit: "m", read: () => this.getPose().y },
      { name: "heading", unit: "rad", read: () => this.getPose().heading },
      { name: "vx", unit: "m/s", read: () => this.getTwist().vx },
      { name: "vy", unit: "m/s", read: () => this.getTwist().vy },
      { name: "wz", unit: "rad/s", read: () => this.getTwist().wz },
      { name: "slip", unit: "m/s", read: () => Math.max(...this.getSlips()) },
      { name: "power", unit: "W", read: () => this.getPower() },
    ];
  }
}
