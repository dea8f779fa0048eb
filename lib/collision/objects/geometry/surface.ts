import { checkInstance } from "../../../math/index.ts";
import { Surface } from "../../../tracking/index.ts";
import type { SurfaceGeometry } from "./Geometry.ts";
import { registerGeometry } from "./madeGeometries.ts";

/** A smooth surface as a geometry: `surface(new Torus({ radius: 1, tubeRadius: 0.2 }))`. */
export function surface(given: Surface): SurfaceGeometry {
  return registerGeometry({ kind: "surface", surface: checkInstance("surface", "the surface", given, Surface) });
}
