import { quaternionAbout, System, type Trajectory } from "../../../lib/index.ts";
import { addBlock, createLaw, FEET, GRAVITY, type LawParameters } from "./block.ts";
import type { FrictionModel } from "./FrictionModel.ts";

export interface InclineParameters extends LawParameters {
  /** Of the incline, degrees. */
  angle: number;
  /** Uphill at the start, m/s. */
  speed: number;
}

const END = 3;

/** A block that is pushed up an incline. */
export function createIncline(parameters: InclineParameters): FrictionModel {
  const slope = (parameters.angle * Math.PI) / 180;
  const [s, c] = [Math.sin(slope), Math.cos(slope)];
  const { speed } = parameters;
  const system = new System({ gravity: [0, -GRAVITY, 0] });
  addBlock(system, system.ground, {
    friction: createLaw(parameters),
    normal: [-s, c, 0],
    orientation: quaternionAbout([0, 0, 1], slope),
    velocity: [speed * c, speed * s, 0],
  });
  const { stop, place, creep } = climb(parameters);
  const along = (name: string) => (table: Record<string, Float64Array>, i: number) =>
    c * table[`block.${name}.x`][i] + s * table[`block.${name}.y`][i];
  return {
    system,
    options: { until: END, tolerance: 1e-9 },
    contacts: FEET,
    reads: ["position", "velocity"].flatMap((name) => [`block.${name}.x`, `block.${name}.y`]),
    history: { title: "Way up the incline", label: "way (m)", lines: { block: along("position") } },
    portrait: {
      title: "Phase portrait",
      x: { label: "way up the incline (m)", read: along("position") },
      y: { label: "speed (m/s)", read: along("velocity") },
    },
    instants: speed > 0 && stop < END ? [stop] : [],
    findResults: (run: Trajectory) => {
      const { position, velocity } = run.last.body("block");
      if (parameters.law === "tanh") {
        if (creep === undefined) return [];
        const found = -(c * velocity[0] + s * velocity[1]);
        return [{ name: "creep of the smooth law", unit: "m/s", found, expected: creep }];
      }
      return [{ name: "place at the end", unit: "m", found: c * position[0] + s * position[1], expected: place(END) }];
    },
  };
}

/**
 * When and where the block stops, s and m up the incline, and where it is later: it stays if `tan α ≤ μ_s`, else it slides
 * back. With the smooth law it never rests but creeps down at `atanh(tan α/μ)/k`, if it does not slide.
 */
export function climb({ angle, speed, coefficient, surplus, steepness }: InclineParameters) {
  const slope = (angle * Math.PI) / 180;
  const [up, down] = [1, -1].map((sign) => GRAVITY * (Math.sin(slope) + sign * coefficient * Math.cos(slope)));
  const stop = up > 0 ? speed / up : Number.POSITIVE_INFINITY;
  const top = up > 0 ? speed ** 2 / (2 * up) : 0;
  const stays = Math.tan(slope) <= surplus * coefficient;
  const place = (t: number) =>
    t < stop ? speed * t - 0.5 * up * t * t : stays ? top : top - 0.5 * down * (t - stop) ** 2;
  const part = Math.tan(slope) / coefficient;
  return { stop, place, creep: part < 1 ? Math.atanh(part) / steepness : undefined };
}
