import test from "ava";
import { rows } from "../../bench/rows/runs.ts";
import { isAbove } from "../helpers/compare.ts";
import { countDifferentBits } from "../helpers/compareBits.ts";
import { RUN_CASES } from "../helpers/interleavedRuns.ts";
import { testPromises } from "../helpers/testPromises.ts";

testPromises(rows);

test("bits of runs are counted: none between equal ones, some where a start differs in its last digit", (t) => {
  const [{ create, options }] = RUN_CASES;
  const run = create().simulateSync(options);
  t.is(countDifferentBits(run, create().simulateSync(options)), 0);
  isAbove(t, countDifferentBits(run, create().simulateSync({ ...options, tolerance: 1e-9 })), 0);
  const same = create().simulateSync(options);
  new BigUint64Array(same.store.points[3].y.buffer)[0] ^= 1n;
  t.is(countDifferentBits(run, same), 1);
});

test("simulate of one system at once, by the event loop's turns, gives what simulateSync gives", async (t) => {
  const [, { create, options }] = RUN_CASES;
  const alone = create().simulateSync(options);
  const system = create();
  const runs = await Promise.all(Array.from({ length: 3 }, () => system.simulate(options)));
  for (const run of runs) t.is(countDifferentBits(run, alone), 0);
});
