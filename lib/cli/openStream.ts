import fs from "node:fs";
import type { TextStream } from "./Command.ts";

/**
 * A stream of the process to write to. Where nobody reads any more (`| head -1`) the rest is dropped without a word: what
 * else a command does goes on. Any other failure, such as a full disk, is told, and makes the exit code 1.
 */
export function openStream(stream: NodeJS.WriteStream & { readonly fd: number }): TextStream {
  let isClosed = false;
  const close = ({ code, message }: NodeJS.ErrnoException) => {
    if (isClosed) return;
    isClosed = true;
    if (code === "EPIPE") return;
    process.exitCode = 1;
    // Not by the stream, which may be this one.
    if (stream.fd !== 2) fs.writeSync(2, `multibond: cannot print (${message})\n`);
  };
  stream.on("error", close);
  return {
    get isTTY() {
      return stream.isTTY;
    },
    write: (text) => isClosed || stream.write(text),
  };
}
