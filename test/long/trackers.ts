import test from "ava";
import { measureDifferential } from "../helpers/measureTrackers.ts";
import { pairs } from "../helpers/trackedPairs.ts";

for (const pair of pairs) {
  test(`${pair.name}: the differential tracker keeps its points for 1000 s`, (t) => {
    const { difference, residual } = measureDifferential(pair, 1000, true);
    t.true(residual < 1e-10, `residual ${residual}`);
    t.true(difference < 1e-10, `difference ${difference}`);
  });
}
