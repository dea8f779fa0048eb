import { cross, dot, norm, subtract } from "../math/index.ts";
import type { Mesh } from "./Mesh.ts";

/**
 * The surface of a solid has every edge in exactly two triangles, once in each direction, no triangle without area, and a
 * positive volume in each of its shells.
 */
export function findMeshDefects(mesh: Mesh): string[] {
  const defects: string[] = [];
  const { triangles, vertexCount } = mesh;
  const directed = new Map<number, number>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const key = triangles[i + k] * vertexCount + triangles[i + ((k + 1) % 3)];
      directed.set(key, (directed.get(key) ?? 0) + 1);
    }
  }
  let [open, doubled] = [0, 0];
  for (const [key, count] of directed) {
    const reverse = (key % vertexCount) * vertexCount + Math.floor(key / vertexCount);
    if (count > 1) doubled++;
    if (!directed.has(reverse)) open++;
  }
  if (open > 0) defects.push(`${open} edges have no triangle on their other side`);
  if (doubled > 0) defects.push(`${doubled} edges are in two triangles in the same direction`);
  let flat = 0;
  for (let i = 0; i < mesh.triangleCount; i++) {
    const [a, b, c] = mesh.getTriangle(i);
    if (norm(cross(subtract(b, a), subtract(c, a))) === 0) flat++;
  }
  if (flat > 0) defects.push(`${flat} triangles have no area`);
  const inward = [...calcShellVolumes(mesh)].filter((volume) => !(volume > 0)).length;
  if (inward > 0) defects.push(`${inward} shells enclose no positive volume: their triangles look inwards`);
  return defects;
}

/** Volume of each part that hangs together by its vertices. */
function calcShellVolumes(mesh: Mesh): Iterable<number> {
  const parents = Uint32Array.from({ length: mesh.vertexCount }, (_, i) => i);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  };
  const { triangles } = mesh;
  for (let i = 0; i < triangles.length; i += 3) {
    for (const k of [1, 2]) parents[find(triangles[i + k])] = find(triangles[i]);
  }
  const volumes = new Map<number, number>();
  for (let i = 0; i < mesh.triangleCount; i++) {
    const [a, b, c] = mesh.getTriangle(i);
    const shell = find(triangles[3 * i]);
    volumes.set(shell, (volumes.get(shell) ?? 0) + dot(a, cross(b, c)) / 6);
  }
  return volumes.values();
}
