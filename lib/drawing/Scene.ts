import type { Box, Point } from "./geometry.ts";

/** A run of letters in one weight. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
}

export type Shape =
  | { readonly type: "line"; readonly points: readonly Point[]; readonly color: string; readonly width: number }
  | { readonly type: "area"; readonly points: readonly Point[]; readonly fill: string; readonly stroke: string }
  | {
      readonly type: "rect";
      readonly box: Box;
      readonly radius: number;
      readonly fill: string;
      readonly stroke: string;
    }
  | {
      readonly type: "text";
      /** The middle of the line, or its left end. */
      readonly at: Point;
      readonly anchor: "middle" | "start";
      readonly runs: readonly Run[];
      readonly size: number;
      readonly color: string;
    };

/** What belongs to one element, bond or group. */
export interface Item {
  readonly kind: "element" | "bond" | "group" | "note";
  readonly id: string;
  readonly tooltip: string;
  readonly shapes: readonly Shape[];
}

/** A picture as plain data, from which all formats are written; colours are `#rrggbb`. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly items: readonly Item[];
}
