import { matrixFromQuaternion, multiply, norm, rotate } from "../../../math/index.ts";
import { findAxis } from "../../../shape/turnProfile.ts";
import type { Surface } from "../../../tracking/index.ts";
import type { Bounds } from "../../broadphase/index.ts";
import { type Placement, SAME_PLACE } from "../Placement.ts";
import { createHeightFieldMesh } from "./createHeightFieldMesh.ts";
import type { Geometry } from "./Geometry.ts";

/** Up to so many points each is asked how far it reaches. */
const FEW_POINTS = 64;

/**
 * The boxes around a geometry on a body. In the direction `d` a box of half edges `h` reaches `Σ|d_k| h_k`, an ellipsoid
 * `√Σ(d_k a_k)²`, a cylinder along k `|d_k| l/2 + r √(1 − d_k²)`, a capsule `|d_k| l/2 + r`, and a cone the farther of its
 * tip, `d_k l/2`, and its rim, `r √(1 − d_k²) − d_k l/2`; the six faces of the box are these heights along the world's axes.
 * Of a few points the farthest decides; of many, and of height fields, the box around them in their own axes is turned with
 * them: never too small.
 */
export class GeometryBounds implements Bounds {
  readonly reach: number;
  private readonly kind: Extent["kind"];
  /** Half edges, semi-axes, radius and half length, or points, three numbers each. */
  private readonly sizes: Float64Array;
  private readonly axis: number;
  private readonly surface: Surface | undefined;
  /** Where heights are counted from, and the axes of the geometry, on the body. */
  private readonly center: Float64Array;
  private readonly turn: Float64Array;
  /** The direction in the axes of the geometry, and what it reaches that way and the other. */
  private readonly direction = new Float64Array(3);
  private readonly heights = new Float64Array(2);
  private readonly point = new Float64Array(3);

  /** `place` is where the geometry lies on the body: from its origin, in its axes. */
  constructor(geometry: Geometry, place: Placement = SAME_PLACE) {
    const T = matrixFromQuaternion(place.orientation);
    const extent = findExtent(geometry);
    this.kind = extent.kind;
    this.sizes = Float64Array.from(extent.sizes);
    this.axis = extent.axis ?? 0;
    this.surface = extent.surface;
    this.turn = Float64Array.from(extent.surface ? multiply(T, extent.surface.rotation) : T);
    this.center = Float64Array.from(rotate(T, extent.center ?? [0, 0, 0]), (x, i) => x + place.position[i]);
    this.reach = norm(this.center) + this.findRadius();
  }

  calcBox(r: ArrayLike<number>, T: ArrayLike<number>, out: Float64Array, offset: number): void {
    const { center: c, turn: R, direction, heights } = this;
    for (let i = 0; i < 3; i++) {
      const x = T[3 * i];
      const y = T[3 * i + 1];
      const z = T[3 * i + 2];
      const middle = r[i] + x * c[0] + y * c[1] + z * c[2];
      // The world's axis in the axes of the geometry: a row of T R.
      for (let k = 0; k < 3; k++) direction[k] = x * R[k] + y * R[3 + k] + z * R[6 + k];
      this.calcHeights();
      out[offset + i] = middle - heights[1];
      out[offset + 3 + i] = middle + heights[0];
    }
  }

  private calcHeights(): void {
    const { direction: d, sizes, heights } = this;
    if (this.kind === "box") {
      heights[0] = sizes[0] * Math.abs(d[0]) + sizes[1] * Math.abs(d[1]) + sizes[2] * Math.abs(d[2]);
    } else if (this.kind === "ellipsoid") {
      const x = sizes[0] * d[0];
      const y = sizes[1] * d[1];
      const z = sizes[2] * d[2];
      heights[0] = Math.sqrt(x * x + y * y + z * z);
    } else if (this.kind === "points") {
      heights[0] = heights[1] = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < sizes.length; i += 3) {
        const height = d[0] * sizes[i] + d[1] * sizes[i + 1] + d[2] * sizes[i + 2];
        if (height > heights[0]) heights[0] = height;
        if (-height > heights[1]) heights[1] = -height;
      }
      return;
    } else if (this.kind === "surface") {
      this.calcSupports();
      return;
    } else {
      const along = sizes[1] * d[this.axis];
      // The direction is of length one but for rounding.
      const across = sizes[0] * Math.sqrt(Math.max(0, 1 - d[this.axis] * d[this.axis]));
      if (this.kind === "cone") {
        heights[0] = Math.max(along, across - along);
        heights[1] = Math.max(-along, across + along);
        return;
      }
      heights[0] = Math.abs(along) + (this.kind === "capsule" ? sizes[0] : across);
    }
    heights[1] = heights[0];
  }

  /** Where no farthest point is known, as of a plane to its sides, the box has no end: nothing is missed. */
  private calcSupports(): void {
    const { direction: d, heights, point } = this;
    const surface = this.surface as Surface;
    for (let i = 0; i < 2; i++) {
      const isKnown = !surface.inside && surface.findSupport(d, point);
      heights[i] = isKnown ? d[0] * point[0] + d[1] * point[1] + d[2] * point[2] : Number.POSITIVE_INFINITY;
      for (let k = 0; k < 3; k++) d[k] = -d[k];
    }
  }

  /** Of a ball about the centre that holds it. */
  private findRadius(): number {
    if (this.kind === "points") {
      const count = this.sizes.length / 3;
      return Array.from({ length: count }, (_, i) => norm(this.sizes.subarray(3 * i))).reduce((a, b) => Math.max(a, b));
    }
    const [a, b, c] = this.sizes;
    if (this.kind === "ellipsoid") return Math.max(a, b, c);
    if (this.kind === "capsule") return a + b;
    if (this.kind !== "surface") return Math.hypot(a, b, c ?? 0);
    const faces = [0, 1, 2].map((k) => {
      this.direction.fill(0);
      this.direction[k] = 1;
      this.calcSupports();
      return Math.max(this.heights[0], this.heights[1]);
    });
    return Math.hypot(...faces);
  }
}

interface Extent {
  kind: "box" | "points" | "ellipsoid" | "cylinder" | "cone" | "capsule" | "surface";
  sizes: readonly number[];
  axis?: number;
  center?: ArrayLike<number>;
  surface?: Surface;
}

function findExtent(geometry: Geometry): Extent {
  switch (geometry.kind) {
    case "sphere": {
      const { radius } = geometry;
      return { kind: "ellipsoid", sizes: [radius, radius, radius] };
    }
    case "ellipsoid":
      return { kind: "ellipsoid", sizes: geometry.semiAxes };
    case "box":
      return { kind: "box", sizes: geometry.size.map((x) => 0.5 * x) };
    case "cylinder":
    case "cone":
    case "capsule": {
      const { kind, radius, length, axis } = geometry;
      return { kind, sizes: [radius, 0.5 * length], axis: findAxis(kind, axis) };
    }
    case "hull":
      return findCloud(geometry.points.flat());
    case "mesh":
      return findCloud(geometry.mesh.positions);
    case "heightField":
      return findBox(createHeightFieldMesh(geometry).bounds);
    case "surface": {
      const { surface } = geometry;
      return { kind: "surface", sizes: [], center: surface.position, surface };
    }
  }
}

/** Points from the middle of the box around them, or, if they are many, this box. */
function findCloud(points: ArrayLike<number>): Extent {
  const min = [0, 0, 0].fill(Number.POSITIVE_INFINITY);
  const max = [0, 0, 0].fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < points.length; i++) {
    min[i % 3] = Math.min(min[i % 3], points[i]);
    max[i % 3] = Math.max(max[i % 3], points[i]);
  }
  const around = findBox({ min, max });
  if (points.length > 3 * FEW_POINTS) return around;
  const { center = [0, 0, 0] } = around;
  return { kind: "points", sizes: Array.from(points, (x, i) => x - center[i % 3]), center };
}

const findBox = ({ min, max }: { min: ArrayLike<number>; max: ArrayLike<number> }): Extent => ({
  kind: "box",
  sizes: [0, 1, 2].map((k) => 0.5 * (max[k] - min[k])),
  center: [0, 1, 2].map((k) => 0.5 * (max[k] + min[k])),
});
