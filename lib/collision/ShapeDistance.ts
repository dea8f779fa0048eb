import type { Fragment } from "../bondgraph/index.ts";
import { Constraint, type HasOutputs, type Output, type Senses } from "../constraints/index.ts";
import {
  checkEntries,
  checkOptions,
  checkQuaternion,
  checkVector3,
  otherwise,
  type QuaternionInput,
  type VectorInput,
} from "../math/index.ts";
import { type Body, type Constants, KinematicPort } from "../rigidbody/index.ts";
import { ConvexDistance } from "./ConvexDistance.ts";
import { type ConvexShape, checkShape } from "./ConvexShape.ts";
import { calcPlacedPose } from "./calcPlacedPose.ts";

/** Where a shape sits on its body, in the axes of the body, whose origin is the centre of mass. */
export interface ShapePlace {
  /** Default: at the origin. */
  position?: VectorInput;
  /** Quaternion `[w, x, y, z]`. Default: not turned. */
  orientation?: QuaternionInput;
}

export interface ShapeDistanceOptions {
  shapeA: ConvexShape;
  shapeB: ConvexShape;
  placeA?: ShapePlace;
  placeB?: ShapePlace;
}

/**
 * A sensor: the signed distance of two convex shapes on two bodies, with nearest points and normal; it does nothing to the
 * bodies. `new ShapeDistance("gap", table, box, { shapeA, shapeB })` gives the columns `gap.gap`, `gap.gapRate`,
 * `gap.pointA.x` … In an event or a law `gap.present.gap` is the distance of the run that asks.
 */
export class ShapeDistance extends Constraint implements Senses, HasOutputs {
  private readonly pair: ConvexDistance;
  /** Places of the shapes on their bodies, and where they are now. */
  private readonly places: readonly [KinematicPort, KinematicPort];
  private readonly poses: readonly [KinematicPort, KinematicPort];
  private readonly rate = Float64Array.of(Number.NaN);

  constructor(name: string, bodyA: Body, bodyB: Body, options: ShapeDistanceOptions) {
    super(name, bodyA, bodyB);
    checkOptions(this.label, options, ["shapeA", "shapeB", "placeA", "placeB"], true);
    this.pair = new ConvexDistance(
      checkShape(this.label, "shapeA", options.shapeA),
      checkShape(this.label, "shapeB", options.shapeB),
    );
    this.places = [
      readPlace(`${this.label}, placeA`, options.placeA),
      readPlace(`${this.label}, placeB`, options.placeB),
    ];
    this.poses = [new KinematicPort(), new KinematicPort()];
  }

  override get constants(): Constants {
    const [a, b] = this.places;
    return {
      shapeA: this.pair.a.label,
      positionA: a.r,
      rotationA: a.T,
      shapeB: this.pair.b.label,
      positionB: b.r,
      rotationB: b.T,
    };
  }

  /** Signed distance, m: positive apart, negative where the shapes overlap. */
  get gap(): number {
    return this.pair.distance;
  }

  /** How fast the distance grows, m/s: what the bodies do at the nearest points along the normal. */
  get gapRate(): number {
    return this.rate[0];
  }

  /** Unit vector from A to B, world axes. */
  get normal(): Float64Array {
    return this.pair.normal;
  }

  /** Nearest or deepest points, world axes. */
  get pointA(): Float64Array {
    return this.pair.pointA;
  }

  get pointB(): Float64Array {
    return this.pair.pointB;
  }

  get outputs(): readonly Output[] {
    const vector = (name: "pointA" | "pointB" | "normal", unit: string) =>
      ["x", "y", "z"].map((axis, i) => ({ name: `${name}.${axis}`, unit, read: () => this[name][i] }));
    return [
      { name: "gap", unit: "m", read: () => this.gap },
      { name: "gapRate", unit: "m/s", read: () => this.gapRate },
      ...vector("pointA", "m"),
      ...vector("pointB", "m"),
      ...vector("normal", "1"),
    ];
  }

  /** From nothing each time: what is read of a pose does not depend on what was asked before. */
  sense(): void {
    const { pair, poses, places, portA, portB, wrenchA, wrenchB } = this;
    calcPlacedPose(portA, places[0], poses[0]);
    calcPlacedPose(portB, places[1], poses[1]);
    // A trial step that is too long may end nowhere: it is tried again, shorter.
    this.failure = isSomewhere(poses[0]) && isSomewhere(poses[1]) ? undefined : "its bodies are nowhere";
    if (this.failure) {
      pair.distance = Number.NaN;
      this.rate[0] = Number.NaN;
      return;
    }
    pair.forget();
    pair.calc(poses[0], poses[1]);
    this.rate[0] = calcApproach(portB, pair.pointB, pair.normal) - calcApproach(portA, pair.pointA, pair.normal);
    for (let i = 0; i < 3; i++) {
      wrenchA.P[i] = pair.pointB[i];
      wrenchB.P[i] = pair.pointB[i];
    }
  }

  /** Six effort constraints of zero. */
  override bondGraph(): Fragment {
    return this.createFragment([], ["Fx", "Fy", "Fz", "Mx", "My", "Mz"]);
  }
}

function readPlace(owner: string, given: ShapePlace | undefined): KinematicPort {
  if (given !== undefined) checkEntries(owner, "the place", given, "an object such as { position: [0, 1, 0] }");
  checkOptions(owner, given, ["position", "orientation"]);
  const position = checkVector3(owner, "position", otherwise(given?.position, [0, 0, 0]));
  const orientation = checkQuaternion(owner, "orientation", otherwise(given?.orientation, [1, 0, 0, 0]));
  return KinematicPort.of({ position, orientation });
}

function isSomewhere({ r, T }: KinematicPort): boolean {
  let sum = r[0] + r[1] + r[2];
  for (let i = 0; i < 9; i++) sum += T[i];
  return Number.isFinite(sum);
}

/** Velocity along `n` of the point of a body that is at `p` now. */
function calcApproach({ r, v, w }: KinematicPort, p: Float64Array, n: Float64Array): number {
  const x = p[0] - r[0];
  const y = p[1] - r[1];
  const z = p[2] - r[2];
  return (
    n[0] * (v[0] + w[1] * z - w[2] * y) + n[1] * (v[1] + w[2] * x - w[0] * z) + n[2] * (v[2] + w[0] * y - w[1] * x)
  );
}
