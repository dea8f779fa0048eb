import type { Vector3 } from "../../math/index.ts";

/** Where a surface without end is cut: this far about a point, in the surface's own axes. */
export interface Cut {
  center: Vector3;
  /** m */
  extent: number;
}
