import fs from "node:fs";
import { createA04, createFourBar } from "../../bench/models.ts";
import type { Snapshot, System, Trajectory } from "../../lib/index.ts";
import { fitOrder } from "./odeMotions.ts";
import { inRoot } from "./project.ts";

/** Mechanisms that both formulations run for 10 s, and the tolerances at which they are compared. */
export const MECHANISMS = {
  "four-bar": { create: createFourBar, bodies: ["crank", "coupler", "rocker"] },
  bricard: { create: createA04, bodies: ["rod0", "rod1", "rod2", "rod3", "rod4"] },
} as const;

export type MechanismName = keyof typeof MECHANISMS;

const TOLERANCES = [1e-5, 1e-6, 1e-7, 1e-8, 1e-9];
const UNTIL = 10;
const INSTANTS = 400;

/** What GGL and BDF make of a mechanism. */
export interface FormulationReport {
  /** Difference of positions and velocities of all bodies (m, m/s) from the elimination at 1e-12, by the tolerance; the largest. */
  difference: number;
  /** With which power of the tolerance the difference falls. */
  proportion: number;
  /** Largest error of the closures at the ends of steps, which nobody projects, by the tolerance: m, rad, m/s, rad/s. */
  drift: number;
}

const reports = new Map<MechanismName, FormulationReport>();

/** Positions and velocities of bodies. */
const read = (snapshot: Snapshot, names: readonly string[]): number[] =>
  names.flatMap((name) => [...snapshot.body(name).position, ...snapshot.body(name).velocity]);

/** The largest difference of two runs over their time. */
function compareRuns(run: Trajectory, other: Trajectory, names: readonly string[]): number {
  let largest = 0;
  for (let i = 0; i <= INSTANTS; i++) {
    const t = (UNTIL * i) / INSTANTS;
    const expected = read(other.at(t), names);
    for (const [k, value] of read(run.at(t), names).entries())
      largest = Math.max(largest, Math.abs(value - expected[k]));
  }
  return largest;
}

/** Measured once. */
export function measureFormulations(name: MechanismName): FormulationReport {
  const known = reports.get(name);
  if (known) return known;
  const { create, bodies } = MECHANISMS[name];
  const reference = create().simulateSync({ until: UNTIL, tolerance: 1e-12 });
  const points: [number, number][] = [];
  let drift = 0;
  for (const tolerance of TOLERANCES) {
    const run = create().simulateSync({ until: UNTIL, tolerance, formulation: "ggl" });
    const { position, velocity } = run.violation;
    points.push([tolerance, compareRuns(run, reference, bodies)]);
    drift = Math.max(drift, position / tolerance, velocity / tolerance);
  }
  const report = {
    difference: Math.max(...points.map(([tolerance, difference]) => difference / tolerance)),
    proportion: fitOrder(points),
    drift,
  };
  reports.set(name, report);
  return report;
}

/** The four-bar as IDA solved it: see test/reference/ida. */
interface StoredFourBar {
  uncertainty: { motion: number; force: number };
  rows: number[][];
}

/** Differences of rates (rad/s) and of the force in the hinge that closes the loop (N) from IDA, by its own uncertainty. */
export function compareWithIda(system: System, tolerance: number): { motion: number; force: number } {
  const stored: StoredFourBar = JSON.parse(fs.readFileSync(inRoot("test/reference/data/fourBarIda.json"), "utf8"));
  const run = system.simulateSync({ until: 2, tolerance, formulation: "ggl" });
  let [motion, force] = [0, 0];
  for (const [t, , , , w1, w2, w3, fx, fz] of stored.rows) {
    const now = run.at(t);
    // About y from z to x, against the angles from x to z.
    for (const [name, rate] of [
      ["crank", w1],
      ["coupler", w2],
      ["rocker", w3],
    ] as const) {
      motion = Math.max(motion, Math.abs(now.body(name).angularVelocity[1] + rate));
    }
    const { force: F } = now.reaction("C");
    force = Math.max(force, Math.abs(F[0] - fx), Math.abs(F[2] - fz), Math.abs(F[1]));
  }
  return { motion: motion / stored.uncertainty.motion, force: force / stored.uncertainty.force };
}
