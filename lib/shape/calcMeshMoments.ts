import { checkInstance, ModelError, type Vector3 } from "../math/index.ts";
import { Mesh } from "./Mesh.ts";

/** The integrals of a solid over its volume, at a density of one. */
export interface MeshMoments {
  /** m³ */
  readonly volume: number;
  readonly center: Vector3;
  /** Inertia about the centre, `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` as matrix entries, m⁵. */
  readonly tensor: readonly [number, number, number, number, number, number];
}

/**
 * Volume, centre and inertia of what a closed mesh encloses: the sum of tetrahedra with one corner at a point `o`, each
 * with `V = a·(b × c)/6`, `∫x dV = V s/4` and `∫x xᵀ dV = V (s sᵀ + a aᵀ + b bᵀ + c cᵀ)/20`, `s = a + b + c`, where `a, b, c`
 * are its other corners from `o`. That point is the middle of the mesh: far from the origin nothing cancels.
 */
export function calcMeshMoments(mesh: Mesh): MeshMoments {
  const { positions: p, triangles } = checkInstance("calcMeshMoments", "the mesh", mesh, Mesh);
  const { min, max } = mesh.bounds;
  const o = [0, 1, 2].map((k) => 0.5 * (min[k] + max[k]));
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0];
  let volume = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const at = 3 * triangles[i + k];
      return [p[at] - o[0], p[at + 1] - o[1], p[at + 2] - o[2]];
    });
    const s = [a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]];
    const v =
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
    volume += v;
    for (let k = 0; k < 3; k++) first[k] += (v * s[k]) / 4;
    FIRST.forEach((j, n) => {
      const k = SECOND[n];
      second[n] += (v * (s[j] * s[k] + a[j] * a[k] + b[j] * b[k] + c[j] * c[k])) / 20;
    });
  }
  if (!(volume > 0)) {
    throw new ModelError(
      `calcMeshMoments: the mesh encloses ${volume} m³; give a closed one whose triangles look outwards (see findDefects)`,
    );
  }
  const center = first.map((x) => x / volume);
  const [xx, yy, zz, xy, xz, yz] = FIRST.map((j, n) => second[n] - volume * center[j] * center[SECOND[n]]);
  return {
    volume,
    center: [o[0] + center[0], o[1] + center[1], o[2] + center[2]],
    tensor: [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz],
  };
}

/** Axes of the entries xx, yy, zz, xy, xz, yz. */
const FIRST = [0, 1, 2, 0, 0, 1];
const SECOND = [0, 1, 2, 1, 2, 2];
