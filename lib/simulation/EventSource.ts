import type { Observer } from "../assembly/Observer.ts";
import { hasEvents } from "../constraints/capabilities/HasEvents.ts";
import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Constraint, EventActions, EventKind, EventNeeds } from "../constraints/index.ts";
import {
  checkFunction,
  checkOptions,
  describe,
  explainThrown,
  getMessage,
  ModelError,
  refusePromise,
} from "../math/index.ts";
import { Snapshot } from "../trajectory/Snapshot.ts";

/** An event of the user's: something that happens when a function of the model changes sign. */
export interface UserEvent {
  name: string;
  /**
   * The function; an event is a change of its sign. Where a joint is cut, whose coordinate is NaN, it may be NaN: it then
   * sleeps, and goes on from the sign it has when it is a number again.
   */
  value: (now: Snapshot) => number;
  /** Only when it grows through zero (1), only when it falls (−1), or both (0, the default). */
  direction?: 1 | 0 | -1;
  /** What happens: `"stop"` ends the run, a function acts on the model. Default: the instant is listed. */
  action?: "stop" | ((actions: EventActions, now: Snapshot) => void);
}

/** One event function. */
export interface EventSource {
  /** Name of the constraint or of the user's event. */
  owner: string;
  label: string;
  index: number;
  direction: number;
  /** Whether its events are kept from the list of the run. */
  isSilent: boolean;
  /** Whether it is looked at until the next event. */
  isActive(): boolean;
  /** What has to be evaluated before it is read. */
  getNeeds(): EventNeeds;
  /** Measures what it reads in a model of which the kinematics alone are known. */
  measure(t: number): void;
  /** How fast it changes in the model as it is evaluated now; not a number where velocities do not tell. */
  getRate(): number;
  /** Whether every evaluation of the model brings it up to date. */
  isFollowed(): boolean;
  /** Where others change sign it counts as zero below this. */
  getResolution(tolerance: number): number;
  /** Whether it may be no number, as the coordinate of a joint is that is cut: it has then no sign, and no event. */
  canSleep(): boolean;
  /** The largest size of its value so far. */
  peak: number;
  /** Whether it is of a unilateral constraint, whose modes see to it that it is not negative after an event. */
  isUnilateral: boolean;
  /** That constraint. */
  contact: Unilateral | undefined;
  /** Whether a function is called where it happens. */
  canAct: boolean;
  /** Its value in the model as it is evaluated now. */
  read(t: number): number;
  handle(actions: EventActions, t: number): void;
  getMode(): string;
  /** What happened, by the modes before and after and whether its owner was struck. */
  getKind(before: string, after: string, isStruck: boolean): EventKind;
}

/** The event functions of a constraint. */
export function listSources(observer: Observer, constraint: Constraint): EventSource[] {
  if (!hasEvents(constraint)) return [];
  const count = constraint.eventCount;
  const out = new Float64Array(count);
  let shown = -1;
  let shared = -1;
  return Array.from({ length: count }, (_, index) => ({
    get owner() {
      return constraint.title;
    },
    label: `${constraint.label}: its event function ${index}`,
    index,
    isSilent: constraint.isSilent ?? false,
    direction: constraint.getEventDirection?.(index) ?? 0,
    isActive: () => constraint.isWatched ?? true,
    getNeeds: () => constraint.getEventNeeds?.(index) ?? "everything",
    measure: (t) => (constraint as Constraint & Partial<Pick<Unilateral, "measureAll">>).measureAll?.(t),
    getRate: () => constraint.getEventRate?.(index) ?? Number.NaN,
    isFollowed: () => constraint.isEventFollowed?.(index) ?? false,
    getResolution: (tolerance) => constraint.getEventResolution?.(index, tolerance) ?? 0,
    canSleep: () => false,
    peak: 0,
    isUnilateral: constraint.isUnilateral,
    contact: constraint.isUnilateral ? (constraint as unknown as Unilateral) : undefined,
    canAct: true,
    read: (t) => {
      // All functions of a constraint come at once.
      const { evaluations, sharedCount } = observer.kernel;
      if (shown !== evaluations || shared !== sharedCount) {
        try {
          constraint.calcEvents(t, out);
        } catch (cause) {
          throw explainThrown(constraint.label, "calcEvents", cause);
        }
        shown = evaluations;
        shared = sharedCount;
      }
      return out[index];
    },
    handle: (actions, t) => {
      try {
        constraint.handleEvent(index, t, actions);
      } catch (cause) {
        throw explainThrown(constraint.label, "handleEvent", cause);
      }
    },
    getMode: () => constraint.mode,
    getKind: (before, after, isStruck) => constraint.getEventKind?.(index, before, after, isStruck) ?? "switch",
  }));
}

/** An event of the user's, checked. */
export function createSource(observer: Observer, event: UserEvent, index: number): EventSource {
  const owner = `simulate, events[${index}]`;
  if (event === undefined) {
    throw new ModelError(
      `${owner} is undefined; give an event such as { name, value, action }, and no holes in the list`,
    );
  }
  checkOptions(owner, event, ["name", "value", "direction", "action"]);
  if (typeof event.name !== "string" || event.name === "") {
    throw new ModelError(`${owner}: the name is ${describe(event.name)}; give a text such as "lands"`);
  }
  checkFunction(owner, "value", event.value);
  const { name, value, direction = 0, action } = event;
  const title = `the event ${describe(name)}`;
  if (![-1, 0, 1].includes(direction)) {
    throw new ModelError(
      `${owner} ${describe(name)}: direction is ${describe(direction)}; give 1 (growing), -1 (falling) or 0`,
    );
  }
  if (action !== undefined && action !== "stop") checkFunction(owner, "action", action);
  const label = `the value of ${title}`;
  const { reader } = observer.workspace.assembly;
  const see = (t: number) =>
    new Snapshot(reader, t, (observer.shownState as Float64Array).slice(), observer.kernel.getModes(), observer);
  return {
    owner: name,
    label,
    index: 0,
    isSilent: false,
    direction,
    isActive: () => true,
    getNeeds: () => "everything",
    measure: () => {},
    getRate: () => Number.NaN,
    isFollowed: () => false,
    getResolution: () => 0,
    canSleep: () => observer.kernel.absent.size > 0,
    peak: 0,
    isUnilateral: false,
    contact: undefined,
    canAct: typeof action === "function",
    read: (t) => {
      const number: unknown = callAs(label, () => value(see(t)));
      if (typeof number !== "number") refusePromise(title, "value", number);
      return number as number;
    },
    handle: (actions, t) => {
      if (action === "stop") actions.stop(title);
      else if (action) {
        const answer: unknown = callAs(`the action of ${title}`, () => action(actions, see(t)));
        // The run goes on at once, so what an action does later would be lost.
        refusePromise(title, "action", answer);
      }
    },
    getMode: () => "",
    getKind: () => "user",
  };
}

/** An error of the user's function says whose it is. */
function callAs<T>(owner: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new ModelError(`${owner}: ${getMessage(cause)}`, { cause });
  }
}

/** The sign of a zero at the start of a run. */
export const findSide = ({ direction }: EventSource): number =>
  direction ? -direction * Number.MIN_VALUE : Number.NaN;

/** Zero counts as positive. */
export const isPositive = (value: number): boolean => value >= 0;
