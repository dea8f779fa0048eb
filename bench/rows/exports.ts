import { countDefects, measureDeviation, measureVolume } from "../../test/helpers/measureMeshes.ts";
import { rollInMujoco } from "../../test/helpers/mujoco.ts";
import type { BenchRow } from "../BenchRow.ts";

const row = (name: string, max: number, unit: string, measure: BenchRow["measure"]): BenchRow => ({
  ...{ name: `export/${name}`, unit, promised: { max }, measure },
  kind: "accuracy",
});

export const rows: BenchRow[] = [
  row("mesh/deviation", 1e-4, "R", measureDeviation),
  row("mesh/defects", 0, "1", countDefects),
  row("mesh/volume", 1, "shells of 1e-4 R", measureVolume),
  row("mujoco/ripple", 1e-3, "R", async () => (await rollInMujoco()).ripple),
  row("mujoco/slip", 1e-3, "1", async () => {
    const { distance, rolled } = await rollInMujoco();
    return Math.abs(distance - rolled) / distance;
  }),
];
