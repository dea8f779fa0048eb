import { checkInstance } from "../../../math/index.ts";
import { Mesh } from "../../../shape/index.ts";
import { checkBounds } from "./checkExtent.ts";
import type { MeshGeometry } from "./Geometry.ts";
import { registerGeometry } from "./madeGeometries.ts";

/** A mesh as a geometry, such as `mesh(readSTL(bytes))`. What it encloses is asked for where it collides or has a density. */
export function mesh(given: Mesh): MeshGeometry {
  checkBounds("mesh", checkInstance("mesh", "the mesh", given, Mesh).bounds);
  return registerGeometry({ kind: "mesh", mesh: given });
}
