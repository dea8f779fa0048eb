/** A number with its unit, or a text. */
export type Fact = string | { value: number; unit?: string; digits?: number };

/** Numbers with their names, as tiles. Their full values are in the page as well (`data-value`). */
export function facts(entries: Record<string, Fact | undefined>): HTMLElement {
  const list = document.createElement("dl");
  list.className = "facts";
  for (const [name, fact] of Object.entries(entries)) {
    const tile = document.createElement("div");
    const term = document.createElement("dt");
    const description = document.createElement("dd");
    tile.className = "fact";
    tile.dataset.fact = name;
    term.textContent = name;
    if (fact === undefined) description.textContent = "…";
    else if (typeof fact === "string") description.textContent = fact;
    else {
      tile.dataset.value = String(fact.value);
      description.textContent = writeFact(fact);
    }
    tile.append(term, description);
    list.append(tile);
  }
  return list;
}

/** The text of a number: plain, or with a power of ten. */
export function writeFact({ value, unit, digits = 4 }: Exclude<Fact, string>): string {
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e5);
  const text = isPlain ? Number(value.toPrecision(digits)).toString() : writePower(value, Math.min(digits, 3));
  return `${text.replace("-", "−")}${unit ? ` ${unit}` : ""}`;
}

const RAISED = new Map([...Array(10).keys()].map((digit) => [String(digit), "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]]));

function writePower(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : `${value < 0 ? "-" : ""}∞`;
  const [factor, power] = value.toExponential(digits - 1).split("e");
  const raised = [...power.replace("+", "")].map((sign) => (sign === "-" ? "⁻" : RAISED.get(sign))).join("");
  return `${factor} · 10${raised}`;
}
