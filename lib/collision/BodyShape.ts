import type { Body } from "../rigidbody/index.ts";
import { KinematicPort } from "../rigidbody/index.ts";
import type { BodyCollider, ContactMaterial } from "../shape/index.ts";
import { type ConvexShape, checkShape } from "./ConvexShape.ts";
import { calcPlacedPose } from "./calcPlacedPose.ts";
import type { Pose } from "./Pose.ts";
import { ShapeBounds } from "./ShapeBounds.ts";

/** A convex shape that a body touches others with. */
export class BodyShape {
  /** Its place among all of a model. */
  readonly index: number;
  readonly body: Body;
  /** The number of all that are rigidly connected with the body: they never touch one another. */
  readonly cluster: number;
  readonly shape: ConvexShape;
  /** Where it sits on the body: from the centre of mass (a base: its origin), in the body's axes. */
  readonly place: KinematicPort;
  readonly bounds: ShapeBounds;
  private readonly isCentral: boolean;
  readonly material: ContactMaterial;
  readonly group: number;
  readonly mask: number;

  constructor(owner: string, index: number, body: Body, cluster: number, collider: BodyCollider) {
    const { position, orientation, material, group, mask } = collider;
    this.index = index;
    this.body = body;
    this.cluster = cluster;
    this.shape = checkShape(owner, "shape", collider.shape);
    this.place = KinematicPort.of({ position, orientation });
    this.isCentral = this.shape.kind === "point" && position.every((x) => x === 0);
    this.bounds = new ShapeBounds(this.shape, this.place);
    this.material = material;
    this.group = group;
    this.mask = mask;
  }

  /** Where the shape is with its body as given; of a ball at the centre the axes do not matter, and are left. */
  calcPose(pose: Pose, out: Pose): void {
    if (this.isCentral) {
      for (let i = 0; i < 3; i++) out.r[i] = pose.r[i];
    } else calcPlacedPose(pose, this.place, out);
  }
}
