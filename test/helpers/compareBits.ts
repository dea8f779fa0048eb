import type { Trajectory } from "../../lib/index.ts";

/** Every number of a run: times, states, dense output, instants of events. */
function listNumbers({ store }: Trajectory): Float64Array {
  return Float64Array.from([
    ...store.points.flatMap(({ t, y }) => [t, ...y]),
    ...store.steps.flatMap(({ t, size, end, dense }) => [t, size, end, ...dense]),
    ...store.events.map(({ t }) => t),
  ]);
}

/** What else tells two runs apart: modes, events, notes, costs. */
const describeRun = ({ store: { events, modeLists, notes, statistics } }: Trajectory): string =>
  JSON.stringify([events, modeLists, notes, statistics]);

/** The number of bits in which two runs differ; infinite where they are not made of the same numbers and words. */
export function countDifferentBits(a: Trajectory, b: Trajectory): number {
  const [first, second] = [listNumbers(a), listNumbers(b)];
  if (first.length !== second.length || describeRun(a) !== describeRun(b)) return Number.POSITIVE_INFINITY;
  const words = new BigUint64Array(second.buffer);
  return new BigUint64Array(first.buffer).reduce((sum, word, i) => sum + countOnes(word ^ words[i]), 0);
}

const countOnes = (word: bigint): number => (word === 0n ? 0 : word.toString(2).replaceAll("0", "").length);
