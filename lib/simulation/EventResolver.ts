import type { Observer } from "../assembly/Observer.ts";
import { Actions } from "./Actions.ts";
import { EventGuard } from "./EventGuard.ts";
import type { LocatedEvents } from "./EventLocator.ts";
import type { Recorder } from "./Recorder.ts";
import type { RunSettings } from "./SimulateOptions.ts";
import type { Stepping } from "./Stepping.ts";

/** Lets events act: modes, impulses and switches change here and nowhere else. */
export class EventResolver {
  /** The state after the last events. */
  readonly y: Float64Array;
  private readonly observer: Observer;
  private readonly stepping: Stepping;
  private readonly span: number;
  private readonly guard = new EventGuard();

  constructor(observer: Observer, stepping: Stepping, { from, until }: RunSettings) {
    this.observer = observer;
    this.stepping = stepping;
    this.span = until - from;
    this.y = new Float64Array(observer.kernel.size);
  }

  /** All events of one instant inside the last step, from the state there to the one after them; what they asked for. */
  resolve({ t, sources }: LocatedEvents, recorder: Recorder): Actions {
    const { stepping, observer, y } = this;
    const { kernel, workspace } = observer;
    stepping.readState(t, y);
    recorder.addPoint(t, y, kernel.getModes());
    if (sources.every(({ isUnilateral }) => isUnilateral)) observer.prepare(t, y, false);
    else observer.show(t, y);
    const actions = new Actions(workspace, t);
    const before = sources.map((source) => source.getMode());
    for (const source of sources) {
      stepping.diagnostics.noteEvent(source.owner);
      source.handle(actions, t);
    }
    kernel.readMotion(y);
    actions.commit();
    kernel.writeState(y);
    const events = sources.map(({ owner, index, getMode }, i) => ({
      ...{ t, owner, index, before: before[i] },
      after: getMode(),
    }));
    recorder.addEvents(events, t, y, kernel.getModes());
    for (const source of sources) this.guard.check(source, t, this.span);
    return actions;
  }
}
