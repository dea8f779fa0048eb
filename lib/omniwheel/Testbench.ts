import { AppliedWrench } from "../constraints/index.ts";
import { checkNumber, checkNumbers, checkOptions, cross } from "../math/index.ts";
import { System } from "../system/index.ts";
import { OmniWheel } from "./OmniWheel.ts";
import { OMNIWHEEL_OPTIONS, type OmniWheelOptions } from "./OmniWheelOptions.ts";
import { ServoConstraint } from "./ServoConstraint.ts";

export interface TestbenchOptions extends Omit<OmniWheelOptions, "floor" | "angularVelocity" | "orientation"> {
  /** Direction in which the wheel faces at the start: its axle is turned by this about y, away from z, rad. */
  heading?: number;
  /** Turn of the wheel about its axle at the start, rad. */
  angle?: number;
  /** Rates of both at the start, rad/s. */
  headingRate?: number;
  rate?: number;
  /** Outside torque on the disc about its axle, Nm. */
  torque?: number;
  /** Outside horizontal force at the centre of the wheel, `[x, z]`, N. */
  force?: readonly [x: number, z: number];
  /** m/s², down. Default: 9.81. */
  gravity?: number;
}

const OWN_OPTIONS = ["heading", "angle", "headingRate", "rate", "torque", "force", "gravity"] as const;

const HIDDEN: readonly string[] = ["floor", "angularVelocity", "orientation"];

export const TESTBENCH_OPTIONS = [...OMNIWHEEL_OPTIONS.filter((name) => !HIDDEN.includes(name)), ...OWN_OPTIONS];

/** Where the wheel is and how it moves, in the coordinates of the testbench. */
export interface TestbenchState {
  /** Centre of the wheel. */
  x: number;
  z: number;
  /** Heading, and turn about the axle; the second without its whole turns unless it is followed along a run. */
  theta: number;
  phi: number;
  vx: number;
  vz: number;
  thetaDot: number;
  phiDot: number;
  /** Angles and rates of the rollers about their axes, relative to the disc. */
  chi: number[];
  chiDot: number[];
  /** Kinetic energy, J. */
  energy: number;
}

/**
 * One omni wheel on the plane y = 0, kept upright by a servo-constraint; what is left of a vehicle is a wrench on the disc.
 * The parts are called `wheel`, `wheel roller 1` …, `upright`; the wrench is `vehicle` (a force) and `drive` (a torque).
 */
export class Testbench {
  readonly system: System;
  readonly wheel: OmniWheel;
  readonly servo: ServoConstraint;

  constructor(options: TestbenchOptions) {
    const owner = "Testbench";
    checkOptions(owner, options, TESTBENCH_OPTIONS);
    const number = (name: "heading" | "angle" | "headingRate" | "rate" | "torque") =>
      checkNumber(owner, name, options?.[name] ?? 0);
    const [heading, angle, headingRate, rate] = [
      number("heading"),
      number("angle"),
      number("headingRate"),
      number("rate"),
    ];
    const gravity = checkNumber(owner, "gravity", options?.gravity ?? 9.81);
    this.system = new System({ gravity: [0, -gravity, 0] });
    const { ground } = this.system;
    const turn = [Math.cos(heading / 2), 0, Math.sin(heading / 2), 0];
    const spin = [Math.cos(angle / 2), Math.sin(angle / 2)];
    const wheelOptions = Object.fromEntries(
      Object.entries(options ?? {}).filter(([name]) => !(OWN_OPTIONS as readonly string[]).includes(name)),
    ) as unknown as OmniWheelOptions;
    this.wheel = new OmniWheel("wheel", ground, {
      velocity: [0, 0, 0],
      ...wheelOptions,
      // About y, then about the axle: the product of the two quaternions.
      orientation: [turn[0] * spin[0], turn[2] * spin[1], turn[2] * spin[0], turn[0] * spin[1]],
      angularVelocity: [rate * Math.sin(heading), headingRate, rate * Math.cos(heading)],
    });
    this.wheel.addTo(this.system);
    this.servo = this.system.add(new ServoConstraint("upright", ground, this.wheel.disc));
    const [x, z] = checkNumbers(owner, "force", options.force ?? [0, 0], "two numbers [x, z]", 2);
    const torque = number("torque");
    const { disc } = this.wheel;
    const pointB = disc.inertia.center.map((c) => 0 - c);
    if (x !== 0 || z !== 0) this.system.add(new AppliedWrench("vehicle", ground, disc, { force: [x, 0, z], pointB }));
    if (torque !== 0) this.system.add(new AppliedWrench("drive", ground, disc, { torque: [0, 0, torque], axes: "B" }));
  }

  /** The state of the model as it was shown last, `phi` and `theta` from −π to π: `run.at(2).show()`, then this. */
  readState(): TestbenchState {
    const wheel = this.system.findPresent(this.wheel);
    const { disc, bearings } = wheel;
    const { v, w, T, r } = disc.kinematics;
    const center = wheel.getCenter();
    const moved = cross(w, [center[0] - r[0], center[1] - r[1], center[2] - r[2]]);
    const k = [T[2], T[5], T[8]];
    // The disc's y axis is cos φ j1 − sin φ i1, its x axis cos φ i1 + sin φ j1: heights tell φ.
    return {
      x: center[0],
      z: center[2],
      theta: Math.atan2(k[0], k[2]),
      phi: Math.atan2(T[3], T[4]),
      vx: v[0] + moved[0],
      vz: v[2] + moved[2],
      thetaDot: w[1],
      phiDot: w[0] * k[0] + w[1] * k[1] + w[2] * k[2],
      chi: bearings.map(({ coordinates }) => coordinates[0]),
      chiDot: bearings.map(({ rates }) => rates[0]),
      energy: this.system.getObserver().getKineticEnergy(),
    };
  }
}
