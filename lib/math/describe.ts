const LONGEST_TEXT = 60;
const LONGEST_LIST = 8;
const UNREADABLE = "a value that cannot be read";

/** A value as it stands in a message: short, on one line, never throwing, whatever its size. */
export function describe(value: unknown): string {
  try {
    return describeNested(value, 2);
  } catch {
    // A proxy or a getter that throws.
    return UNREADABLE;
  }
}

function describeNested(value: unknown, levels: number): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") {
    return JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT - 3)}…` : value);
  }
  if (Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value)) {
    return levels === 0 ? "[…]" : describeList(value as ArrayLike<unknown>, levels);
  }
  if (typeof value === "object") return `an object of class ${value.constructor?.name || "Object"}`;
  if (typeof value === "function") return "a function";
  return typeof value === "bigint" ? `${value}n` : String(value);
}

/** Only what is shown is read: a list may be long. */
function describeList(list: ArrayLike<unknown>, levels: number): string {
  const parts: string[] = [];
  for (let i = 0; i < Math.min(list.length, LONGEST_LIST); i++) parts.push(describeNested(list[i], levels - 1));
  if (list.length > LONGEST_LIST) parts.push("…");
  return `[${parts.join(", ")}]`;
}

/** What an error says; whatever was thrown, an error or not. */
export function getMessage(cause: unknown): string {
  try {
    if (cause instanceof Error) return cause.message || cause.name;
    return describe(cause);
  } catch {
    return UNREADABLE;
  }
}
