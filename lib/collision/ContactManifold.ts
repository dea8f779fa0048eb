import { checkNumber, checkOptions, ModelError, otherwise } from "../math/index.ts";
import { ContactFeature } from "./ContactFeature.ts";
import { ConvexDistance } from "./ConvexDistance.ts";
import type { ConvexShape } from "./ConvexShape.ts";
import { FeatureClip } from "./FeatureClip.ts";
import type { Pose } from "./Pose.ts";

export interface ContactManifoldOptions {
  /** Faces and lines up to this angle from being parallel touch along all of their length, rad. Default: 0.01. */
  angle?: number;
}

/**
 * The points where two convex shapes touch or are about to: the corners of the common part of two faces, the ends of the
 * common part of an edge or a line and a face, or of two lines side by side; otherwise one point, that of the distance. Flat
 * arrays, filled anew by each query, nothing is allocated.
 */
export class ContactManifold {
  /** Distance, normal and the nearest points. */
  readonly pair: ConvexDistance;
  /** How many points there are. */
  count = 0;
  /** The points on A and on B, three numbers each, world axes, and what they are apart along the normal. */
  readonly pointsA: Float64Array;
  readonly pointsB: Float64Array;
  readonly gaps: Float64Array;
  /**
   * What the points are on A and on B: a corner (its number), an edge (a larger number), or the inside of a face or a line
   * (negative). A point with the same names at the next query is the same point.
   */
  readonly featuresA: Int32Array;
  readonly featuresB: Int32Array;
  private readonly sine: number;
  /** What each shape turns to the other. @internal */
  readonly a: ContactFeature;
  /** @internal */
  readonly b: ContactFeature;
  private readonly clip: FeatureClip;
  private readonly against = new Float64Array(3);

  constructor(a: ConvexShape, b: ConvexShape, options?: ContactManifoldOptions) {
    checkOptions("ContactManifold", options, ["angle"]);
    const angle = checkNumber("ContactManifold", "angle", otherwise(options?.angle, 0.01));
    if (!(angle > 0 && angle <= 0.5)) {
      throw new ModelError(`ContactManifold: angle is ${angle} rad; give one greater than 0, up to 0.5`);
    }
    this.pair = new ConvexDistance(a, b);
    this.sine = Math.sin(angle);
    this.a = new ContactFeature(a);
    this.b = new ContactFeature(b);
    // Each side of one polygon can add a corner to the other.
    const most = this.a.names.length + this.b.names.length;
    this.clip = new FeatureClip(most);
    this.pointsA = new Float64Array(3 * most);
    this.pointsB = new Float64Array(3 * most);
    this.gaps = new Float64Array(most);
    this.featuresA = new Int32Array(most);
    this.featuresB = new Int32Array(most);
  }

  /** The points where the shapes are now. */
  calc(poseA: Pose, poseB: Pose): void {
    const { pair, a, b, clip, against, sine } = this;
    const { normal } = pair;
    pair.calc(poseA, poseB);
    for (let i = 0; i < 3; i++) against[i] = -normal[i];
    a.find(normal, poseA, poseA.r, sine);
    b.find(against, poseB, poseA.r, sine);
    this.count = 0;
    if (a.count === 1 || b.count === 1) {
      this.addNearest();
      return;
    }
    // The face that is across the normal is the one that distances are measured from, and that the other one is cut by.
    const isA = a.count > 2 && (b.count === 2 || calcTilt(a.normal, normal) <= calcTilt(b.normal, normal));
    const isCut = isA || b.count > 2 ? clip.cut(isA ? b : a, isA ? a : b) : clip.cutLines(b, a, sine);
    if (isCut) this.read(isA || b.count === 2, poseA.r);
    if (this.count === 0) this.addNearest();
  }

  /** What is left of the feature that was cut, and the place of the other one on the same line along the normal. */
  private read(isB: boolean, origin: Float64Array): void {
    const { clip, pair, pointsA, pointsB, gaps, featuresA, featuresB, a, b } = this;
    const { normal: n } = pair;
    clip.calcHeights(isB ? a : b, n);
    for (let k = 0; k < clip.count; k++) {
      const gap = isB ? clip.heights[k] : -clip.heights[k];
      gaps[k] = gap - a.shape.radius - b.shape.radius;
      featuresA[k] = isB ? clip.others[k] : clip.names[k];
      featuresB[k] = isB ? clip.names[k] : clip.others[k];
      for (let i = 0; i < 3; i++) {
        const at = origin[i] + clip.points[3 * k + i];
        pointsA[3 * k + i] = at - (isB ? gap * n[i] : 0) + a.shape.radius * n[i];
        pointsB[3 * k + i] = pointsA[3 * k + i] + gaps[k] * n[i];
      }
    }
    this.count = clip.count;
  }

  private addNearest(): void {
    const { pair, pointsA, pointsB, gaps, featuresA, featuresB, a, b } = this;
    for (let i = 0; i < 3; i++) {
      pointsA[i] = pair.pointA[i];
      pointsB[i] = pair.pointB[i];
    }
    gaps[0] = pair.distance;
    featuresA[0] = a.count === 1 ? a.names[0] : a.face;
    featuresB[0] = b.count === 1 ? b.names[0] : b.face;
    this.count = 1;
  }
}

/** How far a face is from being across the normal: 0 to 1. */
const calcTilt = (a: Float64Array, n: Float64Array): number => 1 - Math.abs(a[0] * n[0] + a[1] * n[1] + a[2] * n[2]);
