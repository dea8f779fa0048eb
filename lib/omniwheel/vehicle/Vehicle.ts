import { PrismaticJoint, RevoluteJoint } from "../../constraints/index.ts";
import {
  add,
  checkInstance,
  checkName,
  checkOptions,
  cross,
  matrixFromQuaternion,
  multiplyQuaternions,
  type Quaternion,
  quaternionAbout,
  quaternionFromMatrix,
  rotate,
  scale,
  subtract,
  type Vector3,
} from "../../math/index.ts";
import { Body, RigidBody } from "../../rigidbody/index.ts";
import { System } from "../../system/index.ts";
import { createBoxShape } from "../mesh/createBoxShape.ts";
import { OmniWheel } from "../OmniWheel.ts";
import { checkPose, checkTwist, type Pose, type Twist } from "./Twist.ts";
import { DRIVE_OPTIONS, VehicleDrive } from "./VehicleDrive.ts";
import { type KinematicWheel, VehicleKinematics } from "./VehicleKinematics.ts";
import {
  type PlacedWheel,
  readPlatform,
  readSuspension,
  readWheels,
  VEHICLE_OPTIONS,
  type VehicleOptions,
} from "./VehicleOptions.ts";

/** Standard gravity, m/s²: for the default preload of springs. */
const GRAVITY = 9.81;

const UP: Vector3 = [0, 1, 0];

/** What a vehicle does at one instant. */
export interface VehicleState {
  /** Of the platform's origin on the floor; the heading from −π to π. */
  pose: Pose;
  /** Relative to the floor, in the axes of the vehicle. */
  twist: Twist;
  /** Where the wheels say that it is. */
  odometry: Pose;
  /** Of the wheels: rates (rad/s), torques of their motors (Nm), … */
  rates: number[];
  torques: number[];
  /** … velocities of the touching rollers over the floor (m/s), normal forces (N). */
  slips: number[];
  loads: number[];
  /** Of all motors, W. */
  power: number;
}

/**
 * A platform on omni wheels that stands on the plane y = 0 of a base, at rest, inclined or moving. The platform has the
 * name of the vehicle; the wheels are `cart wheel 1` …, their parts `cart wheel 1 roller 1` …, the axles `cart axle 1` …,
 * with springs `cart carrier 1` … and `cart strut 1` …, and motors, controller and odometry are `cart drive`.
 */
export class Vehicle {
  readonly name: string;
  readonly base: Body;
  readonly platform: RigidBody;
  readonly wheels: readonly OmniWheel[];
  /** From platform (or carrier) to disc, about the axle. */
  readonly axles: readonly RevoluteJoint[];
  /** With a suspension: what carries the axles, and the sliding joints with the springs. */
  readonly carriers: readonly RigidBody[];
  readonly struts: readonly PrismaticJoint[];
  readonly kinematics: VehicleKinematics;
  readonly drive: VehicleDrive;
  /** The wheels as they were placed. */
  readonly placed: readonly PlacedWheel[];

  constructor(name: string, base: Body, options: VehicleOptions) {
    const label = `Vehicle "${checkName("Vehicle", name)}"`;
    checkOptions(label, options, [...VEHICLE_OPTIONS, ...DRIVE_OPTIONS]);
    this.name = name;
    this.base = checkInstance(label, "the base", base, Body, "a Ground or a RigidBody, such as system.ground");
    const inertia = readPlatform(label, options?.platform);
    this.placed = readWheels(label, options);
    this.kinematics = new VehicleKinematics(this.placed.map(toKinematic));
    const pose = checkPose(label, "pose", options.pose ?? {});
    const twist = checkTwist(label, "twist", options.twist ?? {});
    const { position, orientation, velocity, angularVelocity } = this.findStart(pose, twist);
    const turn = matrixFromQuaternion(orientation);
    const arm = rotate(turn, inertia.center);
    this.platform = new RigidBody(name, {
      inertia,
      position: add(position, arm),
      orientation,
      velocity: add(velocity, cross(angularVelocity, arm)),
      angularVelocity,
    });
    this.platform.shapes = () => [createBoxShape(this.platform)];
    const { suspension } = options;
    const share = (GRAVITY * inertia.mass) / this.placed.length;
    const spring = suspension && readSuspension(label, suspension, share);
    this.carriers = spring ? this.placed.map((wheel, i) => this.createCarrier(i, wheel, spring.carrier, position)) : [];
    this.struts = this.carriers.map((carrier, i) => {
      const { stiffness, damping, preload } = spring as NonNullable<typeof spring>;
      const place = { point: carrier.position, axis: rotate(turn, UP) };
      const strut = { stiffness, damping, restPosition: -preload / stiffness, position: 0, rate: 0 };
      return new PrismaticJoint(`${name} strut ${i + 1}`, this.platform, carrier, { ...place, ...strut });
    });
    const axles: RevoluteJoint[] = [];
    this.wheels = this.placed.map((wheel, i) => this.createWheel(i, wheel, twist, position, spring !== undefined));
    const { platform, wheels, kinematics } = this;
    const parts = { platform, wheels, axles, kinematics, inertia: this.mass / kinematics.leastGain };
    const { command, control, torque } = options;
    const given = Object.entries({ command, control, torque }).filter(([, value]) => value !== undefined);
    this.drive = new VehicleDrive(`${name} drive`, base, parts, Object.fromEntries(given), pose);
    this.wheels.forEach((wheel, i) => {
      axles.push(this.createAxle(i, wheel, twist));
    });
    this.axles = axles;
  }

  /** Adds all parts to a system; the base is in it already. */
  addTo(system: System): this {
    checkInstance(`Vehicle "${this.name}"`, "what it is added to", system, System);
    system.add(this.platform);
    for (const part of [...this.carriers, ...this.struts]) system.add(part);
    this.wheels.forEach((wheel, i) => {
      wheel.addTo(system);
      system.add(this.axles[i]);
    });
    system.add(this.drive);
    return this;
  }

  /** The vehicle as the model was shown last: `run.at(2).show()`, then this; or `run.at(2).get(vehicle).readState()`. */
  readState(): VehicleState {
    const { axles, drive, wheels } = this.base.owner?.findPresent<Vehicle>(this) ?? this;
    return {
      pose: drive.getPose(),
      twist: drive.getTwist(),
      odometry: drive.odometry,
      rates: axles.map(({ rates }) => rates[0]),
      torques: axles.map(({ efforts }) => efforts[0]),
      slips: drive.getSlips(),
      loads: wheels.map(({ contact }) => contact.normalForce),
      power: drive.getPower(),
    };
  }

  /** Of all parts, kg. */
  get mass(): number {
    const carriers = this.carriers.reduce((sum, { inertia }) => sum + inertia.mass, 0);
    return this.platform.inertia.mass + carriers + this.wheels.reduce((sum, wheel) => sum + findMass(wheel), 0);
  }

  /** Origin of the platform in the world, its turn, and how both move. */
  private findStart(pose: Pose, twist: Twist) {
    const { r, T, v, w } = this.base.referencePose;
    const { position, geometry } = this.placed[0];
    const offset = rotate(T, [pose.x, geometry.radius - position[1], 0 - pose.y]);
    const orientation = multiplyQuaternions(quaternionFromMatrix(T), quaternionAbout(UP, pose.heading)) as Quaternion;
    const turn = matrixFromQuaternion(orientation);
    return {
      position: add(r, offset),
      orientation,
      velocity: add(add(v, cross(w, offset)), rotate(turn, [twist.vx, 0, 0 - twist.vy])),
      angularVelocity: add(w, scale(rotate(turn, UP), twist.wz)),
    };
  }

  private createCarrier(
    i: number,
    { position }: PlacedWheel,
    inertia: RigidBody["inertia"],
    origin: Vector3,
  ): RigidBody {
    const { orientation } = this.platform;
    const turn = matrixFromQuaternion(orientation);
    const center = add(origin, rotate(turn, add(position, inertia.center)));
    const carrier = new RigidBody(`${this.name} carrier ${i + 1}`, { inertia, position: center, orientation });
    carrier.shapes = () => [createBoxShape(carrier)];
    return carrier;
  }

  private createWheel(i: number, wheel: PlacedWheel, twist: Twist, origin: Vector3, isSprung: boolean): OmniWheel {
    const { position, axle, options } = wheel;
    const turn = matrixFromQuaternion(this.platform.orientation);
    const rollerRates = this.findRollerRates(i, wheel, twist);
    return new OmniWheel(`${this.name} wheel ${i + 1}`, this.base, {
      // A wheel on springs leans with the platform.
      ...(isSprung && { tracker: "algebraic" as const }),
      ...options,
      position: add(origin, rotate(turn, position)),
      orientation: multiplyQuaternions(this.platform.orientation, findDiscTurn(axle)),
      rollerRates,
    });
  }

  private createAxle(i: number, { disc }: OmniWheel, twist: Twist): RevoluteJoint {
    const { axle, angle, options } = this.placed[i];
    const carrier = this.carriers[i] ?? this.platform;
    const { drive } = this;
    const row = new Float64Array(3);
    this.calcStartRow(i, row);
    const torque = (t: number, turned: number, rate: number) => drive.present.calcTorque(t, i, turned, rate);
    return new RevoluteJoint(`${this.name} axle ${i + 1}`, carrier, disc, {
      point: subtract(disc.position, rotate(disc.referencePose.T, options.disc.center)),
      axis: rotate(matrixFromQuaternion(this.platform.orientation), axle),
      angle,
      rate: row[0] * twist.vx + row[1] * twist.vy + row[2] * twist.wz,
      ...(drive.hasMotors && { torque }),
    });
  }

  /** The roller at the bottom at the start, from 0 on, and its angle. */
  private findStartRoller({ angle, geometry }: PlacedWheel): { index: number; q: number; beside: number } {
    const { count, rows, rowDistance } = geometry;
    const step = (2 * Math.PI) / count;
    const turns = Math.round(-angle / step);
    const index = ((turns % count) + count) % count;
    return { index, q: angle + step * turns, beside: rows === 1 ? 0 : (index % 2 === 0 ? 0.5 : -0.5) * rowDistance };
  }

  private calcStartRow(i: number, out: Float64Array): void {
    const { q, beside } = this.findStartRoller(this.placed[i]);
    this.kinematics.calcRow(i, q, beside, out);
  }

  /** The touching roller turns so that it does not slip: `χ̇ = v·c/(h c·c)`, `c = i2 × j1`, `h = R − R1/cos q`. */
  private findRollerRates(i: number, wheel: PlacedWheel, { vx, vy, wz }: Twist): number[] {
    const { geometry, axle, position } = wheel;
    const { index, q, beside } = this.findStartRoller(wheel);
    const { radius, rollerDistance, psi, count } = geometry;
    const row = new Float64Array(3);
    this.kinematics.calcRow(i, q, beside, row);
    const rate = row[0] * vx + row[1] * vy + row[2] * wz;
    // In the axes of the platform: the disc's material at the contact, and the way of the roller's.
    const along = cross(UP, axle);
    const side = beside - rollerDistance * Math.tan(q) * Math.tan(psi);
    const arm = add(position, scale(axle, side));
    const material = add(add([vx, 0, 0 - vy], cross(scale(UP, wz), arm)), scale(along, radius * rate));
    const axis = add(scale(along, Math.cos(psi) * Math.cos(q)), scale(axle, Math.sin(psi)));
    const way = cross(axis, UP);
    const length = way[0] ** 2 + way[2] ** 2;
    const spin = (material[0] * way[0] + material[2] * way[2]) / ((radius - rollerDistance / Math.cos(q)) * length);
    return Array.from({ length: count }, (_, k) => (k === index ? spin : 0));
  }
}

/** From the axes of the platform to those of a disc that has not turned: x is `up × axle`, y up, z the axle. */
function findDiscTurn(axle: Vector3): Quaternion {
  const x = cross(UP, axle);
  return quaternionFromMatrix([x[0], 0, axle[0], x[1], 1, axle[1], x[2], 0, axle[2]]);
}

function toKinematic({ position, axle, geometry }: PlacedWheel): KinematicWheel {
  return { x: position[0], y: 0 - position[2], axle: [axle[0], 0 - axle[2]], geometry };
}

const findMass = ({ disc, rollers }: OmniWheel): number =>
  disc.inertia.mass + rollers.reduce((sum, { inertia }) => sum + inertia.mass, 0);
