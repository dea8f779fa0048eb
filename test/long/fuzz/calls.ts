import test from "ava";
import { FAMILIES } from "../../helpers/fuzz/families.ts";
import { describeFinding, runFuzz } from "../../helpers/fuzz/runFuzz.ts";

/** Most calls take a millisecond; those that build whole wheels and vehicles a hundred. */
const CALLS = 6250;
const SLOW: Readonly<Record<string, number>> = { omniwheel: 1500, vehicle: 1000 };

for (const family of Object.keys(FAMILIES)) {
  test.serial(`${family}: every wrong call is refused by name, and none is endless`, async (t) => {
    const findings = await runFuzz(family, 0, SLOW[family] ?? CALLS);
    t.deepEqual(findings.map(describeFinding), []);
  });
}
