import test from "ava";
import { ModelError } from "../lib/index.ts";
import { findUncovered } from "./helpers/fuzz/coverage.ts";
import { FAMILIES } from "./helpers/fuzz/families.ts";
import { judgeResult, judgeThrown } from "./helpers/fuzz/judge.ts";
import { describeFinding, runFuzz } from "./helpers/fuzz/runFuzz.ts";

test("every exported class and function is called with wrong arguments, or left out for a reason", (t) => {
  t.deepEqual(findUncovered(), { missing: [], stale: [] });
});

for (const [family, calls] of Object.entries(FAMILIES)) {
  test(`${family}: calls with right arguments are not refused`, async (t) => {
    for (const { name, make, call, mayBeNaN } of calls) {
      // In Node there is no page to draw on.
      if (name === "mountGraph") continue;
      const result = await t.notThrowsAsync(async () => [await call(...(make() as never[]))], name);
      if (!mayBeNaN) t.is(judgeResult(result), undefined, name);
    }
  });
}

test("what a wrong call leaves is judged: raw errors, numbers that are none, messages without a remedy", (t) => {
  t.is(judgeThrown(new TypeError("x is not a function"))?.kind, "raw");
  t.is(judgeThrown(undefined)?.kind, "raw");
  t.is(judgeThrown(new ModelError("Plane: normal is 5; give three numbers [x, y, z]")), undefined);
  t.is(judgeThrown(new ModelError("Plane: normal is [object Object]; give three numbers"))?.kind, "text");
  t.is(judgeThrown(new ModelError("wrong"))?.kind, "text");
  t.is(judgeResult({ list: [1, Number.NaN] })?.kind, "nan");
  t.is(judgeResult([Float64Array.of(1, Number.NaN)])?.kind, "nan");
  t.is(judgeResult('<path d="M0,NaN"/>')?.kind, "nan");
  t.is(judgeResult({ list: [1, "NaN"] }), undefined);
});

test("a few wrong calls of every kind; the many are in test/long/fuzz", async (t) => {
  for (const family of ["math", "rigidbody", "constraints", "system", "shape", "collision"]) {
    t.deepEqual((await runFuzz(family, 0, 60)).map(describeFinding), []);
  }
});
