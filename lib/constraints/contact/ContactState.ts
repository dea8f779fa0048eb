import { toVector3, type Vector3 } from "../../math/index.ts";
import type { ContactMode } from "./ContactMode.ts";
import type { ContactReactions } from "./ContactReactions.ts";

/** A contact at one instant, in world axes: `run.at(t).contact("floor")`. The values are copies: they stay what they are. */
export class ContactState {
  readonly name: string;
  /** Names of A and B. */
  readonly bodies: readonly [string, string];
  /** What it does, in a word; `off` where it is switched off. */
  readonly mode: ContactMode | "off";
  /** Where the force acts, m: in the middle of the nearest points of A and B, or on the plane, if one of them is a plane's. */
  readonly point: Vector3;
  readonly pointA: Vector3;
  readonly pointB: Vector3;
  /** Of length one, from A to B. */
  readonly normal: Vector3;
  /** Distance of the two points, m: negative where the bodies overlap. */
  readonly gap: number;
  /** On B, N: along the normal and across it. */
  readonly force: Vector3;
  /** The couple of rolling and spinning resistance on B, Nm. */
  readonly torque: Vector3;
  /** N */
  readonly normalForce: number;
  /** The part of the force across the normal, N, and its size. */
  readonly friction: Vector3;
  readonly frictionForce: number;
  /** Velocity of B's material relative to A's across the normal, m/s, touching or not, and its size. */
  readonly slip: Vector3;
  readonly slipSpeed: number;
  private readonly label: string;

  /** Of a contact whose workspace shows an instant. */
  constructor(contact: ContactReactions) {
    const { tracker, isOn, wrenchB, tangents: t } = contact;
    const across = new Float64Array(2);
    if (isOn) contact.calcTangentForce(across);
    this.label = contact.label;
    this.name = contact.title;
    this.bodies = [contact.bodyA.name, contact.bodyB.name];
    this.mode = isOn ? contact.mode : "off";
    this.point = toVector3(contact.point);
    this.pointA = toVector3(tracker.pointA);
    this.pointB = toVector3(tracker.pointB);
    this.normal = toVector3(tracker.normal);
    this.gap = tracker.gap;
    this.force = toVector3(wrenchB.F);
    this.torque = toVector3(wrenchB.M);
    this.normalForce = isOn ? contact.normalForce : 0;
    this.friction = toVector3([0, 1, 2].map((i) => across[0] * t[i] + across[1] * t[3 + i]));
    this.frictionForce = Math.hypot(...across);
    this.slip = contact.tracking.findSlip();
    this.slipSpeed = Math.hypot(...this.slip);
  }

  toString(): string {
    const { mode, bodies, gap } = this;
    const start = `${this.label} of ${bodies.join(" and ")}: ${mode}`;
    if (mode === "off") return start;
    if (mode === "open") return `${start}, ${round(gap)} m apart along ${list(this.normal)}`;
    return (
      `${start} at ${list(this.point)} m, normal ${list(this.normal)}, force ${list(this.force)} N ` +
      `(${round(this.normalForce)} along, ${round(this.frictionForce)} across), slip ${list(this.slip)} m/s`
    );
  }
}

/** Six digits; a zero without a sign. */
const round = (x: number): string => String(Number(x.toPrecision(6)) + 0);
const list = (v: Vector3): string => `[${v.map(round).join(", ")}]`;
