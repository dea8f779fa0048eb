import { calcNormals } from "./calcNormals.ts";
import type { Mesh } from "./Mesh.ts";
import { checkTextMesh, checkTitle } from "./textFiles.ts";

/** The text of an OBJ file: vertices with all digits, normals that keep round things round and edges sharp. */
export function writeOBJ(mesh: Mesh, name = "mesh"): string {
  checkTextMesh("writeOBJ", mesh);
  const { normals, triangles, sources } = calcNormals(mesh);
  const lines = [`o ${checkTitle("writeOBJ", name, "_")}`];
  for (let i = 0; i < mesh.vertexCount; i++) lines.push(`v ${mesh.getVertex(i).join(" ")}`);
  for (let i = 0; i < normals.length; i += 3) lines.push(`vn ${normals.subarray(i, i + 3).join(" ")}`);
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [...triangles.subarray(i, i + 3)].map((index) => `${sources[index] + 1}//${index + 1}`);
    lines.push(`f ${corners.join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}
