import type { DrawingModel } from "./DrawingModel.ts";

/** A drawing in a page. */
export interface LiveDrawing {
  /** Names of the groups that are drawn as one word. */
  readonly folded: readonly string[];
  fold(groups: readonly string[]): void;
  unfold(groups: readonly string[]): void;
  /** Shows other numbers, or another graph; what is folded stays folded. */
  update(model: DrawingModel): void;
  /** Brings everything into view. */
  fit(): void;
  remove(): void;
}

/** A drawing in a page that knows its graph. */
export interface LiveGraph extends LiveDrawing {
  /** Reads again what the bonds carry: call it after `run.at(t).show()`. */
  refresh(): void;
}
