import type { TextStream } from "./Command.ts";

export interface Progress {
  /** Simulated time in seconds. */
  time: number;
  start: number;
  end: number;
}

/** One line of text: `[████······]  40 %  t = 4.000 s of 10 s`. */
export function formatProgress({ time, start, end }: Progress, width = 30): string {
  const done = end === start ? 1 : Math.min(1, Math.max(0, (time - start) / (end - start)));
  const full = Math.floor(done * width);
  const percent = Math.floor(done * 100);
  const bar = "█".repeat(full) + "·".repeat(width - full);
  return `[${bar}] ${String(percent).padStart(3)} %  t = ${time.toPrecision(4)} s of ${end} s`;
}

/** Draws progress on a terminal, in place; silent where the stream is not a terminal. */
export class ProgressBar {
  readonly #stream: TextStream;
  #shown = "";

  constructor(stream: TextStream) {
    this.#stream = stream;
  }

  update(progress: Progress): void {
    if (!this.#stream.isTTY) return;
    const text = formatProgress(progress);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#stream.write(`\r\x1b[K${text}`);
  }

  /** Wipes the line, so that what is written next begins at its start. */
  clear(): void {
    if (this.#shown === "") return;
    this.#shown = "";
    this.#stream.write("\r\x1b[K");
  }
}
