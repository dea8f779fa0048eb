import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { getMessage } from "../math/index.ts";
import { UsageError } from "./Command.ts";

export type FileContent = string | Uint8Array;

/**
 * The files that a command was asked for. Their places are tried before anything is computed; then they are written whole,
 * beside their place first, and renamed: whatever happens in between, a file is there as it was, or as it should be.
 */
export class OutputFiles {
  private readonly option: string;

  /** `option` is how the user says another place: "--out FILE". */
  constructor(option: string, files: readonly string[]) {
    this.option = option;
    for (const file of files) this.try(file, () => checkPlace(file));
  }

  /** All of them, or none. */
  write(contents: readonly (readonly [file: string, content: FileContent])[]): void {
    for (const [file] of contents) this.try(file, () => checkPlace(file));
    const finished: [temporary: string, file: string][] = [];
    try {
      for (const [file, content] of contents) {
        this.try(file, () => {
          const { target, stat } = findTarget(file);
          if (isSpecial(stat)) return fs.writeFileSync(target, content);
          fs.mkdirSync(path.dirname(target), { recursive: true });
          const temporary = nameTemporary(path.dirname(target));
          finished.push([temporary, target]);
          fs.writeFileSync(temporary, content, { flag: "wx", ...(stat && { mode: stat.mode }) });
        });
      }
      for (const [temporary, file] of finished) this.try(file, () => fs.renameSync(temporary, file));
    } finally {
      for (const [temporary] of finished) fs.rmSync(temporary, { force: true });
    }
  }

  private try(file: string, work: () => void): void {
    try {
      work();
    } catch (cause) {
      // "EACCES: permission denied, open '…'": the rest may name a file that nobody knows.
      const [reason] = getMessage(cause).split(/, \w+ '/);
      throw new UsageError(`cannot write ${file} (${reason}); choose another place: ${this.option}`, { cause });
    }
  }
}

const nameTemporary = (folder: string): string => path.join(folder, `.multibond-${randomUUID()}.tmp`);

/** Where a file really is, behind links, and what is there now. */
function findTarget(file: string): { target: string; stat: fs.Stats | undefined } {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return { target: stat ? fs.realpathSync(file) : file, stat };
}

/** A pipe or a device cannot be replaced. */
const isSpecial = (stat: fs.Stats | undefined): boolean => stat !== undefined && !stat.isFile();

/** Throws if a file cannot be written. Nothing is left behind: folders are made when there is something to write. */
function checkPlace(file: string): void {
  const { target, stat } = findTarget(file);
  if (stat?.isDirectory()) throw new Error("it is a folder");
  if (stat) fs.accessSync(target, fs.constants.W_OK);
  if (isSpecial(stat)) return;
  let folder = path.dirname(target);
  while (!fs.existsSync(folder) && folder !== path.dirname(folder)) folder = path.dirname(folder);
  if (!fs.statSync(folder).isDirectory()) throw new Error(`${folder} is no folder`);
  const trial = nameTemporary(folder);
  fs.closeSync(fs.openSync(trial, "wx"));
  fs.rmSync(trial);
}
