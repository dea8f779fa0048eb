import { ModelError } from "../../math/index.ts";
import { ConvexShape } from "../ConvexShape.ts";
import { splitMesh } from "../parts/splitMesh.ts";
import { describeGeometry, type Geometry, type HeightFieldGeometry } from "./geometry/index.ts";

/**
 * The convex shapes that a geometry collides with: itself; of a mesh its hull or its parts, as it says; a prism below each
 * triangle of a height field. What is none of these is refused by name.
 */
export function createConvexShapes(owner: string, geometry: Geometry): ConvexShape[] {
  switch (geometry.kind) {
    case "sphere":
      return [ConvexShape.sphere({ radius: geometry.radius })];
    case "box":
      return [ConvexShape.box({ size: geometry.size })];
    case "ellipsoid":
      return [ConvexShape.ellipsoid({ semiAxes: geometry.semiAxes })];
    case "cylinder":
    case "cone":
    case "capsule": {
      const { kind, radius, length, axis } = geometry;
      return [ConvexShape[kind]({ radius, length, axis })];
    }
    case "hull":
      return [ConvexShape.hull({ points: geometry.points })];
    case "mesh": {
      const { mesh, parts } = geometry;
      return parts ? splitMesh(mesh, parts) : [ConvexShape.hull({ points: mesh.positions })];
    }
    case "heightField":
      return createPrisms(geometry);
    case "surface":
      throw new ModelError(
        `${owner}: its ${describeGeometry(geometry)} has no convex shape to collide with; give it convex parts (sphere, box, hull …) ` +
          "on objects that are fixed to it, and leave its contact material out",
      );
  }
}

/** Two a cell, along the diagonal along which its mesh is cut. */
function createPrisms({ size, counts, heights, base }: HeightFieldGeometry): ConvexShape[] {
  const [nx, nz] = counts;
  const prisms: ConvexShape[] = [];
  const getCorners = (i: number, k: number) => {
    const [x, z] = [size[0] * (i / (nx - 1) - 0.5), size[1] * (k / (nz - 1) - 0.5)];
    return [
      [x, heights[nx * k + i], z],
      [x, base, z],
    ];
  };
  for (let k = 0; k + 1 < nz; k++) {
    for (let i = 0; i + 1 < nx; i++) {
      const diagonal = [...getCorners(i, k), ...getCorners(i + 1, k + 1)];
      for (const third of [getCorners(i, k + 1), getCorners(i + 1, k)]) {
        prisms.push(ConvexShape.hull({ points: [...diagonal, ...third] }));
      }
    }
  }
  return prisms;
}
