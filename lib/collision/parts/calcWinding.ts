import type { Mesh } from "../../shape/index.ts";

/**
 * How many times a closed mesh surrounds a point: the solid angles of its triangles [Oosterom], divided by 4π. One inside, zero
 * outside, whatever the mesh looks like.
 */
export function calcWinding({ positions: p, triangles }: Mesh, x: ArrayLike<number>): number {
  let sum = 0;
  const x0 = x[0];
  const x1 = x[1];
  const x2 = x[2];
  for (let i = 0; i < triangles.length; i += 3) {
    const u = 3 * triangles[i];
    const v = 3 * triangles[i + 1];
    const w = 3 * triangles[i + 2];
    const ax = p[u] - x0;
    const ay = p[u + 1] - x1;
    const az = p[u + 2] - x2;
    const bx = p[v] - x0;
    const by = p[v + 1] - x1;
    const bz = p[v + 2] - x2;
    const cx = p[w] - x0;
    const cy = p[w + 1] - x1;
    const cz = p[w + 2] - x2;
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    sum += 2 * Math.atan2(volume, a * b * c + ab * c + bc * a + ca * b);
  }
  return sum / (4 * Math.PI);
}
