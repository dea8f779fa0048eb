import { add, ModelError, rotate } from "../../../math/index.ts";
import { Mesh } from "../../../shape/index.ts";
import type { Surface } from "../../../tracking/index.ts";
import { createHeightFieldMesh } from "./createHeightFieldMesh.ts";
import { createHullMesh } from "./createHullMesh.ts";
import type { Geometry } from "./Geometry.ts";

/** The mesh of a geometry, to be drawn; round things have 48 sides. */
export function createGeometryMesh(owner: string, geometry: Geometry): Mesh {
  switch (geometry.kind) {
    case "sphere":
      return Mesh.sphere({ radius: geometry.radius });
    case "box":
      return Mesh.box(geometry.size);
    case "ellipsoid":
      return Mesh.ellipsoid({ semiAxes: geometry.semiAxes });
    case "cylinder":
    case "cone":
    case "capsule": {
      const { kind, radius, length, axis } = geometry;
      return Mesh[kind]({ radius, length, axis });
    }
    case "mesh":
      return geometry.mesh;
    case "heightField":
      return createHeightFieldMesh(geometry);
    case "surface":
      return createSupportMesh(owner, geometry.surface);
    case "hull":
      return createHullMesh(owner, geometry);
  }
}

/** A ball whose vertices have gone to the farthest points of the surface in their directions. */
function createSupportMesh(owner: string, surface: Surface): Mesh {
  const ball = Mesh.sphere({ radius: 1 });
  const point = new Float64Array(3);
  const positions = new Float64Array(ball.positions.length);
  for (let i = 0; i < ball.vertexCount; i++) {
    if (!surface.isConvex || !surface.findSupport(Float64Array.from(ball.getVertex(i)), point)) {
      throw new ModelError(
        `${owner}: ${surface.label} is not convex and bounded, so there is no picture of it; ` +
          "leave visual out, or give another object with a mesh",
      );
    }
    positions.set(add(surface.position, rotate(surface.rotation, point)), 3 * i);
  }
  return new Mesh({ positions, triangles: ball.triangles });
}
