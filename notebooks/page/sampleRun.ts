import type { Trajectory } from "../../lib/system/index.ts";

/** A column of a run, or a function of columns at a sample. */
export type Quantity = string | ((table: Record<string, Float64Array>, i: number) => number);

/** How many samples at equal steps of time, or those of the run. */
export type Samples = number | "stored";

/** Quantities of a run at some times. Functions among them find the columns that they read in `reads`. */
export function sampleRun<K extends string>(
  run: Trajectory,
  {
    columns,
    reads = [],
    samples = 400,
  }: { columns: Record<K, Quantity>; reads?: readonly string[] | undefined; samples?: Samples | undefined },
): { times: Float64Array; values: Record<K, Float64Array> } {
  const entries = Object.entries<Quantity>(columns);
  const named = entries.flatMap(([, column]) => (typeof column === "string" ? [column] : []));
  const times =
    samples === "stored"
      ? run.times
      : Float64Array.from({ length: samples + 1 }, (_, i) => run.start + ((run.end - run.start) * i) / samples);
  const table = run.sample({ times, columns: [...new Set([...named, ...reads])] });
  const values = entries.map(([name, column]) => [
    name,
    typeof column === "string" ? table[column] : times.map((_, i) => column(table, i)),
  ]);
  return { times, values: Object.fromEntries(values) as Record<K, Float64Array> };
}
