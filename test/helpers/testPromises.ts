import { spawnSync } from "node:child_process";
import test from "ava";
import type { BenchRow } from "../../bench/BenchRow.ts";
import { isAtLeast, isAtMost } from "./compare.ts";
import { inRoot } from "./project.ts";

const PROCESSES = 4;

/** One test for each row: it keeps its promise. Speeds depend on the machine and are left out. */
export function testPromises(rows: readonly BenchRow[]): void {
  for (const { name, unit, promised: aim, kept, kind, measure } of rows) {
    if (kind === "speed") continue;
    const promised = kept ?? aim;
    test(name, async (t) => {
      const measured = unit === "B" ? measureApart(name) : await measure();
      const value = typeof measured === "number" ? measured : measured.value;
      const text = `${value} ${unit}`;
      if ("max" in promised) isAtMost(t, value, promised.max, `${text}, promised at most ${promised.max}`);
      else isAtLeast(t, value, promised.min, `${text}, promised at least ${promised.min}`);
    });
  }
}

/**
 * What is allocated depends on what the optimising compiler has seen before: such rows get a process of their own, and
 * others where the compiler came so late, on a busy machine, that it took another way.
 */
function measureApart(name: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < PROCESSES && !(least < 1); i++) least = Math.min(least, measureOnce(name));
  return least;
}

function measureOnce(name: string): number {
  const { stdout } = spawnSync(process.execPath, [inRoot("build/bench/main.js"), "--json", "--only", name], {
    encoding: "utf8",
  });
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; value: number });
  return rows.find((row) => row.name === name)?.value ?? Number.NaN;
}
