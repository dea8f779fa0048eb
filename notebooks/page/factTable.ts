import { type Fact, writeFact } from "./facts.ts";
import { table } from "./table.ts";

/** Facts by row and column; the name of each is made of both: `implicit: ripple`. */
export function factTable(
  title: string,
  columns: readonly string[],
  rows: Record<string, readonly Fact[]>,
): HTMLElement {
  const lines = Object.entries(rows).map(([name, facts]) => [
    name,
    ...facts.map((fact, k) =>
      typeof fact === "string"
        ? fact
        : { text: writeFact(fact), fact: `${name}: ${columns[k + 1]}`, value: fact.value },
    ),
  ]);
  return table(columns, lines, { title, half: true });
}
