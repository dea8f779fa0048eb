import test from "ava";
import type { BenchRow } from "../../bench/BenchRow.ts";
import { rows as allocation } from "../../bench/rows/allocation.ts";
import { rows as analysis } from "../../bench/rows/analysis.ts";
import { rows as benchmarks } from "../../bench/rows/benchmarks.ts";
import { rows as chain } from "../../bench/rows/chain.ts";
import { rows as events } from "../../bench/rows/events.ts";
import { rows as loops } from "../../bench/rows/loops.ts";
import { rows as orders } from "../../bench/rows/orders.ts";
import { rows as proportion } from "../../bench/rows/proportion.ts";
import { rows as stiff } from "../../bench/rows/stiff.ts";
import { rows as surfaces } from "../../bench/rows/surfaces.ts";
import { rows as trackers } from "../../bench/rows/trackers.ts";

const all: BenchRow[] = [
  ...allocation,
  ...analysis,
  ...benchmarks,
  ...chain,
  ...events,
  ...loops,
  ...orders,
  ...proportion,
  ...stiff,
  ...surfaces,
  ...trackers,
];

for (const { name, unit, promised, kind, measure } of all) {
  if (kind === "speed") continue;
  test(name, async (t) => {
    const measured = await measure();
    const value = typeof measured === "number" ? measured : measured.value;
    const text = `${value} ${unit}`;
    if ("max" in promised) t.true(value <= promised.max, `${text}, promised at most ${promised.max}`);
    else t.true(value >= promised.min, `${text}, promised at least ${promised.min}`);
  });
}
