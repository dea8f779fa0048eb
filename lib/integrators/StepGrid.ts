import { ModelError } from "../math/index.ts";
import { checkStepCount } from "./checkStepCount.ts";

/** Ends of steps of one size, counted from where they begin, so that the clock does not collect rounding errors. */
export class StepGrid {
  readonly step: number;
  private readonly owner: string;
  private start = 0;
  private count = 0;

  constructor(owner: string, step: number) {
    this.owner = owner;
    this.step = step;
  }

  begin(t: number): void {
    this.start = t;
    this.count = 0;
  }

  /** The end of the step that begins at `t`: a shorter one lands on `tEnd`. */
  advance(t: number, tEnd: number): number {
    const { step, owner } = this;
    if (this.count === 0) checkStepCount(owner, tEnd - t, step);
    const planned = this.start + (this.count + 1) * step;
    const lands = tEnd - planned <= 1e-6 * step;
    const end = lands ? tEnd : planned;
    if (!(end > t)) {
      throw new ModelError(`${owner}: step ${step} s is less than the clock can tell at t = ${t} s; give a longer one`);
    }
    if (lands) this.begin(end);
    else this.count++;
    return end;
  }
}
