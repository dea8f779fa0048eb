import { type ContactOptions, ContactReactions } from "../constraints/contact/index.ts";
import type { EventActions } from "../constraints/index.ts";
import { checkInstance, checkName, checkOptions, describe, hasMethod, ModelError } from "../math/index.ts";
import { type Body, type KinematicPort, RigidBody } from "../rigidbody/index.ts";
import { Plane, Surface } from "../tracking/index.ts";
import { RollerGeometry } from "./RollerGeometry.ts";
import { checkRollerTracker, createRollerTracker, type RollerTrackerName } from "./trackers/createRollerTracker.ts";
import { checkMount, type RollerMount, RollerTracker } from "./trackers/RollerTracker.ts";

/** What contacts of rollers have in common with other contacts. */
export type RollerFloorOptions = Pick<ContactOptions, "normal" | "friction" | "resistance" | "impact">;

export interface RollerContactOptions extends RollerFloorOptions {
  geometry: RollerGeometry;
  mount: RollerMount;
  disc: RigidBody;
  floor: Surface;
  tracker: RollerTrackerName;
}

const OPTIONS = ["geometry", "mount", "disc", "floor", "tracker", "normal", "friction", "resistance", "impact"];

/**
 * The roller is changed when its angle passes the limit by this much: the next one then lies inside its own limits by as
 * much, so that rounding does not send the contact to and fro.
 */
const BEYOND = 1e-13;

/** A tilt of the wheel above this (rad) is no rounding: formulas for an upright wheel do not hold. */
const UPRIGHT = 1e-8;

/** General trackers need a tip with a radius above this part of the roller's. */
const POINTED = 1e-3;

const HAND_OVER = 3;

/**
 * A roller and the floor. Of all rollers of a wheel one is at the bottom, and only its contact is switched on, whether it
 * presses or not: `|i2·j1| ≤ cosψ sin(α + lap)`. Where it leaves these limits it hands over to its neighbour, which then starts
 * from nothing; the normal velocity is that of the wheel's centre on both sides, so there is no blow along the normal.
 */
export class RollerContact extends ContactReactions {
  readonly disc: RigidBody;
  /** Contacts of the neighbours that come when the wheel turns on, and when it turns back. */
  private neighbours: readonly [RollerContact, RollerContact] | undefined;
  private wheel: { findLowest(): RollerContact } | undefined;
  private readonly mount: RollerMount;
  /** cosψ sin(α + lap) and a little */
  private readonly limit: number;
  /** How far beyond its limits the roller was behind the last event, if it was. */
  private readonly beyond = new Float64Array(1);

  constructor(name: string, base: Body, roller: Body, options: RollerContactOptions) {
    const owner = `${new.target.name} "${checkName(new.target.name, name)}"`;
    checkOptions(owner, options, OPTIONS);
    const { geometry, mount, disc, floor, tracker, ...laws } = options ?? {};
    checkInstance(owner, "geometry", geometry, RollerGeometry);
    checkInstance(owner, "disc", disc, RigidBody);
    checkInstance(owner, "floor", floor, Surface, "a surface, such as new Plane()");
    checkMount(owner, mount);
    checkTip(owner, geometry, checkRollerTracker(owner, tracker));
    super(name, base, roller, {
      ...laws,
      surfaceA: floor,
      surfaceB: geometry.createSurface(),
      tracker: (a, b) => createRollerTracker(owner, tracker, a, b, mount, disc.referencePose),
    });
    // A trial step beyond the end of the roller, or a jump in time, may lead a search astray; a roller is convex.
    this.tracking.canRestart = true;
    this.disc = disc;
    this.mount = mount;
    this.limit = Math.cos(geometry.psi) * Math.sin(geometry.end) + BEYOND;
  }

  /** Who takes over when the wheel turns on (growing angle) or back, and who knows the first. */
  setNeighbours(onwards: RollerContact, back: RollerContact, wheel: { findLowest(): RollerContact }): void {
    checkInstance(this.label, "the next contact", onwards, RollerContact);
    checkInstance(this.label, "the contact before", back, RollerContact);
    if (!hasMethod(wheel, "findLowest")) {
      throw new ModelError(`${this.label}: the wheel is ${describe(wheel)}; give an object with findLowest()`);
    }
    this.neighbours = [onwards, back];
    this.wheel = wheel;
  }

  override connect(ports: readonly KinematicPort[]): void {
    super.connect(ports);
    if (this.tracker instanceof RollerTracker) this.tracker.wheel = this.disc.port;
  }

  override begin(t: number): void {
    this.isOn = this.enabled && (this.wheel === undefined || this.wheel.findLowest() === this);
    if (!this.isOn) return;
    this.checkUpright(t);
    super.begin(t);
  }

  /** Whether it is the lowest does not matter any more: it is the one that touches. */
  override findAgain(t: number): void {
    super.begin(t);
  }

  private checkUpright(t: number): void {
    const { surface } = this.tracker.frameA;
    if (!(this.tracker instanceof RollerTracker) || !(surface instanceof Plane)) return;
    const { axis } = this.mount;
    const turn = (T: Float64Array, v: ArrayLike<number>) =>
      [0, 3, 6].map((i) => T[i] * v[0] + T[i + 1] * v[1] + T[i + 2] * v[2]);
    const k = turn(this.disc.kinematics.T, axis);
    const n = turn(this.portA.T, turn(surface.rotation, surface.normal));
    const tilt = k[0] * n[0] + k[1] * n[1] + k[2] * n[2];
    if (Math.abs(tilt) <= UPRIGHT) return;
    const flat = k.map((x, i) => x - tilt * n[i]);
    const length = Math.hypot(...flat);
    const nearest = flat.map((x) => Number((x / length).toPrecision(6)) + 0);
    throw new ModelError(
      `${this.label}: the wheel is not upright at t = ${t} s: its axle leans by ${((Math.asin(Math.max(-1, Math.min(1, tilt))) * 180) / Math.PI).toPrecision(4)}° ` +
        `to the floor, and the tracker "${this.tracker.name}" is for upright wheels; lay the axle along [${nearest.join(", ")}], ` +
        'or take the tracker "algebraic"',
    );
  }

  override calcStateRates(): void {
    if (this.isOn) super.calcStateRates();
    else this.stateRates.fill(0);
  }

  override get eventCount(): number {
    return 4;
  }

  /** As of any contact, and 3: hand over to the next roller. */
  override calcEvents(t: number, out: Float64Array): void {
    if (!this.isOn) {
      out.fill(1);
      return;
    }
    super.calcEvents(t, out);
    out[HAND_OVER] = this.getRoom() - this.beyond[0];
  }

  private getRoom(): number {
    return this.limit - Math.abs(this.getSlope());
  }

  /** Where another wheel hands over a rounding error earlier, this one may be beyond its limits already: it is next. */
  override accept(): void {
    super.accept();
    this.beyond[0] = Math.min(0, this.getRoom());
  }

  /** `i2·j1` */
  private getSlope(): number {
    const { T } = this.portB;
    const { normal: n } = this.tracker;
    return T[0] * n[0] + T[3] * n[1] + T[6] * n[2];
  }

  override handleEvent(index: number, t: number, actions: EventActions): void {
    if (index !== HAND_OVER) {
      super.handleEvent(index, t, actions);
      return;
    }
    if (this.neighbours === undefined) return;
    const next = this.neighbours[this.getSlope() > 0 ? 0 : 1];
    this.mode = "open";
    actions.switchOff(this);
    actions.switchOn(next);
    next.take(t);
  }

  /** Starts where the roller before has left. */
  private take(t: number): void {
    this.mode = "open";
    super.begin(t);
  }
}

function checkTip(owner: string, geometry: RollerGeometry, tracker: RollerTrackerName): void {
  if (tracker === "explicit" || tracker === "implicit" || geometry.tipRadius > POINTED * geometry.width) return;
  const limit = geometry.radius * Math.cos(geometry.end);
  throw new ModelError(
    `${owner}: the rollers are pointed, and the tracker "${tracker}" needs a normal at the tips; give a rollerDistance of at ` +
      `most ${Number((0.99 * limit).toPrecision(4))} instead of ${geometry.rollerDistance}, or take the tracker "explicit"`,
  );
}
