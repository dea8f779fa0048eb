import { callGiven, checkNumbers, describe, explainThrown, hasMethod, ModelError } from "../../math/index.ts";
import type { AuditedRun } from "./auditPower.ts";

/** What lists of times have to be. */
export const TIMES = "a list of times of the run, in seconds";

/** What an audit reads of a run, which anybody may have made. */
export class ShownRun {
  readonly times: readonly number[];
  /** Instants at which energies may change at once, in order, with whose events they are. */
  readonly events: ReadonlyMap<number, readonly string[]>;
  readonly steps: number;
  /** The number of the first stored point at each event: the state before it. */
  private readonly firstPoints: ReadonlyMap<number, number>;
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
    this.events = groupEvents(read("events", () => run.events?.map(({ t, owner: name }) => ({ t, name }))) ?? []);
    if (this.events.size > 0 && !hasMethod(run, "point")) {
      throw new ModelError(
        `${owner}: the run has events, but no method point; give point(i), the model at the i-th of its times, so that it can be ` +
          "read before and after them",
      );
    }
    const places = this.times.map((t, i) => [t, i] as const).filter(([t]) => this.events.has(t));
    this.firstPoints = new Map(places.reverse());
    this.steps = read("statistics", () => run.statistics?.steps) || this.times.length;
  }

  /** Evaluates the model of the run at a time; at an event: after it. */
  show(t: number): void {
    this.call(`run.at(${t}).show()`, () => this.run.at(t).show());
  }

  /** … at an event: before it. */
  showBefore(t: number): void {
    const place = this.firstPoints.get(t);
    if (place === undefined) this.show(t);
    else this.call(`run.point(${place}).show()`, () => this.run.point?.(place).show());
  }

  /** … at one of a list of times: before an event that comes once more behind it, as in the stored points of a run. */
  showPlace(times: ArrayLike<number>, i: number): void {
    if (times[i + 1] === times[i]) this.showBefore(times[i]);
    else this.show(times[i]);
  }

  private call(what: string, work: () => void): void {
    try {
      work();
    } catch (cause) {
      throw explainThrown(this.owner, what, cause);
    }
  }
}

/** Owners of the events of each instant, each of them once. */
function groupEvents(events: readonly { t: number; name?: string }[]): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const { t, name } of events) {
    const names = groups.get(t) ?? [];
    groups.set(t, names);
    if (name !== undefined && !names.includes(name)) names.push(name);
  }
  return groups;
}
