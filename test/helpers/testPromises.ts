import test from "ava";
import type { BenchRow } from "../../bench/BenchRow.ts";

/** One test for each row: it keeps its promise. Speeds depend on the machine and are left out. */
export function testPromises(rows: readonly BenchRow[]): void {
  for (const { name, unit, promised, kind, measure } of rows) {
    if (kind === "speed") continue;
    test(name, async (t) => {
      const measured = await measure();
      const value = typeof measured === "number" ? measured : measured.value;
      const text = `${value} ${unit}`;
      if ("max" in promised) t.true(value <= promised.max, `${text}, promised at most ${promised.max}`);
      else t.true(value >= promised.min, `${text}, promised at least ${promised.min}`);
    });
  }
}
