/**
 * A convex polyhedron: vertices, and faces that are convex polygons, anticlockwise seen from outside. Faces and vertices
 * next to one another are known.
 */
export class Polyhedron {
  /** Three numbers a vertex. */
  readonly vertices: Float64Array;
  /** Vertices of face f: `faceVertices[faceStart[f]]` up to the next start. */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** The unit normal of each face, outwards, and its distance from the origin: four numbers a face. */
  readonly planes: Float64Array;
  /** Vertices next to vertex i: `neighbours[neighbourStart[i]]` up to the next start. */
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;

  constructor(vertices: Float64Array, faces: readonly (readonly number[])[]) {
    this.vertices = vertices;
    [this.faceStart, this.faceVertices] = pack(faces);
    this.planes = Float64Array.from(faces.flatMap((face) => calcPlane(vertices, face)));
    const neighbours: number[][] = Array.from({ length: vertices.length / 3 }, () => []);
    for (const face of faces) {
      // Each edge is run through once in either direction.
      face.forEach((vertex, i) => {
        neighbours[vertex].push(face[(i + 1) % face.length]);
      });
    }
    [this.neighbourStart, this.neighbours] = pack(neighbours);
  }

  get faceCount(): number {
    return this.faceStart.length - 1;
  }
}

/** Lists in a row, and where each begins. */
function pack(lists: readonly (readonly number[])[]): [starts: Int32Array, all: Int32Array] {
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = starts[i] + list.length;
  });
  return [starts, Int32Array.from(lists.flat())];
}

/** The normal from the areas of the projections (Newell): a mean over all corners, good for slender faces too. */
function calcPlane(vertices: Float64Array, face: readonly number[]): number[] {
  const normal = [0, 0, 0];
  const origin = 3 * face[0];
  face.forEach((vertex, i) => {
    const next = face[(i + 1) % face.length];
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      const from = 3 * vertex;
      const to = 3 * next;
      // Relative to the first corner, so that faces far from the origin lose no digits.
      const du = vertices[from + u] - vertices[to + u];
      const sv = vertices[from + v] - vertices[origin + v] + (vertices[to + v] - vertices[origin + v]);
      normal[k] += du * sv;
    }
  });
  const length = Math.hypot(normal[0], normal[1], normal[2]);
  const unit = normal.map((x) => x / length);
  let offset = 0;
  for (const vertex of face) {
    for (let k = 0; k < 3; k++) offset += (unit[k] * vertices[3 * vertex + k]) / face.length;
  }
  return [...unit, offset];
}
