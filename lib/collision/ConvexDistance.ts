import { checkChoice, checkOptions, describe, ModelError, otherwise } from "../math/index.ts";
import { ClosedForm } from "./ClosedForm.ts";
import { type ConvexShape, checkShape } from "./ConvexShape.ts";
import { CorePair, type DistanceMethod } from "./CorePair.ts";
import type { Pose } from "./Pose.ts";

export interface ConvexDistanceOptions {
  /**
   * How pairs without a formula are found: by descent and expansion (`"gjk"`, the default), or by Minkowski portal refinement
   * (`"mpr"`), which begins anew at every query and finds a least depth among its neighbours, not always of all.
   */
  method?: DistanceMethod;
}

/**
 * The signed distance of two convex shapes, with the nearest points, or those of the least way out where they overlap. One
 * object a pair: it remembers where the last answer was and begins there.
 *
 * ```ts
 * const pair = new ConvexDistance(ConvexShape.box({ size: [1, 1, 1] }), ConvexShape.sphere({ radius: 0.5 }));
 * pair.calc(poseA, poseB);
 * pair.distance;
 * ```
 */
export class ConvexDistance {
  readonly a: ConvexShape;
  readonly b: ConvexShape;
  /** Positive apart, m; negative where they overlap: the shortest way that separates them. Continuous through zero. */
  distance = Number.NaN;
  /** Unit vector from A to B, world axes. */
  readonly normal = new Float64Array(3);
  /** Nearest or deepest points, world axes: `pointB − pointA = distance · normal`. */
  readonly pointA = new Float64Array(3);
  readonly pointB = new Float64Array(3);
  private readonly pair: CorePair;
  private readonly form: ClosedForm | undefined;

  constructor(a: ConvexShape, b: ConvexShape, options?: ConvexDistanceOptions) {
    this.a = checkShape("ConvexDistance", "the first shape", a);
    this.b = checkShape("ConvexDistance", "the second shape", b);
    checkOptions("ConvexDistance", options, ["method"]);
    const method = checkChoice("ConvexDistance", "method", otherwise(options?.method, "gjk"), ["gjk", "mpr"]);
    this.pair = new CorePair(a, b, method);
    this.form = ClosedForm.find(this.pair.difference);
  }

  /** Whether the distance is a formula. */
  get isClosedForm(): boolean {
    return this.form !== undefined;
  }

  /** How often bounds of the distance did not agree, so that a slow and robust search was needed. */
  get fallbackCount(): number {
    return this.pair.fallbackCount;
  }

  /** Begins the next query from nothing. */
  forget(): void {
    this.pair.forget();
  }

  /** Distance, normal and points where the shapes are now. */
  calc(poseA: Pose, poseB: Pose): void {
    if (!isPose(poseA)) refusePose(this.a, poseA);
    if (!isPose(poseB)) refusePose(this.b, poseB);
    this.pair.difference.setPoses(poseA, poseB);
    if (!Number.isFinite(this.pair.difference.scale)) this.refuse(poseA, poseB);
    const { form, pair } = this;
    const solver = form ?? pair;
    solver.calc();
    this.place(poseA, solver);
  }

  /** From the cores in A's axes to the shapes in the world. */
  private place({ r, T }: Pose, { distance, normal: n, pointA: p }: ClosedForm | CorePair): void {
    const { normal, pointA, pointB, a, b } = this;
    this.distance = distance - a.radius - b.radius;
    for (let i = 0; i < 3; i++) {
      const j = 3 * i;
      normal[i] = T[j] * n[0] + T[j + 1] * n[1] + T[j + 2] * n[2];
      pointA[i] = r[i] + T[j] * p[0] + T[j + 1] * p[1] + T[j + 2] * p[2] + a.radius * normal[i];
      pointB[i] = pointA[i] + this.distance * normal[i];
    }
  }

  private refuse(poseA: Pose, poseB: Pose): never {
    const isA = ![...poseA.r, ...poseA.T].every(Number.isFinite);
    const pose = isA ? poseA : poseB;
    throw new ModelError(
      `ConvexDistance: the pose of ${(isA ? this.a : this.b).label} is r = [${pose.r.join(", ")}], ` +
        `T = [${pose.T.join(", ")}]; give finite numbers (a division by zero upstream?)`,
    );
  }
}

const isPose = (pose: Pose): boolean => pose?.r?.length === 3 && pose.T?.length === 9;

function refusePose(shape: ConvexShape, pose: unknown): never {
  throw new ModelError(
    `ConvexDistance: the pose of ${shape.label} is ${describe(pose)}; give an object with three numbers r and nine numbers T, ` +
      "such as body.kinematics or KinematicPort.of({ position: [0, 0, 0] })",
  );
}
