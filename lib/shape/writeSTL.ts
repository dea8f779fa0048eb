import { checkInstance, ModelError } from "../math/index.ts";
import { calcFaceNormal } from "./calcFaceNormal.ts";
import { Mesh } from "./Mesh.ts";
import { checkTextMesh, checkTitle } from "./textFiles.ts";

const HEADER = 80;
const PER_TRIANGLE = 50;

/** The largest number in single precision. */
const LARGEST = 3.4028234663852886e38;

/** The bytes of a binary STL file: every triangle by itself, in single precision. */
export function writeSTL(mesh: Mesh): Uint8Array {
  checkInstance("writeSTL", "the mesh", mesh, Mesh);
  const wrong = mesh.positions.findIndex((x) => Math.abs(x) > LARGEST);
  if (wrong >= 0) {
    throw new ModelError(
      `writeSTL: coordinate ${"xyz"[wrong % 3]} of vertex ${Math.floor(wrong / 3)} is ${mesh.positions[wrong]}; ` +
        "the file holds numbers up to 3.4e38: scale the mesh, or write text",
    );
  }
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
  checkTextMesh("writeTextSTL", mesh);
  const title = checkTitle("writeTextSTL", name, " ");
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
