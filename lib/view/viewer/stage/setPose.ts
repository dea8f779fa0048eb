import type { Object3D } from "three";

/** The pose of an object from position (3) and rotation matrix row by row (9), times a size. */
export function setPose(object: Object3D, p: Float64Array, o: number, size = 1): void {
  const s = size;
  object.matrix.set(
    s * p[o + 3],
    s * p[o + 4],
    s * p[o + 5],
    p[o],
    s * p[o + 6],
    s * p[o + 7],
    s * p[o + 8],
    p[o + 1],
    s * p[o + 9],
    s * p[o + 10],
    s * p[o + 11],
    p[o + 2],
    0,
    0,
    0,
    1,
  );
  object.matrixWorldNeedsUpdate = true;
}
