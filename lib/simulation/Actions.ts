import type { Workspace } from "../assembly/Workspace.ts";
import { type Constraint, type EventActions, Pair } from "../constraints/index.ts";
import { resolveContacts } from "../contact/resolveContacts.ts";
import { findLength } from "../kernel/findLength.ts";
import { Impulses } from "../kernel/Impulses.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { listMisfits } from "../kernel/listMisfits.ts";
import {
  checkNumber,
  checkText,
  checkVector3,
  cross,
  describe,
  ModelError,
  subtract,
  type Vector3,
} from "../math/index.ts";
import { Body } from "../rigidbody/index.ts";

/** A constraint that stays open by more than this (m or rad) is not met. */
export const OPEN = 1e-8;
/**
 * What is switched on may be open by this part of the size of the model, or of 0.1 m where all lies in one place: it
 * catches its bodies, it does not fetch them.
 */
const REACH = 1e-3;

/** Collects what is done at an event and carries it out through the operator Φ. */
export class Actions implements EventActions {
  readonly t: number;
  /** Why the run is to stop here, if it is. */
  stopReason: string | undefined;
  private readonly workspace: Workspace;
  private readonly kernel: Kernel;
  private readonly impulses: Impulses;
  /** Whether something was switched on that holds both ways. */
  private hasCaught = false;
  /** Whether everything was carried out: what comes later would be lost. */
  private isOver = false;

  constructor(workspace: Workspace, t: number) {
    this.workspace = workspace;
    this.kernel = workspace.kernel;
    this.t = t;
    this.impulses = new Impulses(this.kernel);
  }

  setRate(given: Constraint, rate: number, motion?: string): void {
    const owner = "setRate";
    this.checkTime(owner);
    const joint = this.workspace.lookUp(given);
    if (!(joint instanceof Pair))
      throw new ModelError(`${owner}: ${describe(joint)} is not a joint; give one of the system`);
    checkNumber(owner, `the rate of ${joint.label}`, rate);
    const names = joint.rateNames;
    const index = motion === undefined && names.length === 1 ? 0 : names.indexOf(motion ?? "");
    const links = this.kernel.entries.find((entry) => entry.pair === joint)?.links;
    if (index < 0) {
      const given = motion === undefined ? "" : `, not ${describe(motion)}`;
      throw new ModelError(
        names.length === 0
          ? `${owner}: ${joint.label} does not move, so it has no rate; give a joint that turns or slides`
          : `${owner}: ${joint.label} has the motions ${names.join(", ")}${given}; name one of them`,
      );
    }
    if (!links) {
      throw new ModelError(
        `${owner}: ${joint.label} closes a loop, so its rate follows from the others; set the rate of another joint of the loop`,
      );
    }
    let place = 0;
    for (const link of links) {
      const count = Math.max(link.rateCount, 1);
      if (index < place + count) {
        if (link.rateCount === 0) {
          throw new ModelError(`${owner}: ${joint.label} has a prescribed motion; its rate cannot be changed`);
        }
        this.impulses.setTarget(link.rate + index - place, rate);
        return;
      }
      place += count;
    }
  }

  applyImpulse(body: Body, impulse: Vector3, point?: Vector3): void {
    const owner = "applyImpulse";
    this.checkTime(owner);
    const link = this.findLink(owner, body);
    const F = checkVector3(owner, "the impulse", impulse);
    const M =
      point === undefined ? [0, 0, 0] : cross(subtract(checkVector3(owner, "the point", point), link.position), F);
    this.impulses.addWrench(link, [...F, ...M]);
  }

  applyAngularImpulse(body: Body, impulse: Vector3): void {
    const owner = "applyAngularImpulse";
    this.checkTime(owner);
    const link = this.findLink(owner, body);
    this.impulses.addWrench(link, [0, 0, 0, ...checkVector3(owner, "the angular impulse", impulse)]);
  }

  switchOn(constraint: Constraint): void {
    const own = this.checkConstraint("switchOn", constraint);
    own.isOn = true;
    if (!own.isUnilateral) this.hasCaught = true;
  }

  switchOff(constraint: Constraint): void {
    this.checkConstraint("switchOff", constraint).isOn = false;
  }

  stop(reason = "an event asked for it"): void {
    this.checkTime("stop");
    this.stopReason = checkText("stop", "the reason", reason);
  }

  /** Carries everything out: modes, then positions, then velocities. */
  commit(): void {
    const { kernel, t } = this;
    this.isOver = true;
    kernel.updateModes();
    if (!this.hasCaught && this.impulses.isEmpty && kernel.contacts.some(({ isOn }) => isOn)) {
      resolveContacts(kernel, t);
      return;
    }
    if (kernel.canDrift) {
      // With no step it only measures.
      const isNear = kernel.project(t, 0, 0, false) <= REACH * Math.max(0.1, findLength(kernel));
      if (!(isNear && kernel.project(t, 20, 1e-14, false) <= OPEN)) {
        throw new ModelError(
          `the constraints are not met after the event; ${listMisfits(kernel, OPEN)}. Bring together what a constraint ` +
            "connects before it is switched on",
        );
      }
    }
    // A blow may lift what rests: contacts do not hold against it.
    const modes = kernel.contacts.map(({ mode }) => mode);
    for (const contact of kernel.contacts) contact.mode = "open";
    kernel.rows.select();
    this.impulses.apply(t);
    kernel.contacts.forEach((contact, i) => {
      contact.mode = modes[i];
    });
    resolveContacts(kernel, t);
  }

  private checkTime(owner: string): void {
    if (!this.isOver) return;
    throw new ModelError(`${owner}: the event at t = ${this.t} s is over; act on the model while its action runs`);
  }

  private checkConstraint(owner: string, constraint: Constraint): Constraint {
    this.checkTime(owner);
    const own = this.workspace.lookUp(constraint);
    if (this.kernel.constraints.includes(own)) return own;
    throw new ModelError(`${owner}: ${describe(constraint)} is not a constraint of the system; give one of them`);
  }

  private findLink(owner: string, body: Body) {
    const link = body instanceof Body ? this.kernel.carriers.get(this.workspace.lookUp(body)) : undefined;
    if (!link) throw new ModelError(`${owner}: ${describe(body)} is not a body of the system; give one of its bodies`);
    return link;
  }
}
