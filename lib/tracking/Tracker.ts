import { checkInstance, type VectorInput } from "../math/index.ts";
import { SurfaceFrame } from "./SurfaceFrame.ts";

/**
 * Follows the nearest points `P_A`, `P_B` of two surfaces, or, where they overlap, the points of deepest penetration:
 * where the common normal meets both. Everything is in world axes. The previous result is where the next search starts.
 *
 * Call `start` once (or after the point was lost), then `track` for every new pose and `calcVelocities` where velocities
 * are needed. A tracker may carry states: then `track` reads the points from them instead of searching, the owner
 * integrates `stateRates` with the rest of the system, and `project` pulls the states back onto the equations.
 */
export abstract class Tracker {
  readonly frameA: SurfaceFrame;
  readonly frameB: SurfaceFrame;

  /** `P_A` (0–2), `P_B` (3–5), normal (6–8), velocities of the tracked points A (9–11) and B (12–14), ṅ (15–17), gap (18). */
  readonly result = new Float64Array(19);
  readonly pointA = this.result.subarray(0, 3);
  readonly pointB = this.result.subarray(3, 6);
  /** Outward unit normal of A at `P_A`: it points from A to B. */
  readonly normal = this.result.subarray(6, 9);
  /** Velocities of the tracked points themselves, not of the material there. */
  readonly velocityA = this.result.subarray(9, 12);
  readonly velocityB = this.result.subarray(12, 15);
  /** Rate of `normal`. */
  readonly normalRate = this.result.subarray(15, 18);

  /** The states the tracker carries and their rates; the owner gives it views of the state vector. */
  states: Float64Array = new Float64Array(0);
  stateRates: Float64Array = new Float64Array(0);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame) {
    const kind = new.target.name;
    this.frameA = checkInstance(kind, "the first frame", frameA, SurfaceFrame);
    this.frameB = checkInstance(kind, "the second frame", frameB, SurfaceFrame);
  }

  /** `algebraic`, `differential`, … : the name by which users choose it. */
  abstract get name(): string;

  /** Signed distance `(r_PB − r_PA)·n`: positive apart, negative where the surfaces overlap. */
  get gap(): number {
    return this.result[18];
  }

  /** Residual of the equations of the nearest points without dimension; formulas have none. */
  get residual(): number {
    return 0;
  }

  get stateCount(): number {
    return 0;
  }

  /** Finds the points from nothing at the poses in the frames, and writes the states that belong to them. */
  abstract start(): void;

  /**
   * Starts at given points (world axes) instead of searching: to choose between several pairs of nearest points. Formulas
   * have no choice.
   */
  startAt(_pointA: VectorInput, _pointB: VectorInput): void {
    this.start();
  }

  /** Points, normal and gap at the poses in the frames. */
  abstract track(): void;

  /** Velocities of the tracked points, rate of the normal and rates of the states; `track` has been called there. */
  abstract calcVelocities(): void;

  /** Brings the states back onto the equations of the nearest points; nothing to do without states. */
  project(): void {}
}
