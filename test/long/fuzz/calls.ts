import test from "ava";
import { FAMILIES } from "../../helpers/fuzz/families.ts";
import { describeFinding, runFuzz } from "../../helpers/fuzz/runFuzz.ts";

/** All families together, alike. */
const CALLS = 100_000;
const FAMILY_CALLS = Math.ceil(CALLS / Object.keys(FAMILIES).length);

for (const family of Object.keys(FAMILIES)) {
  test.serial(`${family}: every wrong call is refused by name, and none is endless`, async (t) => {
    const findings = await runFuzz(family, 0, FAMILY_CALLS);
    t.deepEqual(findings.map(describeFinding), []);
  });
}
