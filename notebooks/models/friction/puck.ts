import { CoulombFriction, System, TanhFriction, type Trajectory } from "../../../lib/index.ts";
import { addBlock, FEET, GRAVITY, type LawParameters } from "./block.ts";
import type { FrictionModel } from "./FrictionModel.ts";

export interface PuckParameters extends LawParameters {
  /** Coefficient across the first one's direction. */
  across: number;
  /** At the start, m/s. */
  speed: number;
  /** Of the velocity at the start, from the direction of the first coefficient, degrees. */
  heading: number;
}

/** A block on a floor that is rougher in one direction than across it. */
export function createPuck(parameters: PuckParameters): FrictionModel {
  const { law, coefficient, across, surplus, steepness, speed, heading } = parameters;
  const angle = (heading * Math.PI) / 180;
  const [vx, vz] = [speed * Math.cos(angle), -speed * Math.sin(angle)];
  //#region model
  const coulomb = new CoulombFriction({
    coefficient: [coefficient, across],
    staticCoefficient: [surplus * coefficient, surplus * across],
    axis: [1, 0, 0],
  });
  //#endregion
  const mean = (coefficient + across) / 2;
  const friction = law === "tanh" ? new TanhFriction({ coefficient: mean, steepness }) : coulomb;
  const system = new System();
  addBlock(system, system.ground, { friction, velocity: [vx, 0, vz] });
  const least = Math.min(coefficient, across) * GRAVITY;
  const exponent = (coefficient / across) ** 2;
  return {
    system,
    options: { until: Math.max(0.5, (1.1 * speed) / least), tolerance: 1e-9 },
    contacts: FEET,
    reads: ["block.velocity.x", "block.velocity.z"],
    history: {
      title: "Speeds of the block",
      label: "speed (m/s)",
      lines: {
        "along the first direction": (table, i) => table["block.velocity.x"][i],
        "across it": (table, i) => -table["block.velocity.z"][i],
      },
    },
    portrait: {
      title: "Hodograph: the velocity turns to where it is smoother",
      x: { label: "along (m/s)", read: (table, i) => table["block.velocity.x"][i] },
      y: { label: "across (m/s)", read: (table, i) => -table["block.velocity.z"][i] },
    },
    instants: coefficient === across ? [speed / least] : [],
    findResults: (run: Trajectory) => {
      if (law === "tanh") return [];
      const found = measureExponent(run);
      return [{ name: "exponent of the hodograph", unit: "", found, expected: exponent }];
    },
  };
}

/** `ln(v_x/v_x0)/ln(v_z/v_z0)`, where both components are still there; undefined if one is none from the start. */
export function measureExponent(run: Trajectory): number | undefined {
  const rest = run.events.find(({ after }) => after === "stick");
  const before = run.at(run.start).body("block").velocity;
  if (Math.abs(before[0] * before[2]) < 1e-6) return undefined;
  for (let t = (rest?.t ?? run.end) / 3; t > 1e-6; t /= 2) {
    const { velocity } = run.at(t).body("block");
    const [x, z] = [velocity[0] / before[0], velocity[2] / before[2]];
    if (Math.min(x, z) > 0.05) return Math.log(x) / Math.log(z);
  }
  return undefined;
}
