import { escapeXML } from "../math/escapeXML.ts";

/** A value of an attribute: numbers are written with all digits, lists with blanks between. */
type Value = string | number | ArrayLike<number> | undefined;

/** A text as it stands in an attribute, where line ends and tabs would become blanks. */
const escapeValue = (text: string): string =>
  escapeXML(text).replace(/[\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`);

const writeNumber = (x: number): string => (x === 0 ? "0" : String(x));

function writeValue(value: Exclude<Value, undefined>): string {
  if (typeof value === "string") return escapeValue(value);
  return typeof value === "number" ? writeNumber(value) : Array.from(value, writeNumber).join(" ");
}

/** One element; attributes that are undefined are left out, children are indented. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value>> = {},
  children: readonly string[] = [],
): string {
  const head = Object.entries(attributes)
    .filter((entry): entry is [string, Exclude<Value, undefined>] => entry[1] !== undefined)
    .map(([key, value]) => ` ${key}="${writeValue(value)}"`)
    .join("");
  if (children.length === 0) return `<${name}${head}/>`;
  const inner = children.flatMap((child) => child.split("\n")).map((line) => `  ${line}`);
  return [`<${name}${head}>`, ...inner, `</${name}>`].join("\n");
}
