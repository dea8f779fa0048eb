import { KinematicPort } from "../../rigidbody/index.ts";
import { type SurfaceFrame, type Tracker, TrackingError } from "../../tracking/index.ts";
import type { TrackingOwner } from "./ContactTracking.ts";

/** Turn, or way by sizes, in a step of the differences: of sixth order, so that rounding of 1e-13 is all that is left. */
const STEP = 4e-3;
const WEIGHTS = [
  [-3, -1 / 60],
  [-2, 3 / 20],
  [-1, -3 / 4],
  [1, 3 / 4],
  [2, -3 / 20],
  [3, 1 / 60],
] as const;

/**
 * Accelerations of tracked points. Their velocity is a function of poses and twists (and of the tracker's states); its
 * derivative along the motion is taken by differences on a path with the present velocities and accelerations. Formulas
 * would need the third derivatives of the surfaces.
 */
export class PointAccelerations {
  private readonly owner: TrackingOwner;
  private readonly place: { readonly tracker: Tracker; readonly frameA: SurfaceFrame; readonly frameB: SurfaceFrame };
  private readonly values = new Float64Array(6);
  /** What `values` belong to: the results of the tracker, and the ports. */
  private readonly key = new Float64Array(19 + 48).fill(Number.NaN);
  private readonly moved = new KinematicPort();

  constructor(owner: TrackingOwner, place: PointAccelerations["place"]) {
    this.owner = owner;
    this.place = place;
  }

  /** Of A's point (0–2) and B's (3–5), at the evaluated model; no numbers where the tracker loses its points. */
  read(): Float64Array {
    const { values, key, owner } = this;
    const { result } = this.place.tracker;
    const now = Float64Array.of(...result, ...listNumbers(owner.portA), ...listNumbers(owner.portB));
    if (now.every((value, i) => value === key[i])) return values;
    this.calc(result.slice());
    key.set(now);
    return values;
  }

  private calc(result: Float64Array): void {
    const { values, owner } = this;
    const { tracker, frameA, frameB } = this.place;
    const [states, rates] = [owner.states.slice(), owner.stateRates.slice()];
    const { portA: A, portB: B } = owner;
    const size = Math.min(frameA.surface.size, frameB.surface.size);
    const way = Math.hypot(...A.v.map((v, i) => v - B.v[i]), ...result.subarray(9, 15));
    const h = STEP / Math.max(1, Math.hypot(...A.w), Math.hypot(...B.w), way / size);
    values.fill(0);
    try {
      for (const [place, weight] of WEIGHTS) {
        this.moveTo(place * h);
        for (let i = 0; i < tracker.stateCount; i++) tracker.states[i] = states[i] + place * h * rates[i];
        tracker.track();
        tracker.calcVelocities();
        for (let i = 0; i < 6; i++) values[i] += (weight / h) * tracker.result[9 + i];
      }
    } catch (cause) {
      if (!(cause instanceof TrackingError)) throw cause;
      values.fill(Number.NaN);
    }
    this.moveTo(0);
    owner.states.set(states);
    if (values.every(Number.isFinite)) tracker.track();
    owner.stateRates.set(rates);
    tracker.result.set(result);
  }

  private moveTo(h: number): void {
    const { place, owner, moved } = this;
    advance(owner.portA, h, moved);
    place.frameA.update(moved);
    advance(owner.portB, h, moved);
    place.frameB.update(moved);
  }
}

const listNumbers = ({ r, T, v, w, a, e }: KinematicPort) => [...r, ...T, ...v, ...w, ...a, ...e];

/** The pose and the twist a time `h` on; to first order, with a rotation matrix all the same (Rodrigues). */
function advance({ r, T, v, w, a, e }: KinematicPort, h: number, out: KinematicPort): void {
  for (let i = 0; i < 3; i++) {
    out.r[i] = r[i] + h * v[i];
    out.v[i] = v[i] + h * a[i];
    out.w[i] = w[i] + h * e[i];
  }
  const rate = Math.hypot(...w);
  const sine = rate > 0 ? Math.sin(h * rate) / rate : 0;
  // Not divided by the square of the rate, which may be zero where the rate is not.
  const half = rate > 0 ? Math.sin((h * rate) / 2) / rate : 0;
  const rest = 2 * half * half;
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [T[k], T[k + 3], T[k + 6]];
    const c = [w[1] * z - w[2] * y, w[2] * x - w[0] * z, w[0] * y - w[1] * x];
    const d = [w[1] * c[2] - w[2] * c[1], w[2] * c[0] - w[0] * c[2], w[0] * c[1] - w[1] * c[0]];
    out.T[k] = x + sine * c[0] + rest * d[0];
    out.T[k + 3] = y + sine * c[1] + rest * d[1];
    out.T[k + 6] = z + sine * c[2] + rest * d[2];
  }
}
