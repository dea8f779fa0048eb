import type { DrawnBond } from "../../bondgraph/export/DrawingModel.ts";
import type { Arrangement, Exit, Side } from "./Arrangement.ts";

/** What is placed as a whole: a group, a hub with its one-port elements, or the place where a bond leaves the frame. */
export interface Block {
  /** Ids of the elements inside, in the order of the model; a pin has none. */
  readonly elements: readonly string[];
  /** Whether a source is inside: the drawing begins there. */
  readonly hasSource: boolean;
  /** Whether one element inside lets power through from side to side: such a block wants a neighbour on both. */
  readonly isTwoPort: boolean;
  /** A pin stays in the first or in the last layer. */
  readonly pin?: Side;
  /** Places what is inside; flipped, what hangs below the line stands above it. */
  arrange(exits: readonly Exit[], isFlipped: boolean): Arrangement;
}

/** A bond between two blocks, by their places in the list. */
export interface Link {
  readonly bond: DrawnBond;
  /** Blocks of `bond.from` and `bond.to`. */
  readonly from: number;
  readonly to: number;
}

export const otherEnd = ({ from, to }: Link, block: number): number => (from === block ? to : from);
