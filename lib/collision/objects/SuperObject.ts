import { SHARED, type Vector3 } from "../../math/index.ts";
import { Inertia } from "../../rigidbody/index.ts";
import type { Object3D } from "./Object3D.ts";
import type { Placement } from "./Placement.ts";

/** An object on the root of its super-object. */
export interface Member extends Placement {
  readonly object: Object3D;
}

/** Objects that are fixed to one another: they move as one body, the axes of which are those of the root. */
export class SuperObject {
  readonly index: number;
  readonly root: Object3D;
  /** All of them, the root first, each placed on the root; in the order of the search. */
  readonly members: readonly Member[];
  /** Those that collide: a geometry with a contact material. */
  readonly colliding: readonly Member[];
  /** Those that have mass. */
  readonly massive: readonly Member[];
  /** Those where forces act: they collide, or a joint or force element is there. */
  readonly acting: readonly Member[];
  /** Those that are drawn and nothing else: they are placed when a picture is wanted, and not before. */
  readonly visualOnly: readonly Member[];
  /** Of all that have mass, by the theorem of parallel axes, in the axes of the root; none without them. */
  readonly inertia: Inertia | undefined;

  constructor(index: number, members: readonly Member[]) {
    this.index = index;
    this.root = members[0].object;
    this.members = members;
    const choose = (fits: (object: Object3D) => boolean) => members.filter(({ object }) => fits(object));
    const acts = (object: Object3D) => object.canCollide || object.connections.length > 0;
    this.colliding = choose((object) => object.canCollide);
    this.massive = choose((object) => object.inertia !== undefined);
    this.acting = choose(acts);
    this.visualOnly = choose((object) => object.isDrawn && object.inertia === undefined && !acts(object));
    this.inertia =
      this.massive.length === 0
        ? undefined
        : Inertia.compose(
            this.massive.map(({ object, position, orientation }) => ({
              inertia: object.inertia as Inertia,
              position,
              orientation,
            })),
          );
  }

  /** Where its body's origin lies in the axes of the root: the centre of mass; the world's is the root itself. */
  get center(): Vector3 {
    return this.index === 0 ? [0, 0, 0] : (this.inertia?.center ?? [0, 0, 0]);
  }

  /** Runs share it: it does not change while they go on. */
  get [SHARED](): true {
    return true;
  }
}
