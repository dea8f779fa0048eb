import { describe, isInstance, ModelError } from "../math/index.ts";
import { type Mesh, MOST_TRIANGLES } from "./Mesh.ts";
import { MeshBuilder } from "./MeshBuilder.ts";
import { refuseName } from "./textFiles.ts";

const OWNER = "readSTL";
const HEADER = 80;
const PER_TRIANGLE = 50;

/** As many bytes of text as can become one text. */
const MOST_BYTES = 500_000_000;

/**
 * The mesh of an STL file, binary (bytes) or text. Corners at the same place become one vertex; triangles with two corners
 * in one place are left out. The count in the header is compared with the size of the file before anything is made of it.
 */
export function readSTL(data: Uint8Array | ArrayBuffer | string): Mesh {
  if (typeof data === "string") return readText(data);
  const bytes = isInstance(data, ArrayBuffer) ? new Uint8Array(data) : data;
  if (!isInstance(bytes, Uint8Array)) {
    throw new ModelError(`${OWNER}: the file is ${describe(data)}; give its bytes (a Uint8Array), or its text`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER + 4 ? view.getUint32(HEADER, true) : undefined;
  if (count !== undefined && bytes.length === HEADER + 4 + PER_TRIANGLE * count) return readBinary(view, count);
  // Binary files may begin with "solid", too, so the size is asked first.
  if (String.fromCharCode(...bytes.subarray(0, 5)) === "solid" && !bytes.subarray(0, HEADER).includes(0)) {
    if (bytes.length > MOST_BYTES) {
      throw new ModelError(`${OWNER}: the text has ${bytes.length} bytes; give at most ${MOST_BYTES}, or binary STL`);
    }
    return readText(new TextDecoder().decode(bytes));
  }
  const size = HEADER + 4 + PER_TRIANGLE * (count ?? 0);
  const claim = count === undefined ? "" : `, while ${count} triangles, as it says, take ${size}`;
  const cause = count !== undefined && bytes.length > size ? "something was added to it" : "it is cut off";
  throw new ModelError(
    `${OWNER}: the file has ${bytes.length} bytes${claim}; ${cause}, or it is no STL file: get it again`,
  );
}

function readBinary(view: DataView, count: number): Mesh {
  if (count > MOST_TRIANGLES) {
    throw new ModelError(`${OWNER}: the file has ${count} triangles; give a mesh of at most ${MOST_TRIANGLES}`);
  }
  const builder = new MeshBuilder(OWNER);
  for (let i = 0; i < count; i++) {
    const corners = [0, 1, 2].map((k) => {
      const at = HEADER + 4 + PER_TRIANGLE * i + 12 * (k + 1);
      const read = (axis: number) => view.getFloat32(at + 4 * axis, true);
      return builder.addVertex(read(0), read(1), read(2), () => `corner ${k} of triangle ${i}`);
    });
    builder.addTriangle(corners[0], corners[1], corners[2]);
  }
  return builder.finish();
}

function readText(text: string): Mesh {
  const builder = new MeshBuilder(OWNER);
  const pattern = /\bvertex\s+(\S+)\s+(\S+)\s+(\S+)|\bendloop\b/g;
  let corners: number[] = [];
  let count = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[1] !== undefined) {
      const [x, y, z] = match.slice(1).map(Number);
      corners.push(builder.addVertex(x, y, z, () => `corner ${corners.length} of triangle ${count}`));
      continue;
    }
    if (corners.length !== 3) {
      throw new ModelError(
        `${OWNER}: triangle ${count} has ${corners.length} corners; each needs 3: the file is damaged`,
      );
    }
    builder.addTriangle(corners[0], corners[1], corners[2]);
    corners = [];
    count++;
  }
  if (corners.length > 0) {
    throw new ModelError(`${OWNER}: triangle ${count} has no end; the file is cut off: get it again`);
  }
  if (count === 0) refuseName(OWNER, text);
  else if (!/\bendsolid\b/.test(text)) {
    throw new ModelError(`${OWNER}: there is no endsolid after ${count} triangles; the file is cut off: get it again`);
  }
  return builder.finish();
}
