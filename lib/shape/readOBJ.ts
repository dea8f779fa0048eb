import { checkText, ModelError } from "../math/index.ts";
import type { Mesh } from "./Mesh.ts";
import { MeshBuilder } from "./MeshBuilder.ts";
import { refuseName } from "./textFiles.ts";

const OWNER = "readOBJ";

/**
 * The mesh of an OBJ file: its vertices (`v`) and faces (`f`), polygons as fans of triangles; everything else in the file
 * is of no matter to the shape. Faces may name only vertices that stand before them, so nothing is made for numbers alone.
 */
export function readOBJ(text: string): Mesh {
  const builder = new MeshBuilder(OWNER);
  const vertices: number[] = [];
  let line = 0;
  for (const entry of checkText(OWNER, "the file", text)
    .replaceAll(/\\\r?\n/g, " ")
    .split(/\r?\n/)) {
    line++;
    const [word, ...rest] = entry.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "v") {
      const [x, y, z] = [0, 1, 2].map((k) => Number(rest[k] ?? Number.NaN));
      const at = line;
      vertices.push(builder.addVertex(x, y, z, () => `the vertex in line ${at}`));
    }
    if (word !== "f") continue;
    if (rest.length < 3) {
      throw new ModelError(`${OWNER}: the face in line ${line} has ${rest.length} corners; each needs 3 or more`);
    }
    const corners = rest.map((corner) => vertices[findVertex(corner, vertices.length, line)]);
    for (let k = 1; k + 1 < corners.length; k++) builder.addTriangle(corners[0], corners[k], corners[k + 1]);
  }
  if (vertices.length === 0) refuseName(OWNER, text);
  return builder.finish();
}

/** The place of a vertex: counted from 1, or backwards from the last one so far, with texture and normal behind slashes. */
function findVertex(corner: string, count: number, line: number): number {
  const index = Number(corner.split("/")[0]);
  const place = index < 0 ? count + index : index - 1;
  if (Number.isInteger(index) && place >= 0 && place < count) return place;
  throw new ModelError(
    `${OWNER}: the face in line ${line} names vertex "${corner}"; there are ${count} before it, counted from 1`,
  );
}
