import test from "ava";
import { isBelow } from "../helpers/compare.ts";
import { measureResidual } from "../helpers/measureSystems.ts";
import { measureDifferential } from "../helpers/measureTrackers.ts";
import { pairs } from "../helpers/trackedPairs.ts";
import { trackedSystems } from "../helpers/trackedSystems.ts";

for (const pair of pairs) {
  test(`${pair.name}: the differential tracker keeps its points for 1000 s`, (t) => {
    const { difference, residual } = measureDifferential(pair, 1000, true);
    isBelow(t, residual, 1e-10, "residual");
    isBelow(t, difference, 1e-10, "difference");
  });
}

for (const system of trackedSystems) {
  test(`${system.name}: the differential tracker keeps its points for 1000 s of a run`, async (t) => {
    const { before, after } = await measureResidual(system, 1000, 1e-12);
    // At the end of each step, before and after the states are brought back.
    isBelow(t, before, 1e-10, "before");
    isBelow(t, after, 1e-12, "after");
    t.log(`before ${before}, after ${after}`);
  });
}
