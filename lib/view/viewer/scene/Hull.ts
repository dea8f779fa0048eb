import type { Vector3 } from "../../../math/index.ts";
import { Box } from "./Box.ts";

/** Directions in which the farthest point is kept, evenly spread over a sphere. */
const COUNT = 48;
const DIRECTIONS = Float64Array.from({ length: 3 * COUNT }, (_, n) => {
  const i = Math.floor(n / 3);
  const z = 1 - (2 * i + 1) / COUNT;
  const angle = Math.PI * (3 - Math.sqrt(5)) * i;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z][n % 3];
});

/** What lies farthest out of many points: the box around them, and those that stick out most. */
export class Hull {
  readonly box = new Box();
  private readonly reaches = new Float64Array(COUNT).fill(Number.NEGATIVE_INFINITY);
  private readonly farthest = new Float64Array(3 * COUNT);

  add(x: number, y: number, z: number): void {
    this.box.add(x, y, z);
    const { reaches, farthest } = this;
    for (let i = 0; i < COUNT; i++) {
      const reach = DIRECTIONS[3 * i] * x + DIRECTIONS[3 * i + 1] * y + DIRECTIONS[3 * i + 2] * z;
      if (reach <= reaches[i]) continue;
      reaches[i] = reach;
      farthest[3 * i] = x;
      farthest[3 * i + 1] = y;
      farthest[3 * i + 2] = z;
    }
  }

  /** Grows around what sticks out of another one, which may be moved before. */
  include({ box, points }: Hull, by: ArrayLike<number> = [0, 0, 0]): this {
    if (box.isEmpty) return this;
    for (const [x, y, z] of points) this.add(x + by[0], y + by[1], z + by[2]);
    for (const [x, y, z] of [box.min, box.max]) this.box.add(x + by[0], y + by[1], z + by[2]);
    return this;
  }

  /** The points that stick out; none if there are none at all. */
  get points(): Vector3[] {
    if (this.box.isEmpty) return [];
    const { farthest: p } = this;
    return Array.from({ length: COUNT }, (_, i) => [p[3 * i], p[3 * i + 1], p[3 * i + 2]]);
  }
}
