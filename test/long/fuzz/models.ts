import test from "ava";
import { describeFinding, runFuzz } from "../../helpers/fuzz/runFuzz.ts";

test("random models run, or are refused, or fail with what was computed, and obey their signal", async (t) => {
  const findings = await runFuzz("models", 0, 2000);
  t.deepEqual(findings.map(describeFinding), []);
});
