import { Mesh } from "../../../shape/index.ts";
import type { HeightFieldGeometry } from "./Geometry.ts";

/** The closed mesh of a height field: two triangles a cell on top, walls, and the same grid, flat, at the bottom. */
export function createHeightFieldMesh({ size, counts, heights, base }: HeightFieldGeometry): Mesh {
  const [nx, nz] = counts;
  const n = nx * nz;
  const positions = new Float64Array(6 * n);
  for (let k = 0; k < nz; k++) {
    for (let i = 0; i < nx; i++) {
      const x = size[0] * (i / (nx - 1) - 0.5);
      const z = size[1] * (k / (nz - 1) - 0.5);
      positions.set([x, heights[nx * k + i], z], 3 * (nx * k + i));
      positions.set([x, base, z], 3 * (n + nx * k + i));
    }
  }
  const triangles: number[] = [];
  /** Corners in this order, looked at from outside: anticlockwise. */
  const addQuad = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);
  for (let k = 0; k + 1 < nz; k++) {
    for (let i = 0; i + 1 < nx; i++) {
      const a = nx * k + i;
      addQuad(a, a + nx, a + nx + 1, a + 1);
      addQuad(n + a, n + a + 1, n + a + nx + 1, n + a + nx);
    }
  }
  for (let i = 0; i + 1 < nx; i++) {
    const far = nx * (nz - 1) + i;
    addQuad(i, i + 1, n + i + 1, n + i);
    addQuad(far + 1, far, n + far, n + far + 1);
  }
  for (let k = 0; k + 1 < nz; k++) {
    const near = nx * k;
    const far = near + nx - 1;
    addQuad(near + nx, near, n + near, n + near + nx);
    addQuad(far, far + nx, n + far + nx, n + far);
  }
  return new Mesh({ positions, triangles });
}
