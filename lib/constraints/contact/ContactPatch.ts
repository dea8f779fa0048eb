import type { KinematicPort } from "../../rigidbody/index.ts";
import type { FrictionLaw } from "./friction/FrictionLaw.ts";
import type { Resistance } from "./friction/Resistance.ts";

/** Where normal forces in use and found differ by less than this part, friction that depends on them is found. */
const SAME_LOAD = 1e-14;

/** What comes with the normal force beside friction by slip alone: friction by spin and load, and couples. */
export class ContactPatch {
  /** Whether the friction law is one of a patch. */
  readonly isSpread: boolean;
  /** Whether there are couples. */
  readonly hasCouple: boolean;
  /** Couple on B per normal force, world axes. */
  readonly couple = new Float64Array(3);
  private readonly friction: FrictionLaw;
  private readonly resistance: Resistance | undefined;
  private readonly isBilateral: boolean;
  /** The normal force in use; not a number: not known yet. */
  private readonly load = Float64Array.of(Number.NaN);
  /** What a law of a patch reads, and what it says. */
  private readonly at = new Float64Array(4);
  private readonly out = new Float64Array(3);
  private readonly turn = new Float64Array(3);

  constructor(friction: FrictionLaw, resistance: Resistance | undefined, isBilateral: boolean) {
    this.friction = friction;
    this.resistance = resistance;
    this.isBilateral = isBilateral;
    this.isSpread = friction.reads !== "slip";
    this.hasCouple = this.isSpread || resistance !== undefined;
  }

  /** Whether what comes with the normal force depends on it, or on its sign. */
  get readsLoad(): boolean {
    return this.friction.reads === "load" || (this.isBilateral && (this.friction.kind === "given" || this.hasCouple));
  }

  /** At another state: neither the normal force nor what a patch does are known. */
  clear(): void {
    this.load[0] = Number.NaN;
    this.out.fill(0);
  }

  /** Takes the normal force; false where it is the one in use. */
  take(loads: Float64Array, i: number): boolean {
    const force = loads[i];
    if (Math.abs(force - this.load[0]) <= SAME_LOAD * Math.abs(force)) return false;
    this.load[0] = force;
    return true;
  }

  /** A normal force that pulls rubs as one that presses does: friction per normal force changes its sign with it. */
  private get side(): number {
    return this.isBilateral && this.load[0] < 0 ? -1 : 1;
  }

  /** Friction of the patch per normal force at slip `v`, into `force`. */
  calcForce(portA: KinematicPort, portB: KinematicPort, n: Float64Array, v: Float64Array, force: Float64Array): void {
    const { at, out, load } = this;
    at[0] = v[0];
    at[1] = v[1];
    at[2] = 0;
    for (let i = 0; i < 3; i++) at[2] += n[i] * (portB.w[i] - portA.w[i]);
    at[3] = load[0] > 0 || load[0] < 0 ? Math.abs(load[0]) : 0;
    this.friction.calcPatch(at, out);
    force[0] = out[0];
    force[1] = out[1];
  }

  /** Friction per normal force with the sign that the normal force asks for. */
  turnForce(force: Float64Array): void {
    const { side } = this;
    for (let i = 0; i < force.length; i++) force[i] *= side;
  }

  /** Fills `couple`: resistance, and what the patch does against spin; `calcForce` has been called, if there is friction. */
  calcCouple(portA: KinematicPort, portB: KinematicPort, n: Float64Array): void {
    const { turn, couple, out, side, resistance } = this;
    couple.fill(0);
    for (let i = 0; i < 3; i++) turn[i] = portB.w[i] - portA.w[i];
    resistance?.calcTorque(turn, n, couple);
    for (let i = 0; i < 3; i++) couple[i] = side * (couple[i] + out[2] * n[i]);
  }
}
