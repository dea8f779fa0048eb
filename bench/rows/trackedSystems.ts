import { measureAgreement, measureBruteInRun, measureResidual } from "../../test/helpers/measureSystems.ts";
import { type TrackedSystem, trackedSystems } from "../../test/helpers/trackedSystems.ts";
import type { BenchRow } from "../BenchRow.ts";

/** Trackers in runs of whole systems; the largest value of all of them. */
const accuracy = (
  name: string,
  unit: string,
  max: number,
  measure: (system: TrackedSystem) => Promise<number>,
): BenchRow => ({
  name: `tracker/system/${name}`,
  unit,
  promised: { max },
  kind: "accuracy",
  measure: async () => {
    let worst = 0;
    for (const system of trackedSystems) worst = Math.max(worst, await measure(system));
    return worst;
  },
});

const agreement = trackedSystems.map(
  (system): BenchRow => ({
    name: `tracker/system/agreement/${system.name.replace(", ", "-").replaceAll(" ", "-")}`,
    unit: "m, m/s",
    promised: { max: 1e-10 },
    kind: "accuracy",
    measure: async () => {
      const { position, velocity } = await measureAgreement(system);
      return Math.max(position, velocity);
    },
  }),
);

const worstOfBoth = async (system: TrackedSystem, read: (of: { gap: number; points: number }) => number) =>
  Math.max(read(await measureBruteInRun(system, "algebraic")), read(await measureBruteInRun(system, "differential")));

export const rows: BenchRow[] = [
  ...agreement,
  accuracy("acceleration", "m/s²", 1e-10, async (system) => (await measureAgreement(system)).acceleration),
  accuracy("brute-force/gap", "m", 1e-12, (system) => worstOfBoth(system, ({ gap }) => gap)),
  accuracy("brute-force/points", "m", 1e-7, (system) => worstOfBoth(system, ({ points }) => points)),
  // What the integration lets drift in a step; test/long has the same for 1000 s.
  accuracy("residual", "1", 1e-10, async (system) => (await measureResidual(system, 100, 1e-12)).before),
];
