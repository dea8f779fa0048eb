import type { CheckRow } from "../models/CheckRow.ts";
import { table } from "./table.ts";

const COLUMNS = ["", "simulation", "closed form", "difference"];

/** Numbers of a run beside those on paper. */
export function checkTable(title: string, rows: readonly CheckRow[], empty = "…"): HTMLElement {
  const lines = rows.map(({ name, unit, found, expected }) => [
    unit ? `${name} (${unit})` : name,
    found === undefined ? "…" : { text: found.toPrecision(10), fact: name, value: found },
    expected === undefined ? "–" : expected.toPrecision(10),
    found === undefined || expected === undefined ? "–" : (found - expected).toExponential(1).replaceAll("-", "−"),
  ]);
  return table(COLUMNS, lines, { title, empty });
}
