import {
  CoulombFriction,
  DEFAULT_TESTBENCH,
  type FrictionLaw,
  Frictionless,
  IdealRolling,
  RollerGeometry,
  SmoothFriction,
  Testbench,
  type TestbenchOptions,
} from "../../lib/index.ts";

export interface OmniwheelParameters {
  /** ψ: turn of the rollers' axes out of the plane of the wheel, degrees. */
  psi: number;
  /** n */
  rollers: number;
  /** R₁ by the largest possible one, R cos(π/n): at 1 the rollers are pointed. */
  distance: number;
  rows: 1 | 2;
  friction: keyof typeof LAWS;
  /** Velocity of the wheel's centre at the start, along its plane and along its axle, m/s. */
  along: number;
  across: number;
  /** Rates at the start about the vertical and about the axle, rad/s. */
  turning: number;
  spin: number;
  /** About the axle, Nm. */
  torque: number;
}

const coefficient = 0.1;

const LAWS = {
  smooth: () => new SmoothFriction({ coefficient, velocity: 0.05 }),
  Coulomb: () => new CoulombFriction({ coefficient }),
  "ideal rolling": () => new IdealRolling(),
  none: () => new Frictionless(),
} satisfies Record<string, () => FrictionLaw>;

/** Names of the laws of friction, for a choice. */
export const frictionLaws = Object.keys(LAWS);

/** The wheel and its start. The tracker is left open: trackers are compared on the same wheel. */
export function describeBench(parameters: OmniwheelParameters): TestbenchOptions {
  const { psi, rollers, distance, rows, friction, along, across, turning, spin, torque } = parameters;
  const radius = 1;
  //#region wheel
  return {
    ...DEFAULT_TESTBENCH, // masses and inertias of disc and rollers
    radius,
    rollers,
    rows,
    psi: (psi * Math.PI) / 180,
    rollerDistance: distance * radius * Math.cos(Math.PI / rollers),
    friction: LAWS[friction](),
    velocity: [along, 0, across],
    headingRate: turning,
    rate: spin,
    torque,
  };
  //#endregion
}

export function createOmniwheel(parameters: OmniwheelParameters) {
  //#region bench
  const bench = new Testbench({ ...describeBench(parameters), tracker: "explicit" });
  return { system: bench.system, bench, options: { until: 10, tolerance: 1e-8 } };
  //#endregion
}

/** The rollers of the wheel. */
export function createGeometry(parameters: OmniwheelParameters): RollerGeometry {
  const { radius, rollers, rows, psi, rollerDistance } = describeBench(parameters);
  return new RollerGeometry({ radius, rollers, rows, psi, rollerDistance });
}
