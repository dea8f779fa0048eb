import {
  callGiven,
  checkEntries,
  checkInstance,
  checkText,
  checkVector3,
  describe,
  isInstance,
  ModelError,
  type Vector3,
  type VectorInput,
} from "../../math/index.ts";
import type { Constants, KinematicPort } from "../../rigidbody/index.ts";
import {
  createTracker,
  SmoothTracker,
  Surface,
  SurfaceFrame,
  Tracker,
  type TrackerName,
  TrackingError,
} from "../../tracking/index.ts";
import { Constraint } from "../Constraint.ts";
import type { Output, TrackingChoice } from "../capabilities/index.ts";
import { PointAccelerations } from "./PointAccelerations.ts";

export interface ContactTrackingOptions {
  /** The surfaces, each in the axes of its body. */
  surfaceA: Surface;
  surfaceB: Surface;
  /** How the nearest points are followed: a name, or a function that makes the tracker. Default: the cheapest way that applies. */
  tracker?: TrackerName | TrackerFactory;
  /**
   * Where the points are about at the start (A's, then B's; world axes), where several pairs are nearest or another one is
   * wanted. Formulas (`closed-form`) have no choice and ignore it. Default: a search for the nearest.
   */
  startAt?: readonly [VectorInput, VectorInput];
}

/** Makes a tracker of one's own for the two surfaces. */
export type TrackerFactory = (frameA: SurfaceFrame, frameB: SurfaceFrame) => Tracker;

export const TRACKING_OPTIONS = ["surfaceA", "surfaceB", "tracker", "startAt"] as const;

/** The constraint whose ports and states a tracking uses. */
export interface TrackingOwner {
  readonly label: string;
  readonly portA: KinematicPort;
  readonly portB: KinematicPort;
  readonly states: Float64Array;
  readonly stateRates: Float64Array;
  failure: string | undefined;
}

/**
 * Stage 1 of a contact: where are the nearest points of the two surfaces, and how do they move. The tracker works on the
 * ports of a constraint and, if it carries states, on the states of the constraint.
 */
export class ContactTracking implements TrackingChoice {
  readonly frameA: SurfaceFrame;
  readonly frameB: SurfaceFrame;
  /** Follows the points; runs begin with a copy of it. */
  tracker: Tracker;
  /** Whether a search that has lost its points begins anew: where the nearest of all are wanted, or there are no others. */
  canRestart = false;
  /** Whether the last points are those of another body, and no beginning for a search. */
  private isElsewhere = false;
  protected readonly owner: TrackingOwner;
  private readonly points: readonly [Vector3, Vector3] | undefined;
  private readonly accelerations: PointAccelerations;

  constructor(owner: TrackingOwner, options: ContactTrackingOptions) {
    if (!isInstance(owner, Constraint)) {
      throw new ModelError(`ContactTracking: its owner is ${describe(owner)}; give the constraint that tracks`);
    }
    this.owner = owner;
    if (options !== undefined) checkEntries(owner.label, "the options", options, "an object such as { surfaceA: … }");
    for (const [key, value] of [
      ["surfaceA", options?.surfaceA],
      ["surfaceB", options?.surfaceB],
    ] as const) {
      if (value instanceof Surface) continue;
      throw new ModelError(
        `${owner.label}: ${key} is ${describe(value)}; give a surface such as new Sphere({ radius: 0.1 })`,
      );
    }
    this.points = checkPoints(owner.label, options.startAt);
    this.frameA = new SurfaceFrame(options.surfaceA);
    this.frameB = new SurfaceFrame(options.surfaceB);
    this.tracker = this.create(options.tracker);
    this.accelerations = new PointAccelerations(owner, this);
  }

  /** The surfaces, where they sit on their bodies. */
  get constants(): Constants {
    const [a, b] = [this.frameA.surface, this.frameB.surface];
    return {
      surfaceA: a.label,
      positionA: a.position,
      rotationA: a.rotation,
      surfaceB: b.label,
      positionB: b.position,
      rotationB: b.rotation,
    };
  }

  /** The size of the smaller surface, m. */
  get size(): number {
    return Math.min(this.frameA.surface.size, this.frameB.surface.size);
  }

  /** Chooses another tracker for the next assembly. */
  choose(name: TrackerName): void {
    this.tracker = this.create(name);
  }

  private create(tracker: TrackerName | TrackerFactory | undefined): Tracker {
    const { frameA, frameB } = this;
    const { label } = this.owner;
    if (tracker !== undefined && typeof tracker !== "function") checkText(label, "tracker", tracker);
    try {
      if (typeof tracker !== "function") return createTracker(tracker, frameA, frameB);
      const made = callGiven(label, "tracker", () => tracker(frameA, frameB));
      return checkInstance(label, "what tracker returned", made, Tracker, "a Tracker, new AlgebraicTracker(a, b)");
    } catch (cause) {
      if (cause instanceof TrackingError) throw new TrackingError(`${label}: ${cause.message}`, { cause });
      throw cause;
    }
  }

  /** B is another body from now on; a tracker that carries states gets them with it. */
  leave(): void {
    this.isElsewhere = true;
  }

  /**
   * Points, normal, gap and how they move, at the poses in the ports. A tracker may lose its point in a trial step that is
   * too long: the results are then no numbers, and the step is tried again shorter.
   */
  track(): void {
    this.updateFrames();
    this.owner.failure = undefined;
    try {
      if (this.isElsewhere && this.tracker.stateCount === 0) this.tracker.start();
      else this.tracker.track();
      this.tracker.calcVelocities();
      this.isElsewhere = false;
    } catch (cause) {
      if (!(cause instanceof TrackingError)) throw cause;
      this.lose(cause.message);
      if (this.canRestart && this.tracker.stateCount === 0) this.restart();
    }
  }

  /**
   * Whether other points may come nearer than those that are followed: in a bowl, or beside what is not convex. Formulas have no
   * such others, trackers with states stay where they are, and so does a search that was told where to begin.
   */
  get hasBranches(): boolean {
    const { tracker, frameA, frameB, points } = this;
    if (!(tracker instanceof SmoothTracker) || tracker.stateCount > 0 || points) return false;
    return [frameA, frameB].some(({ surface }) => surface.inside || !surface.isConvex);
  }

  /** Goes over to the nearest points of all, if others than the followed ones are. */
  lookAround(): void {
    this.updateFrames();
    const { tracker } = this;
    const [a, b] = [tracker.pointA.slice(), tracker.pointB.slice()];
    try {
      tracker.start();
    } catch (cause) {
      // Where several are as near, those that are followed are as good.
      if (!(cause instanceof TrackingError)) throw cause;
      this.follow(() => tracker.startAt(a, b));
    }
  }

  private follow(work: () => void): void {
    try {
      work();
    } catch (cause) {
      if (!(cause instanceof TrackingError)) throw cause;
      this.lose(cause.message);
    }
  }

  private lose(reason: string): void {
    this.owner.failure = reason;
    this.tracker.result.fill(Number.NaN);
    this.owner.stateRates.fill(Number.NaN);
  }

  private restart(): void {
    try {
      this.tracker.start();
      this.tracker.calcVelocities();
      this.owner.failure = undefined;
    } catch (cause) {
      if (!(cause instanceof TrackingError)) throw cause;
    }
  }

  private updateFrames(): void {
    this.frameA.update(this.owner.portA);
    this.frameB.update(this.owner.portB);
    if (this.tracker.stateCount === 0) return;
    this.tracker.states = this.owner.states;
    this.tracker.stateRates = this.owner.stateRates;
  }

  begin(t: number): void {
    this.updateFrames();
    this.isElsewhere = false;
    const { tracker, points } = this;
    this.locate(t, () => {
      if (points) tracker.startAt(...points);
      else tracker.start();
    });
  }

  project(t: number): void {
    this.updateFrames();
    this.locate(t, () => this.tracker.project());
  }

  /** A tracker that loses its point says where; here is who, and when. */
  private locate(t: number, work: () => void): void {
    try {
      work();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : describe(cause);
      throw new ModelError(`${this.owner.label} at t = ${t} s: ${reason}`, { cause });
    }
  }

  /** Gap, points and normal, how they move, and the residual of the equations (zero for formulas). */
  get outputs(): readonly Output[] {
    const vector = (name: string, unit: string, from: () => Float64Array) =>
      ["x", "y", "z"].map((axis, i) => ({ name: `${name}.${axis}`, unit, read: () => from()[i] }));
    return [
      { name: "gap", unit: "m", read: () => this.tracker.gap },
      ...vector("pointA", "m", () => this.tracker.pointA),
      ...vector("pointB", "m", () => this.tracker.pointB),
      ...vector("normal", "1", () => this.tracker.normal),
      ...vector("velocityA", "m/s", () => this.tracker.velocityA),
      ...vector("velocityB", "m/s", () => this.tracker.velocityB),
      ...vector("normalRate", "1/s", () => this.tracker.normalRate),
      ...vector("accelerationA", "m/s²", () => this.accelerations.read().subarray(0, 3)),
      ...vector("accelerationB", "m/s²", () => this.accelerations.read().subarray(3, 6)),
      { name: "residual", unit: "1", read: () => this.residual },
    ];
  }

  private get residual(): number {
    return this.tracker.residual;
  }
}

function checkPoints(label: string, points: unknown): readonly [Vector3, Vector3] | undefined {
  if (points === undefined) return undefined;
  if (!Array.isArray(points) || points.length !== 2) {
    throw new ModelError(
      `${label}: startAt is ${describe(points)}; give two points, A's and B's, such as [[0, 0, 0], [0, 0.1, 0]]`,
    );
  }
  return [
    checkVector3(label, "the first point of startAt", points[0]),
    checkVector3(label, "the second point of startAt", points[1]),
  ];
}
