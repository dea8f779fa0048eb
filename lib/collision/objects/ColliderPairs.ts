import { checkInstance, subtract } from "../../math/index.ts";
import { BroadPhase, calcSweptBox, type MovingFrame, type SweepStep } from "../broadphase/index.ts";
import { type Geometry, GeometryBounds } from "./geometry/index.ts";
import type { Object3D } from "./Object3D.ts";
import { SuperObjects } from "./SuperObjects.ts";

/** An object that collides, as the broad phase sees it. */
export interface Collider {
  readonly object: Object3D;
  /** The index of its super-object: whose frame it moves with. */
  readonly owner: number;
  readonly bounds: GeometryBounds;
}

/** The pairs of objects of a world that may meet within a step. */
export class ColliderPairs {
  /** In the order of super-objects and of their members: pairs name them by their places here. */
  readonly colliders: readonly Collider[];
  readonly broadPhase = new BroadPhase();
  private readonly box = new Float64Array(6);
  private readonly move = new Float64Array(3);

  constructor(superObjects: SuperObjects) {
    checkInstance("ColliderPairs", "what it is made of", superObjects, SuperObjects, "SuperObjects");
    this.colliders = superObjects.list.flatMap(({ index, colliding, center }) =>
      colliding.map(({ object, position, orientation }) => {
        const { group, mask, geometry } = object;
        this.broadPhase.add({ owner: index, group, mask });
        const place = { position: subtract(position, center), orientation };
        return { object, owner: index, bounds: new GeometryBounds(geometry as Geometry, place) };
      }),
    );
    for (const [a, b] of superObjects.forbiddenPairs) this.broadPhase.forbid(a, b);
  }

  /**
   * Finds the pairs that may meet within a step that begins with the bodies where `frames` say, one for each super-object,
   * and returns how many there are: two numbers each in `broadPhase.pairs`.
   */
  find(frames: readonly MovingFrame[], step: SweepStep): number {
    const { colliders, broadPhase, box, move } = this;
    for (let i = 0; i < colliders.length; i++) {
      calcSweptBox(colliders[i].bounds, frames[colliders[i].owner], step, box, move);
      broadPhase.setMotion(i, box, move);
    }
    return broadPhase.findPairs();
  }
}
