import type { Assembly } from "../assembly/Assembly.ts";
import { Observer } from "../assembly/Observer.ts";
import type { ContactState } from "../constraints/contact/index.ts";
import { isContact } from "../constraints/contact/isContact.ts";
import { Pair } from "../constraints/index.ts";
import {
  describe,
  findNearest,
  isInstance,
  ModelError,
  type Quaternion,
  SHARED,
  toVector3,
  type Vector3,
} from "../math/index.ts";

/** Kinematics of a body, in world axes. */
export interface BodyState {
  position: Vector3;
  /** Scalar first, of length one. */
  orientation: Quaternion;
  velocity: Vector3;
  angularVelocity: Vector3;
  acceleration: Vector3;
  angularAcceleration: Vector3;
}

/** The wrench of a constraint on its body B: force (N), couple (Nm) and the point (m) where the force acts. */
export interface Reaction {
  force: Vector3;
  torque: Vector3;
  point: Vector3;
  /** The counterpart on body A. */
  onA: { force: Vector3; torque: Vector3; point: Vector3 };
}

/** One scalar motion of a joint. */
export interface MotionState {
  /** m or rad, over any number of turns; NaN for the turns of a ball, which have rates but no coordinates of their own. */
  position: number;
  rate: number;
  acceleration: number;
  /** Force or torque of B relative to A along the motion, N or Nm. */
  effort: number;
}

/** The model at one instant. The values are copies: they stay what they are. */
export class Snapshot {
  readonly t: number;
  private readonly observer: Observer;
  private readonly y: Float64Array;
  /**
   * Modes of all constraints.
   * @internal
   */
  readonly modes: readonly string[];
  /** The run itself, and what it has counted: as long as it has not gone on it need not be evaluated again. */
  private readonly live: { readonly observer: Observer; readonly count: number } | undefined;

  /** `y` is kept: it must not change any more. */
  constructor(observer: Observer, t: number, y: Float64Array, modes: readonly string[], live?: Observer) {
    if (!isInstance(observer, Observer)) {
      throw new ModelError(
        `Snapshot: it cannot be made of ${describe(observer)}; take run.at(t) or system.evaluate(t)`,
      );
    }
    this.observer = observer;
    this.t = t;
    this.y = y;
    this.modes = modes;
    this.live = live && { observer: live, count: live.shownCount };
  }

  /**
   * The assembly that the state belongs to.
   * @internal
   */
  get assembly(): Assembly {
    return this.observer.workspace.assembly;
  }

  /** Evaluates the model at this instant, so that its parts can be read: `body.kinematics`, `snapshot.get(contact)`. */
  show(): void {
    this.observer.display(this.t, this.y, this.modes);
  }

  /**
   * A part of the model as it is at this instant, to be read before another instant is: a body, a constraint, or something
   * made of them, such as a wheel or a vehicle.
   */
  get<T extends object>(part: T): T {
    return this.evaluate().workspace.find(part);
  }

  private evaluate(): Observer {
    const { live } = this;
    if (live?.observer.isAt(live.count)) return live.observer;
    this.show();
    return this.observer;
  }

  /** Position, orientation, velocities and accelerations of a body. */
  body(name: string): BodyState {
    const observer = this.evaluate();
    const body = observer.bodies.find((entry) => entry.name === name);
    if (!body) throw unknownName("body", name, observer.bodies);
    body.refresh?.();
    const { r, v, w, a, e } = body.port;
    return {
      position: toVector3(r),
      orientation: observer.getOrientation(body),
      velocity: toVector3(v),
      angularVelocity: toVector3(w),
      acceleration: toVector3(a),
      angularAcceleration: toVector3(e),
    };
  }

  /** What a constraint does to its body B (and, in `onA`, to its body A). */
  reaction(name: string): Reaction {
    const observer = this.evaluate();
    const constraint = observer.constraints.find((entry) => entry.name === name);
    if (!constraint) throw unknownName("constraint", name, observer.constraints);
    const { wrenchA, wrenchB } = constraint;
    return {
      force: toVector3(wrenchB.F),
      torque: toVector3(wrenchB.M),
      point: toVector3(wrenchB.P),
      onA: { force: toVector3(wrenchA.F), torque: toVector3(wrenchA.M), point: toVector3(wrenchA.P) },
    };
  }

  /** What a contact is and does; of stops and friction in joints see `reaction` and `joint`. */
  contact(name: string): ContactState {
    const { constraints } = this.evaluate();
    const contacts = constraints.filter(isContact);
    const contact = contacts.find((entry) => entry.title === name && (entry.isListed || entry.isOn));
    if (contact) return contact.readContact();
    const other = constraints.find((entry) => entry.name === name);
    if (!other)
      throw unknownName(
        "contact",
        name,
        contacts.filter(({ isListed }) => isListed),
      );
    const names = contacts.map((entry) => entry.name);
    throw new ModelError(
      `${other.label} is no contact; read its reaction(${describe(name)}). Of contacts there ${listNames(names)}`,
    );
  }

  /** All contacts that are on. */
  get contacts(): ContactState[] {
    return this.evaluate()
      .constraints.filter(isContact)
      .filter(({ isOn }) => isOn)
      .map((contact) => contact.readContact());
  }

  /** A motion of a joint: its only one, or the one called `motion` (`position`, `angle`, `angle1`, `x`, …). */
  joint(name: string, motion?: string): MotionState {
    const observer = this.evaluate();
    const pairs = observer.constraints.filter((entry) => entry instanceof Pair);
    const pair = pairs.find((entry) => entry.name === name);
    if (!pair) throw unknownName("joint", name, pairs);
    const names = pair.rateNames;
    const index = motion === undefined && names.length === 1 ? 0 : names.indexOf(motion ?? "");
    if (index < 0) {
      if (names.length === 0) throw new ModelError(`${pair.label} does not move, so there is no motion to read`);
      const list = `the motion${names.length > 1 ? "s" : ""} ${names.map((n) => `"${n}"`).join(", ")}`;
      throw new ModelError(
        `${pair.label} has ${list}${motion === undefined ? "; name one of them" : `, not ${describe(motion)}; name ${names.length > 1 ? "one of them" : "none"}`}`,
      );
    }
    // A turn of a ball has a rate, but no coordinate of its own.
    const place = pair.coordinateNames.indexOf(names[index]);
    return {
      position: place < 0 ? Number.NaN : pair.coordinates[place],
      rate: pair.rates[index],
      acceleration: pair.accelerations[index],
      effort: pair.efforts[index],
    };
  }

  /** J */
  get energy(): { kinetic: number; potential: number; total: number } {
    const observer = this.evaluate();
    const kinetic = observer.getKineticEnergy();
    const potential = observer.getPotentialEnergy();
    return { kinetic, potential, total: kinetic + potential };
  }

  /** Linear momentum (kg m/s) and angular momentum about the origin (kg m²/s). */
  get momentum(): { linear: Vector3; angular: Vector3 } {
    const out = new Float64Array(6);
    this.evaluate().calcMomentum(out);
    return { linear: toVector3(out), angular: toVector3(out, 3) };
  }

  /** Largest misfit of the constraints: of positions (m or rad) and velocities (m/s or rad/s). */
  get violation(): { position: number; velocity: number } {
    return this.evaluate().findViolation();
  }

  /** The state vector: coordinates, rates, states of constraints. */
  get state(): Float64Array {
    return this.y.slice();
  }

  get [SHARED](): true {
    return true;
  }
}

export function unknownName(kind: string, name: unknown, entries: readonly { name: string }[]): ModelError {
  const names = entries.map((entry) => entry.name);
  const near = typeof name === "string" ? findNearest(name, names) : undefined;
  return new ModelError(
    `no ${kind} is called ${describe(name)}; ` +
      `${near ? `did you mean "${near}"? There` : "there"} ${listNames(names)}`,
  );
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12).map((entry) => `"${entry}"`);
  if (names.length > 12) shown.push("…");
  return names.length === 0 ? "is none" : `are ${shown.join(", ")}`;
}
