import type { Vector3 } from "../../../math/index.ts";
import type { AxisName } from "../../../rigidbody/index.ts";
import type { Mesh } from "../../../shape/index.ts";
import type { Surface } from "../../../tracking/index.ts";
import type { SplitMeshOptions } from "../../parts/splitMesh.ts";

/** What a solid is like, in axes of its own: the small functions beside this file make and check it. */
export type Geometry =
  | SphereGeometry
  | BoxGeometry
  | CylinderGeometry
  | ConeGeometry
  | CapsuleGeometry
  | EllipsoidGeometry
  | HullGeometry
  | MeshGeometry
  | HeightFieldGeometry
  | SurfaceGeometry;

export interface SphereGeometry {
  readonly kind: "sphere";
  readonly radius: number;
}

/** About the origin, with these edge lengths. */
export interface BoxGeometry {
  readonly kind: "box";
  readonly size: Vector3;
}

/** About the origin, along its axis. */
export interface CylinderGeometry {
  readonly kind: "cylinder";
  readonly radius: number;
  readonly length: number;
  readonly axis: AxisName;
}

/** The middle of its height is at the origin, its tip points along the axis. */
export interface ConeGeometry {
  readonly kind: "cone";
  readonly radius: number;
  readonly length: number;
  readonly axis: AxisName;
}

/** A cylinder with a half ball at each end; the length is that of the cylinder. */
export interface CapsuleGeometry {
  readonly kind: "capsule";
  readonly radius: number;
  readonly length: number;
  readonly axis: AxisName;
}

export interface EllipsoidGeometry {
  readonly kind: "ellipsoid";
  /** Half the diameters along x, y, z. */
  readonly semiAxes: Vector3;
}

/** The least convex body with these points in it. */
export interface HullGeometry {
  readonly kind: "hull";
  readonly points: readonly Vector3[];
}

export interface MeshGeometry {
  readonly kind: "mesh";
  readonly mesh: Mesh;
  /** How it is cut into convex parts where it collides; left out, it collides with its hull. */
  readonly parts?: SplitMeshOptions;
}

/** Ground with y up: heights over a grid of equal steps about the origin, filled down to `base`. */
export interface HeightFieldGeometry {
  readonly kind: "heightField";
  /** Extents along x and z, m. */
  readonly size: readonly [number, number];
  /** How many heights there are along x, and along z. */
  readonly counts: readonly [number, number];
  /** Row by row along x, m. */
  readonly heights: Float64Array;
  /** y of the flat bottom. */
  readonly base: number;
}

/** A smooth surface of `lib/tracking`; its own position and orientation count from the object. */
export interface SurfaceGeometry {
  readonly kind: "surface";
  readonly surface: Surface;
}

/** `box {size: [1, 2, 3]}`: how messages call it. */
export function describeGeometry(geometry: Geometry): string {
  switch (geometry.kind) {
    case "hull":
      return `hull of ${geometry.points.length} points`;
    case "mesh":
      return `mesh of ${geometry.mesh.triangleCount} triangles`;
    case "heightField":
      return `height field of ${geometry.counts.join(" × ")} heights`;
    case "surface":
      return geometry.surface.label;
    default: {
      const { kind, ...sizes } = geometry;
      const list = Object.entries(sizes).map(
        ([name, value]) => `${name}: ${Array.isArray(value) ? `[${value.join(", ")}]` : value}`,
      );
      return `${kind} {${list.join(", ")}}`;
    }
  }
}
