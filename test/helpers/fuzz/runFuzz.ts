import { Worker } from "node:worker_threads";
import type { FuzzTask } from "./fuzzWorker.ts";
import type { Fault } from "./judge.ts";

/** Something wrong that a seed has shown. */
export interface Finding {
  family: string;
  seed: number;
  name: string;
  kind: Fault["kind"] | "endless";
  detail: string;
}

/** A call that takes longer is taken to have no end, s: most take a millisecond. */
const PATIENCE = 60;

/** The command that tries a finding again. */
export const describeFinding = ({ family, seed, name, kind, detail }: Finding): string =>
  `${kind}: ${name}: ${detail}\n    again: npm run fuzz -- --family ${family} --seed ${seed}`;

/** Tries the seeds of a family from `from` on, before `to`, in a thread of its own that is ended where a call does not return. */
export async function runFuzz(family: string, from: number, to: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let next = from; next < to; ) next = await runPart(family, next, to, findings);
  return findings;
}

/** Returns the seed to go on with. */
function runPart(family: string, from: number, to: number, findings: Finding[]): Promise<number> {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  progress[0] = from;
  const workerData: FuzzTask = { family, from, to, progress };
  const worker = new Worker(new URL("./fuzzWorker.js", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    let seen = from;
    let waited = 0;
    const end = (next: number) => {
      clearInterval(watch);
      void worker.terminate().then(() => resolve(next));
    };
    const watch = setInterval(() => {
      const seed = Atomics.load(progress, 0);
      waited = seed === seen ? waited + 1 : 0;
      seen = seed;
      if (waited < PATIENCE) return;
      findings.push({ family, seed, name: "?", kind: "endless", detail: `no answer within ${PATIENCE} s` });
      end(seed + 1);
    }, 1000);
    worker.on("message", (message: { isDone?: true; seed: number; name: string; fault?: Fault }) => {
      if (message.isDone) end(to);
      else if (message.fault) findings.push({ family, seed: message.seed, name: message.name, ...message.fault });
    });
    worker.on("error", (error) => {
      clearInterval(watch);
      reject(error);
    });
  });
}
