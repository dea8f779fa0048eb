import { calcCurvature } from "../calcCurvature.ts";
import { calcBranch } from "../findSupport.ts";
import { calcMaterialVelocity, placePoint, turnBack, turnDirection } from "./FeaturePair.ts";
import { type BodyFrame, type PlacedShape, toBody } from "./PlacedShape.ts";

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
    const isTip = shape.kind === "cone" && branch === 1;
    if (shape.vertices.length > 0) this.fixed = toBody(body, shape.vertices, 3 * branch, false);
    else if (isTip) {
      calcBranch(shape, branch, this.direction, this.own);
      this.fixed = toBody(body, this.own, 0, false);
    }
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
