import type { Arrangement } from "./Arrangement.ts";
import type { Link } from "./Block.ts";

/** A place in a layer: a block, or the lane of a bond that passes through. */
export class Cell {
  readonly layer: number;
  readonly arrangement: Arrangement | undefined;
  readonly height: number;
  /** Threads to the next and to the previous layer. */
  readonly next: Thread[] = [];
  readonly before: Thread[] = [];
  /** Place in the layer, counted from above. */
  order = 0;
  /** Upper edge. */
  y = 0;

  constructor(layer: number, arrangement?: Arrangement) {
    this.layer = layer;
    this.arrangement = arrangement;
    this.height = arrangement?.height ?? 0;
  }
}

/** The part of a bond between two neighbouring layers. */
export interface Thread {
  readonly link: Link;
  readonly left: Cell;
  readonly right: Cell;
  /** Where it leaves the left cell and reaches the right one, from their upper edges. Exchanged between bonds of one lot. */
  leftOffset: number;
  rightOffset: number;
}
