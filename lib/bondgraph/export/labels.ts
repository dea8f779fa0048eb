import type { Element, JSONValue } from "../Element.ts";

/** Longer names and values are cut in the middle; the full ones are in the tooltips and in the files. */
const LONGEST = 28;
const MOST_VALUES = 4;
/** Parameters that the picture shows by itself. */
const HIDDEN = ["role", "joins"];

/** The name without what the picture says anyway: the group, whose name is on its frame, and the kind. */
export function shortenName({ name, kind, group }: Pick<Element, "name" | "kind" | "group">): string {
  let text = group !== "" && name.startsWith(`${group}.`) ? name.slice(group.length + 1) : name;
  if (text === kind) return "";
  if (text.endsWith(`.${kind}`)) text = text.slice(0, -kind.length - 1);
  if (group !== "") text = text.replace(/^(?:FC|EC|Se|Sf|R|C|I|TF|GY|MTF|MGY)\./, "");
  return elide(text);
}

/** One line of text: control characters shown as spaces, cut in the middle if it is long. */
export function elide(text: string, longest = LONGEST): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const line = text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= longest) return line;
  const half = Math.floor((longest - 1) / 2);
  return `${letters.slice(0, longest - 1 - half).join("")}…${letters.slice(-half).join("")}`;
}

/** `mass = 1.5`: one line for the law, the start and each parameter. */
export function formatValues({ parameters, law, start }: Pick<Element, "parameters" | "law" | "start">): string[] {
  const entries: [string, JSONValue][] = Object.entries(parameters).filter(([key]) => !HIDDEN.includes(key));
  if (law !== undefined) entries.unshift(["law", typeof law === "string" ? law : law.name || "function"]);
  if (start !== undefined) entries.push(["start", start]);
  const lines = entries.map(([key, value]) => elide(`${key} = ${formatValue(value)}`));
  return lines.length <= MOST_VALUES ? lines : [...lines.slice(0, MOST_VALUES - 1), "…"];
}

function formatValue(value: JSONValue): string {
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value)
      .map(([key, entry]) => `${key}: ${formatValue(entry)}`)
      .join(", ")}}`;
  }
  return String(value);
}

/** Four digits. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}
