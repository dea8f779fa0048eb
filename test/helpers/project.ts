import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder; the compiled form of this file lies in build/test/helpers. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

export const inRoot = (...parts: string[]) => path.join(root, ...parts);

export const packageFile = JSON.parse(fs.readFileSync(inRoot("package.json"), "utf8")) as {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  exports: Record<string, string | { types: string; default: string }>;
};

/** Every file below a folder whose name ends so, as paths relative to the folder, sorted. */
export function listFiles(folder: string, ending: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => name.split(path.sep).join("/"))
    .sort();
}

/** The first fenced block of the README in the given languages. */
export function readmeExample(): string {
  const text = fs.readFileSync(inRoot("README.md"), "utf8");
  const block = text.match(/^```(?:js|ts|javascript|typescript)\n([\s\S]*?)^```/m)?.[1];
  if (block === undefined) throw new Error("README.md has no fenced block in js or ts; the first one is run as a test");
  return block;
}

/** The fenced ts blocks of a page that are programs: they import something. */
export function listPrograms(file: string): string[] {
  const text = fs.readFileSync(inRoot(file), "utf8");
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map((match) => match[1])
    .filter((code) => code.includes("import "));
}
