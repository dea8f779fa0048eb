import { IdealRolling, Inertia, System } from "../../../lib/index.ts";
import { mecanumLayout, ringLayout, Vehicle, type VehicleWheel } from "../../../lib/omniwheel/index.ts";
import { DriveTape } from "./DriveTape.ts";
import { type DriveName, writeDrive } from "./drives.ts";

export type LayoutName = "mecanum" | "kiwi" | "ring";

export interface VehicleParameters {
  layout: LayoutName;
  /** On each wheel. */
  rollers: number;
  /** Inclination of the rollers, degrees. */
  psi: number;
  /** How a roller touches: it rolls without slip, or dry friction decides. */
  contact: "rolling" | "friction";
  /** Coefficient of friction. */
  friction: number;
  /** Of the platform, kg. */
  mass: number;
  /** Whether the controller knows the touching roller. */
  control: "exact" | "mean";
  /** The largest speed, m/s. */
  speed: number;
}

const LAYOUTS: Record<LayoutName, (psi: number) => VehicleWheel[]> = {
  mecanum: (psi) => mecanumLayout({ length: 0.3, width: 0.36, psi }),
  kiwi: (psi) => ringLayout({ distance: 0.2, count: 3, psi }),
  ring: (psi) => ringLayout({ distance: 0.2, count: 4, turn: Math.PI / 4, psi }),
};

function createPlatform({ layout, mass }: VehicleParameters): Inertia {
  if (layout === "mecanum") return Inertia.box({ mass, size: [0.42, 0.05, 0.27] });
  return Inertia.cylinder({ mass, radius: 0.16, length: 0.05, axis: "y" });
}

/** Of the wheels, m. */
const RADIUS = 0.05;

/** How far each end of a roller reaches beyond its sector, as an angle of the wheel: neighbours overlap by twice as much, 2.3°. */
const LAP = 0.02;

/** Rollers are as thick as their neighbours let them be, about: the more they are inclined, the more room there is. */
function findRollerDistance({ rollers, psi }: VehicleParameters): number {
  return (0.95 - 0.0016 * Math.min(45, psi)) * RADIUS * Math.cos(Math.PI / rollers + LAP);
}

/** A vehicle that obeys the commands of a tape. */
export function createVehicle(parameters: VehicleParameters, tape: DriveTape) {
  const { layout, rollers, contact, friction: coefficient, control } = parameters;
  const wheels = LAYOUTS[layout]((parameters.psi * Math.PI) / 180);
  const platform = createPlatform(parameters);
  const rollerDistance = findRollerDistance(parameters);
  //#region model
  const disc = Inertia.cylinder({ mass: 0.4, radius: 0.035, length: 0.03, axis: "z" });
  const friction = contact === "rolling" ? new IdealRolling() : coefficient;
  const system = new System();
  const vehicle = new Vehicle("cart", system.ground, {
    wheels,
    wheel: { radius: RADIUS, rollers, rollerDistance, lap: LAP, disc, friction },
    platform,
    command: (t) => tape.at(t),
    control: { rollers: control, ramp: 0 },
  }).addTo(system);
  //#endregion
  return { system, vehicle, tape };
}

/** How such a vehicle is run: errors of 1e-3 a step leave the path within 0.1 mm (see the tests). */
export const RUN = { tolerance: 1e-3, method: "dopri5", maxStep: 0.05 } as const;

/** A whole drive: one that is known beforehand, or recorded commands. */
export function createDrive(parameters: VehicleParameters & { drive: DriveName | DriveTape["twists"] }) {
  const { drive, speed } = parameters;
  const tape = typeof drive === "string" ? writeDrive(drive, speed) : new DriveTape(drive);
  return { ...createVehicle(parameters, tape), options: { until: tape.end, ...RUN } };
}
