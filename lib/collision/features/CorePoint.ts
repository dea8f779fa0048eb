import { calcCurvature } from "../calcCurvature.ts";
import { calcRimCorner } from "../calcRimCorner.ts";
import { calcBranch } from "../findSupport.ts";
import { calcMaterialVelocity, placePoint, turnBack, turnDirection } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

/** Round ends that are tilted by less than this against a face, rad, stand on the corners of a polygon. */
export const FLAT = 1e-6;

/** From here on branches of a cylinder or a cone are those corners. */
export const RIM = 2;

/**
 * The point of a core that lies farthest in a direction, on one of its branches: a corner, which stays where it is, or a point of
 * a rim or an ellipsoid, which moves as the direction turns.
 */
export class CorePoint {
  readonly body: PlacedShape;
  readonly branch: number;
  /** Where it is, and how fast, in world axes. */
  readonly p = new Float64Array(3);
  readonly v = new Float64Array(3);
  /** Whether it is on the rim of a round end. */
  private readonly isRound: boolean;
  /** In the body's axes, if it stays there. */
  private readonly fixed: Float64Array | undefined;
  private readonly direction = new Float64Array(3);
  private readonly own = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly curvature = new Float64Array(6);

  constructor(body: PlacedShape, branch: number) {
    this.body = body;
    this.branch = branch;
    const { shape } = body;
    const isTurned = shape.kind === "cylinder" || shape.kind === "cone";
    const isTip = shape.kind === "cone" && branch === 1;
    this.isRound = isTurned && !isTip;
    if (shape.vertices.length > 0) this.fixed = toBody(body, shape.vertices, 3 * branch, false);
    else if (isTip || (isTurned && branch >= RIM)) {
      if (isTip) calcBranch(shape, branch, this.direction, this.own);
      else calcRimCorner(shape, branch - RIM, this.own);
      this.fixed = toBody(body, this.own, 0, false);
    }
  }

  /** What is left until the end of the rim lies flat on a face with the normal `n`, or does not any more, and its rate, into `out`. */
  addRoom(frame: BodyFrame, n: Float64Array, rate: Float64Array, out: Float64Array): void {
    if (!this.isRound) return;
    const { own, turn, direction: d } = this;
    const { w } = frame;
    const { place, shape } = this.body;
    const { axis, extents } = shape;
    turnBack(frame, n, own);
    for (let i = 0; i < 3; i++) d[i] = -(place.T[i] * own[0] + place.T[3 + i] * own[1] + place.T[6 + i] * own[2]);
    turn[0] = rate[0] - (w[1] * n[2] - w[2] * n[1]);
    turn[1] = rate[1] - (w[2] * n[0] - w[0] * n[2]);
    turn[2] = rate[2] - (w[0] * n[1] - w[1] * n[0]);
    turnBack(frame, turn, own);
    for (let i = 0; i < 3; i++) turn[i] = -(place.T[i] * own[0] + place.T[3 + i] * own[1] + place.T[6 + i] * own[2]);
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const tilt = Math.sqrt(d[u] * d[u] + d[v] * d[v]);
    const tiltRate =
      tilt > 0 ? (d[u] * turn[u] + d[v] * turn[v]) / tilt : Math.sqrt(turn[u] * turn[u] + turn[v] * turn[v]);
    const sign = this.branch < RIM ? 1 : -1;
    const room = extents[0] * (sign * tilt + (sign > 0 ? -FLAT : 2 * FLAT));
    if (room >= out[0]) return;
    out[0] = room;
    out[1] = sign * extents[0] * tiltRate;
  }

  /** Finds the point; `n` is the direction, and `sign` −1 if the opposite one is meant. */
  find(frame: BodyFrame, n: Float64Array, sign: number): void {
    const { fixed, direction: d, own, p } = this;
    if (fixed) {
      placePoint(frame, fixed, p);
      return;
    }
    const { shape, place } = this.body;
    turnBack(frame, n, own);
    for (let i = 0; i < 3; i++) d[i] = sign * (place.T[i] * own[0] + place.T[3 + i] * own[1] + place.T[6 + i] * own[2]);
    calcBranch(shape, this.branch, d, own);
    for (let i = 0; i < 3; i++) {
      p[i] = place.r[i] + place.T[3 * i] * own[0] + place.T[3 * i + 1] * own[1] + place.T[3 * i + 2] * own[2];
    }
    turnDirection(frame, p, own);
    const { r } = frame;
    for (let i = 0; i < 3; i++) p[i] = r[i] + own[i];
  }

  /** How fast it moves while the direction `n` turns by `rate`; `find` was called there. */
  calcVelocity(frame: BodyFrame, n: Float64Array, rate: Float64Array, sign: number): void {
    const { fixed, p, v, own, turn, direction: d, curvature: k } = this;
    calcMaterialVelocity(frame, p, 0, v);
    if (fixed) return;
    const { w } = frame;
    const { shape, place } = this.body;
    // The turn of the direction as the body sees it.
    turn[0] = sign * (rate[0] - (w[1] * n[2] - w[2] * n[1]));
    turn[1] = sign * (rate[1] - (w[2] * n[0] - w[0] * n[2]));
    turn[2] = sign * (rate[2] - (w[0] * n[1] - w[1] * n[0]));
    turnBack(frame, turn, own);
    for (let i = 0; i < 3; i++) turn[i] = place.T[i] * own[0] + place.T[3 + i] * own[1] + place.T[6 + i] * own[2];
    calcCurvature(shape, this.branch, d, k);
    own[0] = k[0] * turn[0] + k[3] * turn[1] + k[4] * turn[2];
    own[1] = k[3] * turn[0] + k[1] * turn[1] + k[5] * turn[2];
    own[2] = k[4] * turn[0] + k[5] * turn[1] + k[2] * turn[2];
    for (let i = 0; i < 3; i++)
      turn[i] = place.T[3 * i] * own[0] + place.T[3 * i + 1] * own[1] + place.T[3 * i + 2] * own[2];
    turnDirection(frame, turn, own);
    for (let i = 0; i < 3; i++) v[i] += own[i];
  }
}
