import {
  checkDirection,
  checkInstance,
  checkList,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  checkVector3,
  ModelError,
  type Vector3,
  type VectorInput,
} from "../../math/index.ts";
import { Inertia } from "../../rigidbody/index.ts";
import { OMNIWHEEL_OPTIONS, type OmniWheelOptions } from "../OmniWheelOptions.ts";
import { RollerGeometry } from "../RollerGeometry.ts";
import type { Pose, Twist } from "./Twist.ts";
import type { DriveOptions } from "./VehicleDrive.ts";

/** What says nothing of where a wheel stands and how it starts: see {@link OmniWheelOptions}. */
export type VehicleWheelOptions = Omit<
  OmniWheelOptions,
  "floor" | "position" | "orientation" | "velocity" | "angularVelocity" | "rollerRates"
>;

/** One wheel of a vehicle; its own options go before those that all wheels have in common. */
export interface VehicleWheel extends Partial<VehicleWheelOptions> {
  /** Centre of the wheel from the origin of the platform, in its axes: x ahead, y up, z to the right. */
  position: VectorInput;
  /** Direction of the axle in the axes of the platform; level. A positive rate turns the wheel about it. */
  axle: VectorInput;
  /** Turn about the axle at the start, rad: zero has roller 1 at the bottom. */
  angle?: number;
}

export interface SuspensionOptions {
  /** Of the spring of each wheel, N/m. */
  stiffness: number;
  /** Ns/m. Default: 0. */
  damping?: number;
  /** Force of each spring as drawn, N. Default: an equal share of the platform's weight at 9.81 m/s². */
  preload?: number;
  /** What carries an axle between the spring and the wheel. Default: a ball of 0.1 kg. */
  carrier?: Inertia;
}

export interface VehicleOptions extends DriveOptions {
  /** The layout: one entry per wheel, as `mecanumLayout(…)` or `ringLayout(…)` gives them, or a list of your own. */
  wheels: readonly VehicleWheel[];
  /** What all wheels have in common. */
  wheel?: Partial<VehicleWheelOptions>;
  /** Mass and inertia of the platform without the wheels; its `center` counts from the platform's origin. */
  platform: Inertia;
  /** Springs between platform and wheels. Default: none, the axles are on the platform. */
  suspension?: SuspensionOptions;
  /** Where the vehicle stands at the start. Default: at the origin of the floor, heading along its x. */
  pose?: Partial<Pose>;
  /** How it moves at the start, relative to the floor, rolling without slip. Default: it stands. */
  twist?: Partial<Twist>;
}

export const VEHICLE_OPTIONS = ["wheels", "wheel", "platform", "suspension", "pose", "twist"] as const;

const OWN: readonly string[] = ["floor", "position", "orientation", "velocity", "angularVelocity", "rollerRates"];
const WHEEL_OPTIONS = OMNIWHEEL_OPTIONS.filter((name) => !OWN.includes(name));

const MOST_WHEELS = 100;

/** Heights may differ by this part of the radius by rounding. */
const LEVEL = 1e-9;

/** A wheel with all that is known of it. */
export interface PlacedWheel {
  readonly position: Vector3;
  /** Unit vector. */
  readonly axle: Vector3;
  readonly angle: number;
  readonly geometry: RollerGeometry;
  readonly options: OmniWheelOptions;
}

export function readWheels(label: string, options: VehicleOptions): PlacedWheel[] {
  const { wheel: common } = options;
  const form = "a list such as mecanumLayout({ length: 0.4, width: 0.3 })";
  const wheels = checkList(label, "wheels", options.wheels, form, MOST_WHEELS) as VehicleWheel[];
  if (wheels.length === 0) throw new ModelError(`${label}: wheels are []; give ${form}`);
  checkOptions(`${label}, wheel`, common, WHEEL_OPTIONS);
  const placed = wheels.map((entry, i): PlacedWheel => {
    const owner = `${label}, wheel ${i + 1}`;
    checkOptions(owner, entry, ["position", "axle", "angle", ...WHEEL_OPTIONS]);
    const position = checkVector3(owner, "position", entry?.position);
    const axle = checkDirection(owner, "axle", entry.axle);
    if (Math.abs(axle[1]) > LEVEL) {
      throw new ModelError(
        `${owner}: axle [${axle.join(", ")}] is not level, so the wheel would not stand upright; give a direction [x, 0, z]`,
      );
    }
    const { position: _p, axle: _a, angle, ...own } = entry;
    // A wheel that says one of the two about its rollers' mass overrules the other of what all have in common.
    const inherited = { ...common };
    if (own.roller !== undefined) delete inherited.density;
    if (own.density !== undefined) delete inherited.roller;
    const all = { ...inherited, ...own } as OmniWheelOptions;
    const { radius, rollers, psi, rollerDistance, lap, rows, rowDistance } = all;
    const shape = Object.entries({ radius, rollers, psi, rollerDistance, lap, rows, rowDistance });
    const geometry = new RollerGeometry(Object.fromEntries(shape.filter(([, value]) => value !== undefined)) as never);
    return { position, axle, angle: checkNumber(owner, "angle", angle ?? 0), geometry, options: all };
  });
  checkHeights(label, placed);
  return placed;
}

/** All wheels have to reach the same floor. */
function checkHeights(label: string, wheels: readonly PlacedWheel[]): void {
  const heights = wheels.map(({ position, geometry }) => position[1] - geometry.radius);
  const odd = heights.findIndex((height, i) => Math.abs(height - heights[0]) > LEVEL * wheels[i].geometry.radius);
  if (odd < 0) return;
  const show = (i: number) => {
    const { position, geometry } = wheels[i];
    return `wheel ${i + 1} (height ${position[1]}, radius ${geometry.radius}) reaches ${Number(heights[i].toPrecision(6))}`;
  };
  throw new ModelError(
    `${label}: the wheels do not share a floor height: ${show(0)} m, ${show(odd)} m below the platform's origin; ` +
      `give wheel ${odd + 1} the height ${Number((heights[0] + wheels[odd].geometry.radius).toPrecision(6))}`,
  );
}

export function readPlatform(label: string, platform: unknown): Inertia {
  const example = "Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] })";
  return checkInstance(label, "platform", platform, Inertia, `its Inertia, such as ${example}`);
}

export function readSuspension(label: string, options: SuspensionOptions, share: number) {
  const owner = `${label}, suspension`;
  checkOptions(owner, options, ["stiffness", "damping", "preload", "carrier"]);
  const { carrier = Inertia.sphere({ mass: 0.1, radius: 0.02 }) } = options;
  checkInstance(owner, "carrier", carrier, Inertia, "an Inertia, such as Inertia.sphere({ … })");
  return {
    stiffness: checkPositive(owner, "stiffness", options.stiffness),
    damping: checkNotNegative(owner, "damping", options.damping ?? 0),
    preload: checkNumber(owner, "preload", options.preload ?? share),
    carrier,
  };
}
