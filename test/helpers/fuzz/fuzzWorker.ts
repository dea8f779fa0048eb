import { parentPort, workerData } from "node:worker_threads";
import { FAMILIES } from "./families.ts";
import { tryModel } from "./models.ts";
import { tryCall } from "./tryCall.ts";

/** What a worker is asked: all seeds of a family in a range. */
export interface FuzzTask {
  family: string;
  from: number;
  to: number;
  /** The seed that is being tried, for the one who watches. */
  progress: Int32Array;
}

const { family, from, to, progress } = workerData as FuzzTask;
let seed = from;
const late = (reason: unknown) => {
  const detail = `a promise was rejected that nobody can take: ${String(reason)}`;
  parentPort?.postMessage({ seed, name: "?", isRefused: false, fault: { kind: "raw", detail } });
};
process.on("unhandledRejection", late);
process.on("uncaughtException", late);

for (; seed < to; seed++) {
  Atomics.store(progress, 0, seed);
  const outcome = family === "models" ? await tryModel(seed) : await tryCall(FAMILIES[family], seed);
  if (outcome.fault || seed === to - 1) parentPort?.postMessage({ seed, ...outcome });
  // Rejections that nobody has taken come out here.
  await new Promise((resolve) => setImmediate(resolve));
}
parentPort?.postMessage({ isDone: true });
process.exit(0);
