import { checkInstance, checkOptions, otherwise } from "../../../math/index.ts";
import { Mesh } from "../../../shape/index.ts";
import { checkSplitOptions, type SplitMeshOptions } from "../../parts/splitMesh.ts";
import { checkBounds } from "./checkExtent.ts";
import type { MeshGeometry } from "./Geometry.ts";
import { registerGeometry } from "./madeGeometries.ts";

export interface MeshGeometryOptions {
  /** With what it collides: convex parts (`true`, or options of `splitMesh`), or its convex hull (`false`, the default). */
  parts?: boolean | SplitMeshOptions;
}

/** A mesh as a geometry, such as `mesh(readSTL(bytes))`. What it encloses is asked for where it collides or has a density. */
export function mesh(given: Mesh, options: MeshGeometryOptions = {}): MeshGeometry {
  checkBounds("mesh", checkInstance("mesh", "the mesh", given, Mesh).bounds);
  checkOptions("mesh", options, ["parts"]);
  const parts = otherwise(options.parts, false);
  if (typeof parts !== "boolean") checkSplitOptions("mesh, parts", parts);
  return registerGeometry({
    kind: "mesh",
    mesh: given,
    ...(parts !== false && { parts: Object.freeze(parts === true ? {} : { ...parts }) }),
  });
}
