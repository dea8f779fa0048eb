import type { Trajectory } from "../../../system/index.ts";

/** Shows a model at instants of a run. A run without dense output stands still between its stored points. */
export class RunReader {
  readonly run: Trajectory;
  private times: Float64Array | undefined;

  constructor(run: Trajectory) {
    this.run = run;
  }

  show(t: number): void {
    if (this.times === undefined) {
      try {
        this.run.at(t).show();
        return;
      } catch (error) {
        if (!/no dense output/.test(String(error))) throw error;
      }
    }
    if (this.times?.length !== this.run.length) this.times = this.run.times;
    this.run.point(findLast(this.times, t)).show();
  }
}

/** The place of the last of rising times that is not after `t`. */
function findLast(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return low;
}
