import { REACH } from "../assembly/refuseOpen.ts";
import type { Fragment } from "../bondgraph/index.ts";
import type { FollowsSlip, SlipFollower } from "../constraints/capabilities/FollowsSlip.ts";
import { type ContactOptions, ContactReactions } from "../constraints/contact/index.ts";
import type { EventActions, EventKind, Output } from "../constraints/index.ts";
import { checkOverlap } from "../contact/solver.ts";
import {
  add,
  checkInstance,
  checkList,
  checkName,
  checkOptions,
  checkVector3,
  describe,
  ModelError,
  rotate,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import { Body, type KinematicPort, RigidBody } from "../rigidbody/index.ts";
import type { KernelProblem } from "../simulation/KernelProblem.ts";
import { SlipSteps } from "../simulation/SlipSteps.ts";
import { Plane, Surface } from "../tracking/index.ts";
import { checkUpright } from "./checkUpright.ts";
import { placeRoller } from "./placeRoller.ts";
import { RollerGeometry } from "./RollerGeometry.ts";
import { selectRoller } from "./selectRoller.ts";
import { checkRollerTracker, createRollerTracker, type RollerTrackerName } from "./trackers/createRollerTracker.ts";
import { RollerTracker } from "./trackers/RollerTracker.ts";

/** What contacts of rollers have in common with other contacts. */
export type RollerFloorOptions = Pick<ContactOptions, "normal" | "friction" | "resistance" | "impact">;

export interface RollerContactOptions extends RollerFloorOptions {
  geometry: RollerGeometry;
  disc: RigidBody;
  /** Centre of the wheel in the axes of the disc, from its centre of mass; z is the axle. Default: there. */
  center?: VectorInput;
  floor: Surface;
  tracker: RollerTrackerName;
}

const OPTIONS = ["geometry", "disc", "center", "floor", "tracker", "normal", "friction", "resistance", "impact"];

/**
 * The roller is changed when its angle passes the limit by this much: the next one then lies inside its own limits by as
 * much, so that rounding does not send the contact to and fro.
 */
const BEYOND = 1e-13;

/** General trackers need a tip with a radius above this part of the roller's. */
const POINTED = 1e-3;

const HAND_OVER = 3;

/**
 * The rollers of a wheel and the floor. One of them is at the bottom, and only that one can touch: it is body B while
 * `|i2·j1| ≤ cosψ sin(α + lap)`. Where it leaves these limits its neighbour comes, which then starts from nothing; the normal
 * velocity is that of the wheel's centre on both sides, so there is no blow along the normal.
 */
export class RollerContact extends ContactReactions implements FollowsSlip {
  readonly disc: RigidBody;
  readonly rollers: readonly Body[];
  /** Place of the roller that touches. */
  private touching = 0;
  /** For each roller: base and roller, their ports, and the centre of its row in the axes of the disc. */
  private readonly pairs: readonly (readonly Body[])[];
  private portPairs: readonly (readonly KinematicPort[])[];
  private readonly centers: readonly Vector3[];
  private readonly center: Vector3;
  private readonly cosine: number;
  /** α + lap and a little */
  private readonly limit: number;
  private readonly isFlat: boolean;
  /** How far beyond its limits the roller was behind the last event, if it was. */
  private readonly beyond = new Float64Array(1);

  constructor(name: string, base: Body, rollers: readonly Body[], options: RollerContactOptions) {
    const owner = `${new.target.name} "${checkName(new.target.name, name)}"`;
    checkOptions(owner, options, OPTIONS);
    const { geometry, disc, center: given, floor, tracker, ...laws } = options ?? {};
    checkInstance(owner, "geometry", geometry, RollerGeometry);
    checkInstance(owner, "disc", disc, RigidBody);
    checkInstance(owner, "floor", floor, Surface, "a surface, such as new Plane()");
    const center = checkVector3(owner, "center", given ?? [0, 0, 0]);
    const bodies = checkRollers(owner, rollers, geometry);
    checkTip(owner, geometry, checkRollerTracker(owner, tracker));
    const { radius, rollerDistance, psi } = geometry;
    const centers = bodies.map((_, i) => add(center, placeRoller(geometry, i).center));
    const mount = { radius, rollerDistance, psi, center: centers[0], axis: [0, 0, 1] };
    super(name, base, bodies[0], {
      ...laws,
      surfaceA: floor,
      surfaceB: geometry.createSurface(),
      tracker: (a, b) => createRollerTracker(owner, tracker, a, b, mount, disc.referencePose),
    });
    // A trial step beyond the end of the roller, or a jump in time, may lead a search astray; a roller is convex.
    this.tracking.canRestart = true;
    this.disc = disc;
    this.rollers = bodies;
    this.pairs = bodies.map((roller) => [base, roller]);
    this.portPairs = this.pairs.map((pair) => pair.map(({ referencePose }) => referencePose));
    this.centers = centers;
    this.center = center;
    this.cosine = Math.cos(psi);
    this.limit = geometry.end + BEYOND;
    this.isFlat = floor instanceof Plane;
  }

  /** Number of the roller that touches, or would, from 1: body B. */
  get roller(): number {
    return this.touching + 1;
  }

  override get bodies(): readonly Body[] {
    return [this.bodyA, ...this.rollers];
  }

  override get ends(): readonly Body[] {
    return this.pairs[this.touching];
  }

  override get choice(): number {
    return this.roller;
  }

  override get discreteState(): string {
    return `${super.discreteState} ${this.roller}`;
  }

  /** Without a number the roller stays. */
  override set discreteState(value: string) {
    const words = value.split(" ");
    // A mode alone is one word, and a direction of slip four more.
    const roller = words.length % 4 === 1 ? this.roller : Number(words.pop());
    const count = this.rollers.length;
    if (!(Number.isInteger(roller) && roller >= 1 && roller <= count)) {
      throw new ModelError(`${this.label}: the roller of ${describe(value)} is none of 1 to ${count}`);
    }
    this.moveTo(roller - 1);
    super.discreteState = words.join(" ");
  }

  override connect(ports: readonly KinematicPort[]): void {
    const [base, ...rollers] = ports;
    this.portPairs = rollers.map((roller) => [base, roller]);
    if (this.tracker instanceof RollerTracker) this.tracker.wheel = this.disc.port;
    this.turnTo(this.touching);
  }

  /** A roller that has just come to the floor is caught in a fraction of a millisecond. */
  createSlipFollower(problem: unknown): SlipFollower {
    return new SlipSteps(problem as KernelProblem);
  }

  /** Another roller touches. */
  private moveTo(place: number): void {
    if (place === this.touching) return;
    this.turnTo(place);
    this.forget();
    this.tracking.leave();
  }

  private turnTo(place: number): void {
    this.touching = place;
    this.second = this.rollers[place];
    super.connect(this.portPairs[place]);
    if (this.tracker instanceof RollerTracker) this.tracker.setCenter(this.centers[place]);
  }

  override begin(t: number): void {
    this.moveTo(this.findLowest());
    if (!this.isOn) return;
    checkUpright(this, t);
    super.begin(t);
  }

  override comeOn(t: number): void {
    super.comeOn(t);
    this.begin(t);
  }

  /** The place of the roller whose centre is nearest to the floor: the first, if two are. */
  private findLowest(): number {
    const { frameA } = this.tracker;
    frameA.update(this.portA);
    const { T, r, surface } = frameA;
    const { port: disc } = this.disc;
    const center = add(disc.r, rotate(disc.T, this.center));
    const d = [0, 1, 2].map((i) => center[i] - r[i]);
    const inFloor = Float64Array.from([0, 1, 2], (i) => T[i] * d[0] + T[3 + i] * d[1] + T[6 + i] * d[2]);
    const values = new Float64Array(10);
    surface.calc(inFloor, values);
    const up = rotate(T, values.subarray(1, 4));
    const heights = this.portPairs.map(([, { r: p }]) => p.reduce((sum, x, i) => sum + up[i] * (x - center[i]), 0));
    const least = Math.min(...heights);
    return heights.findIndex((height) => height <= least + 1e-12 * Math.abs(least));
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
    super.calcEvents(t, out);
    out[HAND_OVER] = this.getRoom() - this.beyond[0];
  }

  /** How far the angle `q` of the roller is from its limit, rad: `i2·j1 = cosψ sin q` for a wheel that stands upright. */
  private getRoom(): number {
    return this.limit - Math.abs(Math.asin(this.getSine()));
  }

  /** `sin q`; a wheel that leans far may exceed 1. */
  private getSine(): number {
    return Math.max(-1, Math.min(1, this.getSlope() / this.cosine));
  }

  /** On a plane the normal turns with the base alone: `d(i2·j1)/dt = ((ω − ω_base) × i2)·j1`. */
  override getEventRate(index: number): number {
    if (index !== HAND_OVER) return super.getEventRate(index);
    const sine = this.getSine();
    if (!this.isFlat || !(Math.abs(sine) < 1)) return Number.NaN;
    const { T, w } = this.portB;
    const { w: u } = this.portA;
    const { normal: n } = this.tracker;
    const [x, y, z] = [w[0] - u[0], w[1] - u[1], w[2] - u[2]];
    const rate = (y * T[6] - z * T[3]) * n[0] + (z * T[0] - x * T[6]) * n[1] + (x * T[3] - y * T[0]) * n[2];
    return (sine > 0 ? -rate : rate) / (this.cosine * Math.sqrt(1 - sine * sine));
  }

  override getEventResolution(index: number, tolerance: number): number {
    return index === HAND_OVER ? tolerance : super.getEventResolution(index, tolerance);
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

  override getEventKind(index: number, before: string, after: string, isStruck: boolean): EventKind {
    return index === HAND_OVER ? "hand-over" : super.getEventKind(index, before, after, isStruck);
  }

  override handleEvent(index: number, t: number, actions: EventActions): void {
    if (index === HAND_OVER) this.handOver(t);
    else super.handleEvent(index, t, actions);
  }

  /** The neighbour comes and starts from nothing: the one before where the wheel turns on, with a growing angle. */
  private handOver(t: number): void {
    const { length } = this.rollers;
    const step = this.getSlope() > 0 ? length - 1 : 1;
    this.moveTo((this.touching + step) % length);
    this.mode = "open";
    super.begin(t);
    this.measure(t);
    checkOverlap([this], REACH, false);
  }

  override get outputs(): readonly Output[] {
    return [...super.outputs, { name: "roller", unit: "1", read: () => this.roller }];
  }

  override get graphPorts(): readonly (readonly [port: string, body: Body])[] {
    return [["A", this.bodyA], ...this.rollers.map((roller, i) => [`B${i + 1}`, roller] as const)];
  }

  override bondGraph(): Fragment {
    const rollers = this.rollers.map((_, i) => ({
      twist: (out: Float64Array) => {
        const { v, w } = this.portPairs[i][1];
        out.set(v);
        out.set(w, 3);
      },
      touches: () => i === this.touching,
    }));
    return selectRoller(super.bondGraph(), rollers);
  }
}

function checkRollers(owner: string, given: unknown, { count }: RollerGeometry): readonly Body[] {
  const rollers = checkList(owner, "the list of rollers", given, `a list of ${count} bodies`).map((roller, i) =>
    checkInstance(owner, `rollers[${i}]`, roller, Body),
  );
  if (rollers.length === count) return rollers;
  throw new ModelError(
    `${owner}: there are ${rollers.length} rollers, but the geometry has ${count}; give one body for each`,
  );
}

function checkTip(owner: string, geometry: RollerGeometry, tracker: RollerTrackerName): void {
  if (tracker === "explicit" || tracker === "implicit" || geometry.tipRadius > POINTED * geometry.width) return;
  const limit = geometry.radius * Math.cos(geometry.end);
  throw new ModelError(
    `${owner}: the rollers are pointed, and the tracker "${tracker}" needs a normal at the tips; give a rollerDistance of at ` +
      `most ${Number((0.99 * limit).toPrecision(4))} instead of ${geometry.rollerDistance}, or take the tracker "explicit"`,
  );
}
