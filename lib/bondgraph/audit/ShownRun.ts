import { callGiven, checkNumbers, describe, explainThrown, hasMethod, ModelError } from "../../math/index.ts";
import type { AuditedRun } from "./auditPower.ts";

/** What lists of times have to be. */
export const TIMES = "a list of times of the run, in seconds";

/** What an audit reads of a run, which anybody may have made. */
export class ShownRun {
  readonly times: readonly number[];
  /** Instants at which energies may change at once. */
  readonly eventTimes: ReadonlySet<number>;
  readonly steps: number;
  private readonly owner: string;
  private readonly run: AuditedRun;

  constructor(owner: string, run: AuditedRun) {
    if (!hasMethod(run, "at"))
      throw new ModelError(`${owner}: the run is ${describe(run)}; give what simulate returns`);
    this.owner = owner;
    this.run = run;
    const read = <T>(what: string, get: () => T) => callGiven(owner, `${what} of the run`, get);
    const times = read("times", () => run.times);
    this.times = checkNumbers(owner, "times", times, TIMES);
    this.eventTimes = new Set(read("events", () => run.events?.map(({ t }) => t)));
    this.steps = read("statistics", () => run.statistics?.steps) || this.times.length;
  }

  /** Evaluates the model of the run at a time. */
  show(t: number): void {
    try {
      this.run.at(t).show();
    } catch (cause) {
      throw explainThrown(this.owner, `run.at(${t}).show()`, cause);
    }
  }
}
