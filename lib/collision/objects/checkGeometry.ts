import { describe, ModelError } from "../../math/index.ts";
import { describeGeometry, type Geometry } from "./geometry/index.ts";

const KINDS: readonly Geometry["kind"][] = [
  ...(["sphere", "box", "cylinder", "cone", "capsule", "ellipsoid"] as const),
  ...(["hull", "mesh", "heightField", "surface"] as const),
];

/** Refuses what no function of this library made, and a mesh with holes where its inside matters. */
export function checkGeometry(
  owner: string,
  geometry: Geometry,
  { density, mass, contact }: { density?: unknown; mass?: unknown; contact?: unknown },
): Geometry {
  if (
    typeof geometry !== "object" ||
    geometry === null ||
    !KINDS.includes(geometry.kind) ||
    !Object.isFrozen(geometry)
  ) {
    throw new ModelError(
      `${owner}: geometry is ${describe(geometry)}; make one by ${KINDS.join(", ")}, such as box({ size: [1, 1, 1] })`,
    );
  }
  if (geometry.kind !== "mesh") return geometry;
  const use = contact !== undefined ? "contact" : density !== undefined ? "density" : mass !== undefined ? "mass" : "";
  const [defect] = use === "" ? [] : geometry.mesh.findDefects();
  if (defect === undefined) return geometry;
  throw new ModelError(
    `${owner}: ${use} is given to a ${describeGeometry(geometry)} that is not the surface of a solid: ${defect}; ` +
      "repair the mesh, or only draw it",
  );
}
