import type { Snapshot, Trajectory } from "../../lib/index.ts";

/** The times at which a quantity of a run changes its sign, s, to the last bits. It is looked at in every stored step. */
export function findPassages(run: Trajectory, read: (now: Snapshot) => number): number[] {
  const { times } = run;
  const isBelow = (t: number) => read(run.at(t)) < 0;
  const passages: number[] = [];
  let before = isBelow(times[0]);
  for (let i = 1; i < times.length; i++) {
    const after = isBelow(times[i]);
    if (after !== before) {
      let [a, b] = [times[i - 1], times[i]];
      for (let k = 0; k < 50; k++) {
        const middle = (a + b) / 2;
        if (isBelow(middle) === before) a = middle;
        else b = middle;
      }
      passages.push((a + b) / 2);
    }
    before = after;
  }
  return passages;
}

/** The mean time between every second change of sign, s; NaN if there are too few. */
export function measurePeriod(run: Trajectory, read: (now: Snapshot) => number): number {
  const passages = findPassages(run, read);
  const turns = Math.floor((passages.length - 1) / 2);
  return turns < 1 ? Number.NaN : (passages[2 * turns] - passages[0]) / turns;
}
