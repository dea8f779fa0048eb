import v8 from "node:v8";
import vm from "node:vm";

/** Bytes that stay or become garbage per call after warm-up, by the heap counter. */
export function findBytes(evaluate: () => void): number {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const work = (count: number) => {
    for (let i = 0; i < count; i++) evaluate();
  };
  work(60000);
  const calls = 20000;
  let bytes = Number.POSITIVE_INFINITY;
  // On a busy machine the optimising compiler comes late; what allocates nothing then shows it in a later round.
  for (let round = 0; round < 100 && bytes >= 1; round++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    work(calls);
    // Reading the counter takes a few hundred bytes itself: nothing per call shows up as less than a tenth of a byte.
    bytes = Math.min(bytes, Math.max(0, process.memoryUsage().heapUsed - before) / calls);
  }
  return Math.floor(bytes);
}
