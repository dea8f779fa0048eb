import { ModelError, SimulationError } from "../../../lib/index.ts";

/** What is wrong with what came out of a call. */
export interface Fault {
  kind: "raw" | "nan" | "text" | "lost" | "signal";
  detail: string;
}

const LONGEST_MESSAGE = 1500;

/** What was thrown has to be a `ModelError`, or of a run a `SimulationError` with what was computed. */
export function judgeThrown(thrown: unknown): Fault | undefined {
  if (thrown instanceof SimulationError) {
    return thrown.trajectory ? judgeText(thrown) : { kind: "lost", detail: `without its run: ${thrown.message}` };
  }
  if (thrown instanceof ModelError) return judgeText(thrown);
  const stack = thrown instanceof Error ? (thrown.stack ?? "").split("\n").slice(0, 4).join(" ") : "";
  let text = "something that cannot be read";
  try {
    text = String(thrown);
  } catch {
    // A hostile value that was thrown on.
  }
  return { kind: "raw", detail: `${text} ${stack}` };
}

/** A message names an object, then a value and a remedy: it has two parts at least, and no value is left raw in it. */
function judgeText({ message }: Error): Fault | undefined {
  const isRaw = /\[object |is not a function|is not iterable|properties of|Cannot (?:read|convert)/.test(
    message.replaceAll(/threw an error: [^;]*|\([^)]*\)/g, ""),
  );
  if (!isRaw && message.length <= LONGEST_MESSAGE && /[;:,.] /.test(message)) return undefined;
  return { kind: "text", detail: message.slice(0, 300) };
}

/** A result must not hold a number that is none. */
export function judgeResult(result: unknown): Fault | undefined {
  const place = findNaN(result, 3);
  return place === undefined ? undefined : { kind: "nan", detail: `NaN at result${place}` };
}

/** Of objects of classes only their own numbers and lists: what those hold of others is no result. */
function findNaN(value: unknown, levels: number): string | undefined {
  if (typeof value === "number") return Number.isNaN(value) ? "" : undefined;
  if (typeof value === "string") return /(?<!\w)NaN(?!\w)/.test(value) && value !== "NaN" ? " (text)" : undefined;
  if (typeof value !== "object" || value === null || levels === 0) return undefined;
  if (ArrayBuffer.isView(value)) {
    const index = "length" in value ? (value as Float64Array).findIndex((x) => Number.isNaN(x)) : -1;
    return index < 0 ? undefined : `[${index}]`;
  }
  const isOpen = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  for (const [key, inner] of Object.entries(value)) {
    const place = findNaN(inner, isOpen ? levels - 1 : Math.min(levels - 1, 1));
    if (place !== undefined) return `.${key}${place}`;
  }
  return undefined;
}
