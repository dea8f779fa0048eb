import type { Vector3 } from "../../../math/index.ts";

/** A box along the axes that grows around points. */
export class Box {
  readonly min = Float64Array.of(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  readonly max = Float64Array.of(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY);

  add(x: number, y: number, z: number): void {
    const { min, max } = this;
    if (x < min[0]) min[0] = x;
    if (y < min[1]) min[1] = y;
    if (z < min[2]) min[2] = z;
    if (x > max[0]) max[0] = x;
    if (y > max[1]) max[1] = y;
    if (z > max[2]) max[2] = z;
  }

  get isEmpty(): boolean {
    return !(this.min[0] <= this.max[0]);
  }

  get center(): Vector3 {
    const { min, max } = this;
    return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  }

  get size(): Vector3 {
    const { min, max } = this;
    return [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  }

  /** From corner to corner. */
  get diagonal(): number {
    return Math.hypot(...this.size);
  }

  /** The eight corners. */
  get corners(): Vector3[] {
    const { min, max } = this;
    return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [
      i & 1 ? max[0] : min[0],
      i & 2 ? max[1] : min[1],
      i & 4 ? max[2] : min[2],
    ]);
  }
}
