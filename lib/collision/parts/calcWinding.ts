import type { Mesh } from "../../shape/index.ts";

/**
 * How many times a closed mesh surrounds a point: the solid angles of its triangles [Oosterom], divided by 4π. One inside, zero
 * outside, whatever the mesh looks like.
 */
export function calcWinding({ positions: p, triangles }: Mesh, x: ArrayLike<number>): number {
  let sum = 0;
  const corners = new Float64Array(9);
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 9; k++) corners[k] = p[3 * triangles[i + Math.floor(k / 3)] + (k % 3)] - x[k % 3];
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners;
    const [a, b, c] = [Math.hypot(ax, ay, az), Math.hypot(bx, by, bz), Math.hypot(cx, cy, cz)];
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    sum += 2 * Math.atan2(volume, a * b * c + ab * c + bc * a + ca * b);
  }
  return sum / (4 * Math.PI);
}
