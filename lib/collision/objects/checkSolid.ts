import { ModelError } from "../../math/index.ts";
import { describeGeometry, type Geometry } from "./geometry/index.ts";

/** Refuses a mesh with holes where its inside matters. */
export function checkSolid(
  owner: string,
  geometry: Geometry,
  { density, mass, contact }: { density?: unknown; mass?: unknown; contact?: unknown },
): void {
  if (geometry.kind !== "mesh") return;
  const use = contact !== undefined ? "contact" : density !== undefined ? "density" : mass !== undefined ? "mass" : "";
  const [defect] = use === "" ? [] : geometry.mesh.findDefects();
  if (defect === undefined) return;
  throw new ModelError(
    `${owner}: ${use} is given to a ${describeGeometry(geometry)} that is not the surface of a solid: ${defect}; ` +
      "repair the mesh, or only draw it",
  );
}
