/** What stands in a table: a text, or a number as it is written, with its name and full value for those who read the page. */
export type Cell = string | number | { text: string; fact: string; value: number };

export interface TableOptions {
  title?: string;
  /** Half as wide as the page. */
  half?: boolean;
  /** What stands there while there are no rows. */
  empty?: string;
}

const isNumber = (cell: Cell) => typeof cell !== "string";

const writeCell = (cell: Cell) =>
  typeof cell === "string" ? cell : (typeof cell === "number" ? String(cell) : cell.text).replaceAll("-", "−");

/** A table: the names of its columns, and its rows. Columns of numbers are set right. */
export function table(
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
  { title, half = false, empty }: TableOptions = {},
): HTMLElement {
  const frame = document.createElement("div");
  frame.className = half ? "figure half table" : "figure table";
  if (title !== undefined) {
    const heading = document.createElement("h2");
    heading.textContent = title;
    frame.append(heading);
  }
  const element = document.createElement("table");
  const numeric = columns.map((_, k) => rows.length > 0 && rows.every((row) => isNumber(row[k])));
  const head = element.createTHead().insertRow();
  columns.forEach((name, k) => {
    const cell = document.createElement("th");
    cell.textContent = name;
    cell.classList.toggle("number", numeric[k]);
    head.append(cell);
  });
  const body = element.createTBody();
  if (rows.length === 0 && empty) body.insertRow().insertCell().textContent = empty;
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((entry, k) => {
      const cell = line.insertCell();
      cell.textContent = writeCell(entry);
      cell.classList.toggle("number", numeric[k]);
      if (typeof entry !== "object") return;
      cell.dataset.fact = entry.fact;
      cell.dataset.value = String(entry.value);
    });
  }
  frame.append(element);
  return frame;
}
