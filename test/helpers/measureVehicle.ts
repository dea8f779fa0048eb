import { IdealRolling } from "../../lib/constraints/contact/index.ts";
import {
  DriveRecord,
  type DriveSummary,
  IdealVehicle,
  mecanumLayout,
  type Pose,
  ringLayout,
  type Twist,
  Vehicle,
  type VehicleOptions,
  type VehicleWheel,
} from "../../lib/omniwheel/index.ts";
import { Inertia } from "../../lib/rigidbody/index.ts";
import { System } from "../../lib/system/index.ts";
import type { Trajectory } from "../../lib/trajectory/Trajectory.ts";

export type LayoutName = "kiwi" | "four" | "mecanum";

export const LAYOUTS: Record<LayoutName, VehicleWheel[]> = {
  kiwi: ringLayout({ distance: 0.2 }),
  four: ringLayout({ distance: 0.2, count: 4, turn: Math.PI / 4 }),
  mecanum: mecanumLayout({ length: 0.4, width: 0.3 }),
};

/** Wheels that start at different angles, so that no two hand over at once; and at the same one, so that all do. */
export const TOGETHER = [0, 0, 0, 0];
export const APART = [0, 0.13, 0.29, -0.21];

export const RADIUS = 0.05;

export const DISC = Inertia.cylinder({ mass: 0.5, radius: 0.04, length: 0.04, axis: "z" });

/** A vehicle of 12 kg on wheels of 5 cm with nine rollers. */
export function createVehicle(
  layout: LayoutName,
  { wheel, ...options }: Partial<VehicleOptions> = {},
  system = new System(),
): { system: System; vehicle: Vehicle } {
  const vehicle = new Vehicle("cart", system.ground, {
    wheels: LAYOUTS[layout],
    wheel: { radius: RADIUS, rollers: 9, rollerDistance: 0.04, disc: DISC, friction: 0.6, ...wheel },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
    ...options,
  }).addTo(system);
  return { system, vehicle };
}

const list = ({ x, y, heading }: Pose, { vx, vy, wz }: Twist) => [x, y, heading, vx, vy, wz];

/** How far a free vehicle of this roller density is from the ideal one in the end, in its six numbers. */
function coast(layout: LayoutName, density: number, twist: Twist, until: number): number[] {
  const wheel = { friction: new IdealRolling(), density };
  const wheels = LAYOUTS[layout].map((place, i) => ({ ...place, angle: APART[i] }));
  const { system, vehicle } = createVehicle(layout, { wheels, wheel, twist });
  const run = system.simulateSync({ until, tolerance: 1e-11 });
  run.last.show();
  const { pose, twist: last } = vehicle.readState();
  const found = list(pose, last);
  const expected = expectIdeal(layout, vehicle, twist, until);
  return found.map((value, i) => value - expected[i]);
}

/** Kiwi in closed form; inclined rollers by the equations with rollers where they are. */
function expectIdeal(layout: LayoutName, vehicle: Vehicle, twist: Twist, until: number): number[] {
  if (layout === "mecanum") {
    const states = new IdealVehicle(vehicle).simulate({ until, twist, step: 2e-4 });
    const last = states[states.length - 1];
    return list(last.pose, last.twist);
  }
  const { pose, twist: last } = new IdealVehicle(vehicle, { rollers: "mean" }).solveFree(twist, until);
  return list(pose, last);
}

/**
 * Light rollers without slip: distance from the ideal vehicle with roller densities of 20, 10 and 5 kg/m³, and
 * extrapolated to zero by a parabola.
 */
export function measureLightRollers(layout: LayoutName, twist: Twist, until = 0.5) {
  const densities = [20, 10, 5];
  const differences = densities.map((density) => coast(layout, density, twist, until));
  const norm = (values: readonly number[]) => Math.hypot(...values);
  const [a, b, c] = differences;
  // Values at 4h, 2h and h: a parabola through them meets zero at (a − 6 b + 8 c)/3.
  const limit = norm(a.map((value, i) => (value - 6 * b[i] + 8 * c[i]) / 3));
  return { errors: differences.map(norm), limit };
}

export const DRIVES = {
  straight: { vx: 0.5, vy: 0, wz: 0 },
  sideways: { vx: 0, vy: 0.5, wz: 0 },
  diagonal: { vx: 0.4, vy: 0.3, wz: 0 },
  turning: { vx: 0, vy: 0, wz: 1 },
} as const;

/** Rollers whose bearings are not free of friction. */
const DAMPED = { bearing: { damping: 2e-5 } };

/** A drive with Coulomb friction; what is commanded is reached after half a second. */
export function measureDrive(layout: LayoutName, command: Twist): DriveSummary {
  const { system, vehicle } = createVehicle(layout, { command, wheel: DAMPED });
  const run = system.simulateSync({ until: 0.9, tolerance: 1e-5, method: "dopri5" });
  return new DriveRecord(vehicle, run, { samples: 361, settled: 0.6 }).summary;
}

/** How far the platform leaves its height in such a drive, by R. */
export function measureRipple(): number {
  const { system, vehicle } = createVehicle("mecanum", { command: { vx: 0.4, vy: 0.3, wz: 0.5 }, wheel: DAMPED });
  const run = system.simulateSync({ until: 0.6, tolerance: 1e-5, method: "dopri5" });
  return run.column(`${vehicle.name}.position.y`).reduce((most, y) => Math.max(most, Math.abs(y - RADIUS)), 0) / RADIUS;
}

/**
 * Drives straight ahead with all wheels at the same angle, so that opposite rollers do the same: the largest velocity sideways,
 * m/s, or turn, rad/s. With dry friction of driven wheels, and without slip of free ones, which lose speed at every change.
 */
export function measureAsymmetry(layout: LayoutName, vx = 0.5, until = 0.5): number {
  const driven = { command: { vx }, twist: { vx }, wheel: DAMPED, control: { ramp: 0 } };
  const free = { twist: { vx }, wheel: { friction: new IdealRolling(), density: 8000 } };
  const runs = [driven, free].map((options) => {
    const { system, vehicle } = createVehicle(layout, options);
    const run = system.simulateSync({ until, tolerance: 1e-6, method: "dopri5" });
    return ["vy", "wz"].map((name) => run.column(`${vehicle.drive.name}.${name}`));
  });
  return runs.flat().reduce((most, column) => column.reduce((max, v) => Math.max(max, Math.abs(v)), most), 0);
}

/** The mecanum vehicle by which engines are compared: it starts at the speed that it is to keep. */
export const createDrivenMecanum = (command: Partial<Twist>): { system: System; vehicle: Vehicle } =>
  createVehicle("mecanum", { command, twist: command, wheel: DAMPED, control: { ramp: 0 } });

/** How it is driven. */
export const driveMecanum = (system: System, until: number): Trajectory =>
  system.simulateSync({ until, tolerance: 1e-5, method: "dopri5" });

/** Microseconds of the processor for a drive of it. */
export function simulateMecanum(command: Partial<Twist>, until: number): number {
  const { system } = createDrivenMecanum(command);
  system.getObserver();
  const { user } = process.cpuUsage();
  driveMecanum(system, until);
  return process.cpuUsage().user - user;
}
