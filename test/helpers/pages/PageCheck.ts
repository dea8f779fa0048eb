import type { ExecutionContext } from "ava";
import type { NotebookPage } from "../NotebookPage.ts";

/** What a notebook has to show. */
export interface PageCheck {
  /** Its file in `notebooks`, without `.html`. */
  name: string;
  /** Texts that a reader has to find on it. */
  texts: readonly string[];
  /** Canvases with a picture. */
  canvases: number;
  /** Moves sliders, and compares what the page shows with the library run here. */
  check(notebook: NotebookPage, t: ExecutionContext): Promise<void>;
}
