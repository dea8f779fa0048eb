import type { ExecutionContext } from "ava";
import { isClose } from "../compare.ts";
import type { NotebookPage } from "../NotebookPage.ts";

/**
 * Compares a tile of the page with the library run here. Engines of different versions round `sin`, `cos` and `pow` in
 * different ways, which a run of some seconds lets grow: `tolerance` is relative, or absolute below one.
 */
export async function compareFact(
  notebook: NotebookPage,
  t: ExecutionContext,
  { name, value, tolerance = 1e-9 }: { name: string; value: number; tolerance?: number },
): Promise<void> {
  const shown = await notebook.readFact(name);
  if (!Number.isFinite(value)) t.is(shown, value, name);
  else isClose(t, shown, value, tolerance * Math.max(1, Math.abs(value)), `${name}: ${shown}, here ${value}`);
}
