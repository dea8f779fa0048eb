import { HEAVY_TOP } from "../../test/reference/heavyTop.ts";
import { A01 } from "../../test/reference/pendulum.ts";
import { DZHANIBEKOV } from "../../test/reference/torqueFree.ts";
import type { BenchRow } from "../BenchRow.ts";
import { createA01, createHeavyTop, createTumbler } from "../models.ts";
import { readBodyRate } from "./proportion.ts";

const tolerance = 1e-11;

const distance = (a: readonly number[], b: readonly number[]) => Math.max(...b.map((x, i) => Math.abs(a[i] - x)));

/** Public problems with published numbers. */
export const rows: BenchRow[] = [
  {
    name: "benchmark/A01/error",
    unit: "m",
    promised: { max: 1e-8 },
    kind: "accuracy",
    measure: () => {
      const run = createA01().simulateSync({ until: 10, tolerance });
      return Math.max(...A01.points.map(({ t, position }) => distance(run.at(t).body("bob").position, position)));
    },
  },
  {
    name: "benchmark/A01/energy-error",
    unit: "J",
    promised: { max: 5e-5 },
    kind: "accuracy",
    measure: () => createA01().simulateSync({ until: 10, tolerance: 1e-6 }).energy.drift,
  },
  {
    name: "benchmark/heavy-top/error",
    unit: "m",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => {
      const run = createHeavyTop().simulateSync({ until: 1, tolerance });
      return Math.max(...HEAVY_TOP.points.map(({ t, centre }) => distance(run.at(t).body("top").position, centre)));
    },
  },
  {
    // After one period the angular velocity in body axes is what it was.
    name: "benchmark/torque-free/error",
    unit: "rad/s",
    promised: { max: 1e-9 },
    kind: "accuracy",
    measure: () => {
      const run = createTumbler().simulateSync({ until: DZHANIBEKOV.period, tolerance });
      return distance(readBodyRate(run, "body"), DZHANIBEKOV.omega);
    },
  },
];
