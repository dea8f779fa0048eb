import { ModelError } from "../../../math/index.ts";
import type { Mesh } from "../../../shape/index.ts";
import { describeGeometry, type HullGeometry } from "./Geometry.ts";

/** The faces of a hull of points: they are not searched for here, so pictures and densities ask for a mesh instead. */
export function createHullMesh(owner: string, geometry: HullGeometry): Mesh {
  throw new ModelError(
    `${owner}: the faces of a ${describeGeometry(geometry)} are not known; give its inertia and leave visual out, or give ` +
      "a mesh of it: mesh(new Mesh({ … }))",
  );
}
