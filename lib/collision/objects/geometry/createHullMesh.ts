import type { Mesh } from "../../../shape/index.ts";
import { createPolyhedronMesh } from "../../createShapeMesh.ts";
import { createHull } from "../../hull/createHull.ts";
import type { HullGeometry } from "./Geometry.ts";

/** The faces of a hull of points. */
export const createHullMesh = (owner: string, { points }: HullGeometry): Mesh =>
  createPolyhedronMesh(createHull(owner, Float64Array.from(points.flat())));
