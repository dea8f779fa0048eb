import type { Observer } from "../assembly/Observer.ts";
import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Constraint } from "../constraints/index.ts";
import { Actions } from "./Actions.ts";
import { clearImpulses, describeEvents } from "./describeEvents.ts";
import { EventGuard } from "./EventGuard.ts";
import type { LocatedEvents } from "./EventLocator.ts";
import type { EventSource } from "./EventSource.ts";
import type { PurityCheck } from "./PurityCheck.ts";
import type { Recorder } from "./Recorder.ts";
import type { RunSettings } from "./SimulateOptions.ts";
import type { Stepping } from "./Stepping.ts";

/** Lets events act: modes, impulses and switches change here and nowhere else. */
export class EventResolver {
  /** The state after the last events. */
  y: Float64Array;
  private readonly observer: Observer;
  private readonly stepping: Stepping;
  private readonly purity: PurityCheck;
  private readonly span: number;
  private readonly guard: EventGuard;

  constructor(
    observer: Observer,
    stepping: Stepping,
    purity: PurityCheck,
    { from, until }: RunSettings,
    guard = new EventGuard(),
  ) {
    this.guard = guard;
    this.observer = observer;
    this.stepping = stepping;
    this.purity = purity;
    this.span = until - from;
    this.y = new Float64Array(observer.kernel.size);
  }

  /** All events of one instant inside the last step, from the state there to the one after them; what they asked for. */
  resolve({ t, sources }: LocatedEvents, recorder: Recorder): Actions {
    const { stepping, observer, y } = this;
    const { kernel, workspace } = observer;
    const { scope } = workspace.assembly;
    stepping.readState(t, y);
    recorder.addPoint(t, y, kernel.getModes());
    // What contacts do changes what they remember, and laws that read it: there nothing can be told.
    const acting = sources.some((source) => source.isUnilateral) ? [] : sources.filter((source) => source.canAct);
    if (acting.length > 0) this.purity.beforeEvents(t, y);
    if (sources.every(({ isUnilateral }) => isUnilateral)) observer.prepare(t, y, false);
    else observer.show(t, y);
    const actions = new Actions(workspace, t);
    const before = sources.map((source) => source.getMode());
    const switches = kernel.constraints.map(({ isOn, mode }) => ({ isOn, mode }));
    for (const source of sources) {
      stepping.diagnostics.noteEvent(source.owner);
      scope.draw(workspace, () => source.handle(actions, t));
    }
    if (acting.length > 0) this.askAgain(acting, switches);
    kernel.readMotion(y);
    clearImpulses(kernel.contacts);
    actions.commit(listTouched(sources));
    const after = actions.workspace.kernel;
    if (after !== kernel) {
      this.y = new Float64Array(after.size);
      recorder.beginSegment(actions.workspace.assembly, stepping);
    }
    after.writeState(this.y);
    recorder.addEvents(describeEvents(t, sources, before, after.contacts), t, this.y, after.getModes());
    for (const source of sources) this.guard.check(source, t, this.span);
    return actions;
  }

  /** Asks the laws again in the modes as they were: what changed beside the model, in a variable, cannot be read back. */
  private askAgain(acting: readonly EventSource[], switches: readonly Switch[]): void {
    const { z, constraints } = this.observer.kernel;
    const states = z.slice();
    const present = constraints.map(({ isOn, mode }) => ({ isOn, mode }));
    setSwitches(constraints, switches);
    this.purity.afterEvents(acting.map(({ owner }) => `the event "${owner}"`).join(", "));
    setSwitches(constraints, present);
    z.set(states);
  }
}

/** The contacts of events; nothing where others act, which may touch anything. */
function listTouched(sources: readonly EventSource[]): Unilateral[] | undefined {
  if (sources.some(({ contact, canAct }) => canAct && !contact)) return undefined;
  return [...new Set(sources.flatMap(({ contact }) => contact ?? []))];
}

/** What is discrete in a constraint. */
interface Switch {
  readonly isOn: boolean;
  readonly mode: string;
}

function setSwitches(constraints: readonly Constraint[], switches: readonly Switch[]): void {
  constraints.forEach((constraint, i) => {
    const { isOn, mode } = switches[i];
    constraint.isOn = isOn;
    if (constraint.mode !== mode) constraint.mode = mode;
  });
}
