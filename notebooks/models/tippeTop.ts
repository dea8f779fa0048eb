import {
  Contact,
  type FrictionLaw,
  Inertia,
  Mesh,
  Plane,
  quaternionAbout,
  RigidBody,
  SmoothFriction,
  Sphere,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import { matrixFromQuaternion, rotate } from "../../lib/math/index.ts";
import type { CheckRow } from "./CheckRow.ts";
import { findPassages } from "./passages.ts";

export interface TippeTopParameters {
  /** About its axis at the start, rad/s. */
  spin: number;
  /** Coefficient of friction. */
  friction: number;
  /** From the middle of the ball down to the centre of mass, in radii. */
  eccentricity: number;
  /** Inertia across the axis over that about it. */
  ratio: number;
  /** Of its axis at the start, degrees. */
  tilt: number;
}

const [MASS, RADIUS, AXIAL] = [0.02, 0.02, 1.8e-6];

/** A ball with its centre of mass below its middle, spun fast; another law of friction may be given. */
export function createTippeTop(parameters: TippeTopParameters, law?: FrictionLaw | number) {
  const { spin, friction: coefficient, eccentricity, ratio, tilt } = parameters;
  const orientation = quaternionAbout([1, 0, 0], (tilt * Math.PI) / 180);
  const T = matrixFromQuaternion(orientation);
  const offset = rotate(T, [0, -eccentricity * RADIUS, 0]);
  const position = [0, RADIUS + offset[1], offset[2]];
  //#region model
  const system = new System();
  const friction = law ?? new SmoothFriction({ coefficient, velocity: 0.1 });
  const inertia = new Inertia({ mass: MASS, tensor: [ratio * AXIAL, AXIAL, ratio * AXIAL] });
  const start = { position, orientation, angularVelocity: rotate(T, [0, spin, 0]) };
  const top = system.add(new RigidBody("top", { inertia, ...start, shapes: () => drawTop(eccentricity) }));
  const surfaceB = new Sphere({ radius: RADIUS, position: [0, eccentricity * RADIUS, 0] });
  system.add(new Contact("floor", system.ground, top, { surfaceA: new Plane(), surfaceB, friction }));
  //#endregion
  return { system, options: { until: 4, tolerance: 1e-7 }, parameters };
}

const BODY = ["q0", "q1", "q2", "q3"].map((q) => `top.orientation.${q}`);
const RATES = ["x", "y", "z"].map((axis) => `top.angularVelocity.${axis}`);

/** Columns for the readers. */
export const reads = [...BODY, ...RATES];

type Table = Record<string, Float64Array>;

/** What a page draws of a top. */
export function createReaders({ eccentricity, ratio }: TippeTopParameters) {
  const read = (table: Table, i: number) => {
    const T = matrixFromQuaternion(BODY.map((name) => table[name][i]));
    const w = RATES.map((name) => table[name][i]);
    // The axis in the world, and the angular momentum A ω + (C − A)(ω·e) e.
    const e = [T[1], T[4], T[7]];
    const along = w[0] * e[0] + w[1] * e[1] + w[2] * e[2];
    return { up: e[1], along, rate: w[1], upward: AXIAL * (ratio * w[1] + (1 - ratio) * along * e[1]) };
  };
  return {
    /** Of the axis from the vertical, degrees: 180 upside down. */
    angle: (table: Table, i: number) => (Math.acos(Math.min(1, Math.max(-1, read(table, i).up))) * 180) / Math.PI,
    /** About its own axis, and about the vertical, rad/s. */
    axial: (table: Table, i: number) => read(table, i).along,
    vertical: (table: Table, i: number) => read(table, i).rate,
    /** Jellett's constant: the angular momentum about the centre of mass, times the arm from the contact to it. */
    jellett: (table: Table, i: number) => {
      const { upward, along } = read(table, i);
      return RADIUS * (upward - eccentricity * AXIAL * along);
    },
  };
}

/** Jellett's constant along a run: its start, and how far it strays from that, relatively. */
export function measureJellett(run: Trajectory, parameters: TippeTopParameters): { start: number; drift: number } {
  const table = run.sample({ columns: reads });
  const { jellett } = createReaders(parameters);
  const values = Array.from(table.time, (_, i) => jellett(table, i));
  return { start: values[0], drift: Math.max(...values.map((value) => Math.abs(value / values[0] - 1))) };
}

/** Upside down it spins upright about its axis, and Jellett's constant says how fast: `n′ = n (1 − ε)/(1 + ε)` from upright. */
export function checkInversion(run: Trajectory, parameters: TippeTopParameters): CheckRow[] {
  const table = run.sample({ times: [run.end], columns: reads });
  const { angle, vertical } = createReaders(parameters);
  const { start } = measureJellett(run, parameters);
  const expected = start / (RADIUS * AXIAL * (1 + parameters.eccentricity));
  const isDown = angle(table, 0) > 175;
  return [{ name: "spin upside down", unit: "rad/s", found: isDown ? vertical(table, 0) : undefined, expected }];
}

/** When its axis, which starts upwards, first points below the horizon, s; undefined if it does not. */
export function findTurn(run: Trajectory): number | undefined {
  return findPassages(run, (now) => matrixFromQuaternion(now.body("top").orientation)[4])[0];
}

/** The ball with its stem. */
function drawTop(eccentricity: number) {
  const lift = eccentricity * RADIUS;
  return [
    { mesh: Mesh.sphere({ radius: RADIUS }), position: [0, lift, 0], color: [0.78, 0.32, 0.2], collides: false },
    {
      mesh: Mesh.cylinder({ radius: 0.22 * RADIUS, length: 1.1 * RADIUS }),
      position: [0, lift + 1.25 * RADIUS, 0],
      color: [0.95, 0.72, 0.2],
      collides: false,
    },
  ] as const;
}
