import type { DrawnBond, DrawnElement } from "../../bondgraph/export/DrawingModel.ts";
import type { Box, Point } from "../geometry.ts";

export interface PlacedElement extends Box {
  readonly element: DrawnElement;
  /** `bar`: a junction stretched along its bonds; `split`: the direct sum, narrow where the multibond comes in. */
  readonly shape: "text" | "bar" | "split" | "word";
  /** Whether the narrow end of a split is below. */
  readonly isFlipped?: boolean;
}

export interface PlacedBond {
  readonly bond: DrawnBond;
  /** From the border of one element to that of the other. */
  readonly points: readonly Point[];
  /** Where the dimension is written. */
  readonly label?: Box | undefined;
}

/** The frame of a group, with its name in the upper left corner. */
export interface PlacedGroup extends Box {
  readonly name: string;
  readonly title: Box;
}

/** Where everything is; the upper left corner is the origin, y points down. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly elements: readonly PlacedElement[];
  readonly bonds: readonly PlacedBond[];
  readonly groups: readonly PlacedGroup[];
}
