import {
  degrees,
  measureEnergy,
  measurePoses,
  measureWheel,
  type WheelMeasures,
} from "../../test/helpers/measureOmniwheel.ts";
import type { BenchRow } from "../BenchRow.ts";

export const accuracy = (name: string, max: number, unit: string, measure: BenchRow["measure"]): BenchRow => ({
  name: `omniwheel/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure,
});

/** Number of rollers and inclination in degrees. */
const WHEELS = [
  [3, 0],
  [3, 60],
  [4, 30],
  [7, -45],
  [12, 0],
  [12, 60],
  [24, 30],
  [24, -60],
];

let sweep: WheelMeasures[] | undefined;

/** The worst of wheels with few and many rollers, straight and inclined, of either hand. */
function findWorst(key: keyof WheelMeasures): number {
  sweep ??= WHEELS.map(([n, psi]) => measureWheel(n, psi * degrees));
  return Math.max(...sweep.map((measures) => measures[key]));
}

export const rows: BenchRow[] = [
  accuracy("poses", 1e-14, "R", () => measurePoses(2000)),
  accuracy("height", 1e-12, "R", () => findWorst("height")),
  accuracy("normal", 1e-9, "1", () => findWorst("normal")),
  accuracy("impulse", 1e-12, "m/s", () => findWorst("impulse")),
  accuracy("jump", 1e-11, "R", () => findWorst("jump")),
  accuracy("energy", 1e-9, "1", () => Math.max(...[0, 30 * degrees].map(measureEnergy))),
];
