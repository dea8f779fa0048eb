import {
  checkQuaternion,
  checkVector3,
  matrixFromQuaternion,
  type QuaternionInput,
  type VectorInput,
} from "../math/index.ts";

/** Where a surface sits on its body: its origin in body axes (a base: from its origin) and its turn relative to them. */
export interface SurfacePlace {
  position?: VectorInput;
  orientation?: QuaternionInput;
}

/**
 * A smooth surface `f(x, y, z) = 0` in axes of its own that are fixed to a body. The gradient points outwards: `f < 0`
 * inside the material. Coordinates and results cross in arrays: numbers that do are not put on the heap.
 */
export abstract class Surface {
  /** Origin in body axes. */
  readonly position: Float64Array;
  /** From the surface's axes to body axes, row by row. */
  readonly rotation: Float64Array;

  constructor(place: SurfacePlace = {}) {
    const kind = new.target.name;
    this.position = Float64Array.from(checkVector3(kind, "position", place.position ?? [0, 0, 0]));
    this.rotation = Float64Array.from(
      matrixFromQuaternion(checkQuaternion(kind, "orientation", place.orientation ?? [1, 0, 0, 0])),
    );
  }

  /** `f`, its gradient and its Hessian at `point`: `out = [f, fx, fy, fz, fxx, fyy, fzz, fxy, fxz, fyz]`. */
  abstract calc(point: Float64Array, out: Float64Array): void;

  /** A length that is typical of the surface, m: steps of searches and tolerances are measured by it. */
  abstract get size(): number;

  /** `Ellipsoid {a: 2, b: 1, c: 1}`: how messages call the surface. */
  abstract get label(): string;
}
