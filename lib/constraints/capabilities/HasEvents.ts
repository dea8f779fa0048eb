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

export type EventNeeds = "kinematics" | "multipliers" | "everything";

/** A constraint with event functions: where one of them changes sign, its mode or its states may change. */
export interface HasEvents {
  /** Number of event functions; an event is a change of sign of one of them. */
  readonly eventCount: number;
  /** The event functions at the present state into `out`. */
  calcEvents(t: number, out: Float64Array): void;
  /** Called where an event function has changed sign, on its far side: change `mode` or `states`, or act on the model. */
  handleEvent(index: number, t: number, actions: EventActions): void;
  /** Whether they are looked at; one that is switched off may have events that switch it on. Default: always. */
  readonly isWatched?: boolean;
  /**
   * What an event function reads at present: positions and velocities, accelerations and multipliers of its own too, or
   * everything (wrenches, efforts of joints), the default. The less, the cheaper is its search.
   */
  getEventNeeds?(index: number): EventNeeds;
  /** Which changes of sign count: growing through zero (1), falling (−1), or both (0, the default). */
  getEventDirection?(index: number): 1 | 0 | -1;
}

export function hasEvents(constraint: Constraint): constraint is Constraint & HasEvents {
  return ((constraint as Partial<HasEvents>).eventCount ?? 0) > 0;
}
