import type { Vector3 } from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import type { Constraint } from "../Constraint.ts";

/**
 * What can be done at an event. Velocities jump by impulses that all constraints in force pass on, so a blow on one body
 * moves the whole mechanism as it should; what is switched on catches its bodies without a bounce.
 */
export interface EventActions {
  /** The instant of the event, s. */
  readonly t: number;
  /** Gives a motion of a joint (its only one, or the one named) a new rate by an impulse along it: a stop, a kick. */
  setRate(joint: Constraint, rate: number, motion?: string): void;
  /** An impulse (Ns) on a body at a point (world; default: the centre of mass). */
  applyImpulse(body: Body, impulse: Vector3, point?: Vector3): void;
  /** An angular impulse (Nms) on a body. */
  applyAngularImpulse(body: Body, impulse: Vector3): void;
  /** Puts a constraint in force; its bodies are brought to the velocities it allows, without a bounce. */
  switchOn(constraint: Constraint): void;
  /**
   * Takes a constraint out of force, and with a joint all that acts on it. Any joint can be cut; one that is made with
   * `switchable: true` is kept by rows, so that it costs more while it is on and less to switch.
   */
  switchOff(constraint: Constraint): void;
  /**
   * Adds a constraint between bodies of the system that is made for this moment: while an event acts, bodies are drawn as
   * they are then. They are brought to the velocities it allows, without a bounce.
   */
  attach<T extends Constraint>(constraint: T): T;
  /** Takes away what was attached, and with a joint all that acts on it; a constraint of the model is switched off. */
  detach(constraint: Constraint): void;
  /** Ends the run here. */
  stop(reason?: string): void;
}

/**
 * What happened at an event, in a word. Of what holds one way only: `impact` (bodies struck each other), `touch`, `leave`,
 * `unload` (others have taken over the load), `load`, `stick`, `slip`, `roll`, `reversal` (it slips on, another way), `limit`
 * (friction gives all it can in a joint that others hold), `rest` (the end of bounces too small to follow), `hand-over` (to
 * the next roller of a wheel), `check` (all stays as it was). `user`: of the user's list. `switch`: of any other constraint.
 * `unknown`: of a file that does not say it.
 */
export type EventKind =
  | "impact"
  | "touch"
  | "leave"
  | "unload"
  | "load"
  | "stick"
  | "slip"
  | "roll"
  | "reversal"
  | "limit"
  | "rest"
  | "hand-over"
  | "check"
  | "user"
  | "switch"
  | "unknown";

export type EventNeeds = "kinematics" | "multipliers" | "everything";

/** A constraint with event functions: where one of them changes sign, its mode or its states may change. */
export interface HasEvents {
  /** Number of event functions; an event is a change of sign of one of them. */
  readonly eventCount: number;
  /** The event functions at the present state into `out`. */
  calcEvents(t: number, out: Float64Array): void;
  /** Called where an event function has changed sign, on its far side: change `mode` or `states`, or act on the model. */
  handleEvent(index: number, t: number, actions: EventActions): void;
  /** Whether its events are kept from the list of a run: nothing happens to bodies. Default: they are listed. */
  readonly isSilent?: boolean;
  /** Whether they are looked at; one that is switched off may have events that switch it on. Default: always. */
  readonly isWatched?: boolean;
  /**
   * What an event function reads at present: positions and velocities, accelerations and multipliers of its own too, or
   * everything (wrenches, efforts of joints), the default. The less, the cheaper is its search.
   */
  getEventNeeds?(index: number): EventNeeds;
  /** Which changes of sign count: growing through zero (1), falling (−1), or both (0, the default). */
  getEventDirection?(index: number): 1 | 0 | -1;
  /** What happened, by the modes before and after; `isStruck`: it has given an impulse. Default: `switch`. */
  getEventKind?(index: number, before: string, after: string, isStruck: boolean): EventKind;
  /**
   * How fast an event function changes at the present state, per second, where positions and velocities tell it exactly; not a
   * number where they do not. Steps then end where it is expected to change sign, and are not searched where it cannot.
   */
  getEventRate?(index: number): number;
  /** Whether every evaluation of the model brings up to date what an event function reads. Default: it does not. */
  isEventFollowed?(index: number): boolean;
  /**
   * What counts as zero where something else happens, in a run of this absolute tolerance: falling functions below that belong to
   * the same instant. Default: 0, events are apart that the clock can tell apart.
   */
  getEventResolution?(index: number, tolerance: number): number;
}

export function hasEvents(constraint: Constraint): constraint is Constraint & HasEvents {
  return ((constraint as Partial<HasEvents>).eventCount ?? 0) > 0;
}
