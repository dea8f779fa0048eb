import type { Assembly } from "../assembly/Assembly.ts";
import { checkAttached } from "../assembly/checkAttached.ts";
import { checkDeterminacy } from "../assembly/checkDeterminacy.ts";
import { MotionRecord } from "../assembly/MotionRecord.ts";
import { Observer } from "../assembly/Observer.ts";
import { OPEN, REACH, refuseOpen } from "../assembly/refuseOpen.ts";
import type { Workspace } from "../assembly/Workspace.ts";
import { listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import { type Constraint, type EventActions, Pair } from "../constraints/index.ts";
import { checkOverlap, resolveContacts } from "../contact/solver.ts";
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

/** Collects what is done at an event and carries it out through the operator Φ. */
export class Actions implements EventActions {
  readonly t: number;
  /** Why the run is to stop here, if it is. */
  stopReason: string | undefined;
  /** Where the run goes on: another one than before where bodies were joined or parted. */
  workspace: Workspace;
  private readonly blows: { body: Body; wrench: readonly number[] }[] = [];
  private readonly targets: { joint: Pair; index: number; rate: number }[] = [];
  /** What is attached to the model from now on. */
  private attached: readonly Constraint[];
  /** What of it is attached at this event, and whether it is on. */
  private readonly fresh = new Map<Constraint, boolean>();
  /** Whether something was switched on or off, or detached. */
  private hasSwitched = false;
  /** Whether something was switched on that holds both ways. */
  private hasCaught = false;
  /** What was switched on or attached that holds one way only. */
  private readonly raised: Constraint[] = [];
  /** Whether everything was carried out: what comes later would be lost. */
  private isOver = false;

  constructor(workspace: Workspace, t: number) {
    this.workspace = workspace;
    this.attached = workspace.assembly.attached;
    this.t = t;
  }

  private get kernel(): Kernel {
    return this.workspace.kernel;
  }

  setRate(given: Constraint, rate: number, motion?: string): void {
    const owner = "setRate";
    this.checkTime(owner);
    const joint = this.workspace.lookUp(given);
    if (!(joint instanceof Pair))
      throw new ModelError(`${owner}: ${describe(joint)} is not a joint; ${askFor("joint", given)}`);
    checkNumber(owner, `the rate of ${joint.label}`, rate);
    const names = joint.rateNames;
    const index = motion === undefined && names.length === 1 ? 0 : names.indexOf(motion ?? "");
    if (index < 0) {
      const given = motion === undefined ? "" : `, not ${describe(motion)}`;
      throw new ModelError(
        names.length === 0
          ? `${owner}: ${joint.label} does not move, so it has no rate; give a joint that turns or slides`
          : `${owner}: ${joint.label} has the motions ${names.join(", ")}${given}; name one of them`,
      );
    }
    this.checkConstraint(owner, joint);
    this.targets.push({ joint, index, rate });
  }

  /** The place among the rates of a motion of a joint on the tree. */
  private findRate(given: Pair, index: number): number {
    const owner = "setRate";
    const joint = this.workspace.lookUp(given);
    if (!this.kernel.constraints.includes(joint)) throw refuseStranger(owner, joint);
    if (this.kernel.absent.has(joint)) {
      throw new ModelError(`${owner}: ${joint.label} is off, so it has no rate; switch it on first`);
    }
    const links = this.kernel.treeJoints.find((entry) => entry.pair === joint)?.links;
    if (!links) {
      throw new ModelError(
        `${owner}: ${joint.label} closes a loop, so its rate follows from the others; set the rate of another joint of the loop`,
      );
    }
    let place = 0;
    for (const link of links) {
      const count = Math.max(link.rateCount, 1);
      if (index >= place + count) place += count;
      else if (link.rateCount > 0) return link.rate + index - place;
      else break;
    }
    throw new ModelError(`${owner}: ${joint.label} has a prescribed motion; its rate cannot be changed`);
  }

  applyImpulse(body: Body, impulse: Vector3, point?: Vector3): void {
    const owner = "applyImpulse";
    this.checkTime(owner);
    const own = this.findBody(owner, body);
    const F = checkVector3(owner, "the impulse", impulse);
    const M = point === undefined ? [0, 0, 0] : cross(subtract(checkVector3(owner, "the point", point), own.port.r), F);
    this.blows.push({ body: own, wrench: [...F, ...M] });
  }

  applyAngularImpulse(body: Body, impulse: Vector3): void {
    const owner = "applyAngularImpulse";
    this.checkTime(owner);
    const own = this.findBody(owner, body);
    this.blows.push({ body: own, wrench: [0, 0, 0, ...checkVector3(owner, "the angular impulse", impulse)] });
  }

  switchOn(constraint: Constraint): void {
    this.setOn("switchOn", constraint, true);
    this.take(constraint);
  }

  switchOff(constraint: Constraint): void {
    this.setOn("switchOff", constraint, false);
  }

  private setOn(owner: string, constraint: Constraint, isOn: boolean): void {
    const own = this.checkConstraint(owner, constraint);
    this.hasSwitched = true;
    // What is attached now has no copy of the run's yet.
    if (this.fresh.has(own)) this.fresh.set(own, isOn);
    else own.isOn = isOn;
  }

  /** What comes into force catches its bodies, from both sides or from one. */
  private take(constraint: Constraint): void {
    if (constraint.isUnilateral) this.raised.push(constraint);
    else this.hasCaught = true;
  }

  attach<T extends Constraint>(constraint: T): T {
    this.checkTime("attach");
    const { bodies, base } = this.workspace.assembly;
    checkAttached("attach", constraint, { bodies, constraints: [...base.constraints, ...this.attached] });
    constraint.checkMotions(this.t);
    constraint.initialMode = constraint.mode;
    this.attached = [...this.attached, constraint];
    this.fresh.set(this.workspace.lookUp(constraint), constraint.enabled);
    this.take(constraint);
    return constraint;
  }

  detach(constraint: Constraint): void {
    const { workspace } = this;
    const own = this.checkConstraint("detach", constraint);
    this.hasSwitched = true;
    const isOwn = (part: Constraint) => workspace.lookUp(part) === own;
    const part = this.attached.find(isOwn);
    if (part) this.drop(part);
    // It may have gone with its joint.
    else if (!workspace.assembly.attached.some(isOwn)) own.isOn = false;
  }

  /** Takes away what was attached, and what acts on it. */
  private drop(part: Constraint): void {
    this.attached = this.attached.filter((other) => other !== part);
    this.fresh.delete(this.workspace.lookUp(part));
    for (const other of this.attached) if (listJoints(other).includes(part)) this.drop(other);
  }

  stop(reason = "an event asked for it"): void {
    this.checkTime("stop");
    this.stopReason = checkText("stop", "the reason", reason);
  }

  /**
   * Carries everything out: modes, then positions, then velocities. Where only contacts have events they are the ones that are
   * `touched`, unless one of them has asked for something; without them anything may have changed, a variable that laws read, too.
   */
  commit(touched?: readonly Unilateral[]): void {
    const { t } = this;
    this.isOver = true;
    const isUntouched = touched !== undefined && !this.hasSwitched && this.fresh.size === 0;
    const next = isUntouched ? undefined : this.findAssembly();
    const motion = next && this.enter(next);
    this.beginFresh();
    const { kernel } = this;
    const impulses = new Impulses(kernel);
    if (motion) {
      motion.restore(kernel, t, impulses);
      checkDeterminacy(kernel, t);
    }
    for (const { body, wrench } of this.blows) impulses.addWrench(kernel.getLink(body), wrench);
    for (const { joint, index, rate } of this.targets) impulses.setTarget(this.findRate(joint, index), rate);
    kernel.updateModes();
    if (!this.hasCaught && impulses.isEmpty && kernel.contacts.some(({ isOn }) => isOn)) {
      this.checkRaised();
      resolveContacts(kernel, t, { touched: isUntouched ? touched : undefined });
      return;
    }
    if (kernel.canDrift) {
      // With no step it only measures.
      const isNear = kernel.project(t, 0, 0, false) <= REACH * Math.max(0.1, findLength(kernel));
      if (!(isNear && kernel.project(t, 20, 1e-14, false) <= OPEN)) {
        throw refuseOpen(listMisfits(kernel, OPEN));
      }
    }
    this.checkRaised();
    // A blow may lift what rests: contacts do not hold against it.
    const modes = kernel.contacts.map(({ mode }) => mode);
    for (const contact of kernel.contacts) contact.mode = "open";
    kernel.rows.select();
    impulses.apply(t);
    kernel.contacts.forEach((contact, i) => {
      contact.mode = modes[i];
    });
    resolveContacts(kernel, t);
  }

  /** Contacts and stops catch bodies as other constraints do: they do not fetch those that are far beyond them. */
  private checkRaised(): void {
    const { kernel, workspace, raised, t } = this;
    const own = new Set(raised.map((part) => workspace.lookUp(part)));
    const contacts = kernel.contacts.filter((contact) => contact.isOn && own.has(contact));
    if (contacts.length === 0) return;
    kernel.prepareProjection(t);
    for (const contact of contacts) {
      contact.comeOn(t);
      contact.measure(t);
    }
    checkOverlap(contacts, REACH, false);
  }

  /** The assembly that fits what is on and what is attached, if it is another one. */
  private findAssembly(): Assembly | undefined {
    const { kernel, attached, workspace, fresh } = this;
    const { assembly } = workspace;
    const carrying = new Set<Constraint>(kernel.treeJoints.map(({ pair }) => pair));
    const absent = [...new Set([...assembly.constraints, ...attached])].filter((constraint) => {
      const own = workspace.lookUp(constraint);
      if (fresh.get(own) ?? own.isOn) return false;
      return assembly.absent.includes(constraint) || carrying.has(own) || (fresh.has(own) && own instanceof Pair);
    });
    const next = assembly.derive({ absent, attached });
    return next === assembly ? undefined : next;
  }

  /** Leaves the workspace for one of another assembly; what is to be taken along. */
  private enter(next: Assembly): MotionRecord {
    const before = this.workspace;
    const motion = new MotionRecord(new Observer(before), this.t);
    this.workspace = next.createWorkspace(before);
    return motion;
  }

  /** Gives what is attached now its first mode. */
  private beginFresh(): void {
    for (const [part, isOn] of this.fresh) {
      const own = this.workspace.lookUp(part);
      own.isOn = isOn;
      if (own.mode !== part.initialMode) own.mode = part.initialMode;
    }
  }

  private checkTime(owner: string): void {
    if (!this.isOver) return;
    throw new ModelError(`${owner}: the event at t = ${this.t} s is over; act on the model while its action runs`);
  }

  private checkConstraint(owner: string, constraint: Constraint): Constraint {
    this.checkTime(owner);
    const own = this.workspace.lookUp(constraint);
    if (this.kernel.constraints.includes(own) || this.fresh.has(own)) return own;
    throw refuseStranger(owner, constraint);
  }

  private findBody(owner: string, body: Body): Body {
    const own = this.workspace.lookUp(body);
    if (own instanceof Body && this.kernel.linkOfBody.has(own)) return own;
    throw new ModelError(`${owner}: ${describe(body)} is not a body of the system; ${askFor("body", body)}`);
  }
}

/** Names are not looked up: laws and events hold the parts themselves. */
const askFor = (kind: string, given: unknown): string =>
  typeof given === "string" ? `give the ${kind} itself, not its name` : `give a ${kind} of the system`;

const refuseStranger = (owner: string, constraint: unknown): ModelError =>
  new ModelError(
    `${owner}: ${describe(constraint)} is not a constraint of the system; ${askFor("constraint", constraint)}`,
  );
