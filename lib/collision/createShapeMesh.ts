import { Mesh } from "../shape/index.ts";
import type { ConvexShape } from "./ConvexShape.ts";
import { findSupport } from "./findSupport.ts";
import type { Polyhedron } from "./hull/Polyhedron.ts";

const AXES = ["x", "y", "z"] as const;

/** The mesh of a convex shape, to be drawn; round things have 48 sides. */
export function createShapeMesh(shape: ConvexShape): Mesh {
  const { kind, extents, radius, polyhedron } = shape;
  const axis = AXES[shape.axis];
  switch (kind) {
    case "point":
      return Mesh.sphere({ radius });
    case "segment":
      return Mesh.capsule({ radius, length: 2 * extents[1], axis });
    case "cylinder":
    case "cone":
      return Mesh[kind]({ radius: extents[0], length: 2 * extents[1], axis });
    case "ellipsoid":
      return Mesh.ellipsoid({ semiAxes: extents });
    case "box":
    case "hull":
      return radius > 0 ? createRoundedMesh(shape) : createPolyhedronMesh(polyhedron as Polyhedron);
  }
}

/** Each face as a fan of triangles. */
export function createPolyhedronMesh({ vertices, faceStart, faceVertices, faceCount }: Polyhedron): Mesh {
  const triangles: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const [first, ...rest] = faceVertices.subarray(faceStart[f], faceStart[f + 1]);
    for (let i = 1; i < rest.length; i++) triangles.push(first, rest[i - 1], rest[i]);
  }
  return new Mesh({ positions: vertices, triangles });
}

/** A ball whose vertices have gone out to the core, each in its own direction. */
function createRoundedMesh(shape: ConvexShape): Mesh {
  const ball = Mesh.sphere({ radius: shape.radius });
  const point = new Float64Array(3);
  const positions = Float64Array.from(ball.positions);
  for (let i = 0; i < positions.length; i += 3) {
    findSupport(shape, ball.positions.subarray(i, i + 3), 0, point);
    for (let k = 0; k < 3; k++) positions[i + k] += point[k];
  }
  return new Mesh({ positions, triangles: ball.triangles });
}
