import { ModelError } from "../../math/index.ts";
import { ConvexShape } from "../ConvexShape.ts";
import { describeGeometry, type Geometry } from "./geometry/index.ts";

/** The convex shape that a geometry collides with: itself, or the hull of a mesh. What is not convex is refused by name. */
export function createConvexShape(owner: string, geometry: Geometry): ConvexShape {
  switch (geometry.kind) {
    case "sphere":
      return ConvexShape.sphere({ radius: geometry.radius });
    case "box":
      return ConvexShape.box({ size: geometry.size });
    case "ellipsoid":
      return ConvexShape.ellipsoid({ semiAxes: geometry.semiAxes });
    case "cylinder":
    case "cone":
    case "capsule": {
      const { kind, radius, length, axis } = geometry;
      return ConvexShape[kind]({ radius, length, axis });
    }
    case "hull":
      return ConvexShape.hull({ points: geometry.points });
    case "mesh":
      return ConvexShape.hull({ points: geometry.mesh.positions });
    case "heightField":
    case "surface":
      throw new ModelError(
        `${owner}: its ${describeGeometry(geometry)} has no convex shape to collide with; give it convex parts (sphere, box, hull …) ` +
          "on objects that are fixed to it, and leave its contact material out",
      );
  }
}
