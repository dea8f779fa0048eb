import { Ground, SpringDamper, System, sliding, type Trajectory } from "../../../lib/index.ts";
import { addBlock, createLaw, FEET, GRAVITY, HEIGHT, type LawParameters, MASS } from "./block.ts";
import type { FrictionModel } from "./FrictionModel.ts";

export interface BeltParameters extends LawParameters {
  /** Of the belt, m/s. */
  speed: number;
  /** Of the spring, N/m. */
  stiffness: number;
}

const PERIODS = 4;
const WALL = -0.7;

/** A block on a belt, held by a spring. */
export function createBelt(parameters: BeltParameters): FrictionModel {
  const { speed, stiffness, coefficient, surplus } = parameters;
  const friction = createLaw(parameters);
  //#region model
  const system = new System();
  const distance = (t: number) => [speed * t, speed, 0] as const;
  const belt = system.add(new Ground("belt", { motion: sliding({ direction: [1, 0, 0], distance }) }));
  const block = addBlock(system, belt, { friction, velocity: [speed, 0, 0] });
  const spring = { from: [WALL, HEIGHT, 0], to: [-0.2, HEIGHT, 0], stiffness };
  system.add(new SpringDamper("spring", system.ground, block, spring));
  //#endregion
  const load = MASS * GRAVITY;
  const { first, slip, stick } = findStickSlip({ load, mass: MASS, stiffness, speed, coefficient, surplus });
  // Where both coefficients are equal, it sticks for no time: only the first instant is sharp.
  const count = surplus > 1 ? 2 * PERIODS + 1 : 1;
  const instants = Array.from({ length: count }, (_, i) => first + Math.floor(i / 2) * stick + Math.ceil(i / 2) * slip);
  return {
    system,
    options: { until: first + PERIODS * (slip + stick) + 0.2 * slip, tolerance: 1e-9 },
    contacts: FEET,
    reads: ["block.position.x", "block.velocity.x"],
    history: {
      title: "Speed of the block",
      label: "speed (m/s)",
      lines: { block: (table, i) => table["block.velocity.x"][i] },
    },
    portrait: {
      title: "Phase portrait: a limit cycle",
      x: { label: "place of the block (m)", read: (table, i) => table["block.position.x"][i] },
      y: { label: "speed (m/s)", read: (table, i) => table["block.velocity.x"][i] },
    },
    instants,
    findResults: (run: Trajectory) => {
      if (parameters.law === "tanh") return [];
      const loose = run.events.filter(({ kind }) => kind === "slip").map(({ t }) => t);
      const turns = loose.filter((t, i) => i === 0 || t - loose[i - 1] > 1e-6);
      const found = turns.length > 1 ? (turns[turns.length - 1] - turns[0]) / (turns.length - 1) : undefined;
      return [{ name: "period", unit: "s", found, expected: surplus > 1 ? slip + stick : undefined }];
    },
  };
}

/**
 * A mass on a spring, dragged by a belt of speed `V`, sticks until the spring pulls with `μ_s N`; then
 * `x = x_k + (x_s − x_k) cos ωt + (V/ω) sin ωt`, until its speed is that of the belt again: when it first breaks loose, how
 * long it slides, and how long it sticks, s.
 */
export function findStickSlip(given: {
  load: number;
  mass: number;
  stiffness: number;
  speed: number;
  coefficient: number;
  surplus: number;
}): { first: number; slip: number; stick: number } {
  const { load, mass, stiffness, speed, coefficient, surplus } = given;
  const still = (surplus * coefficient * load) / stiffness;
  const moving = (coefficient * load) / stiffness;
  const w = Math.sqrt(stiffness / mass);
  return {
    first: still / speed,
    slip: (2 / w) * (Math.PI - Math.atan(((still - moving) * w) / speed)),
    stick: (2 * (still - moving)) / speed,
  };
}
