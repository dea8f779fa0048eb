import { cross, norm, scale, subtract, type Vector3 } from "../math/index.ts";
import type { Mesh } from "./Mesh.ts";

const HEADER = 80;
const PER_TRIANGLE = 50;

function calcFaceNormal([a, b, c]: readonly [Vector3, Vector3, Vector3]): Vector3 {
  const normal = cross(subtract(b, a), subtract(c, a));
  const length = norm(normal);
  return length === 0 ? [0, 0, 0] : scale(normal, 1 / length);
}

/** The bytes of a binary STL file: every triangle by itself, in single precision. */
export function writeSTL(mesh: Mesh): Uint8Array {
  const bytes = new Uint8Array(HEADER + 4 + PER_TRIANGLE * mesh.triangleCount);
  const view = new DataView(bytes.buffer);
  // A header that begins with "solid" would be read as text by some programs.
  bytes.set(new TextEncoder().encode("multibond mesh, metres"));
  view.setUint32(HEADER, mesh.triangleCount, true);
  for (let i = 0; i < mesh.triangleCount; i++) {
    const corners = mesh.getTriangle(i);
    const numbers = [calcFaceNormal(corners), ...corners].flat();
    for (const [k, x] of numbers.entries()) view.setFloat32(HEADER + 4 + PER_TRIANGLE * i + 4 * k, x, true);
  }
  return bytes;
}

/** An STL file as text, with all digits. */
export function writeTextSTL(mesh: Mesh, name = "mesh"): string {
  const title = name.replace(/\s+/g, " ").trim();
  const lines = [`solid ${title}`];
  for (let i = 0; i < mesh.triangleCount; i++) {
    const corners = mesh.getTriangle(i);
    lines.push(`facet normal ${calcFaceNormal(corners).join(" ")}`, "outer loop");
    for (const corner of corners) lines.push(`vertex ${corner.join(" ")}`);
    lines.push("endloop", "endfacet");
  }
  lines.push(`endsolid ${title}`, "");
  return lines.join("\n");
}
