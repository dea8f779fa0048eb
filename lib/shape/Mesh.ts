import {
  add,
  checkInstance,
  checkList,
  checkOptions,
  checkPositive,
  checkQuaternion,
  checkVector3,
  cross,
  describe,
  dot,
  ModelError,
  matrixFromQuaternion,
  norm,
  otherwise,
  type QuaternionInput,
  rotate,
  SHARED,
  scale,
  subtract,
  type Triple,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import { findMeshDefects } from "./findMeshDefects.ts";
import {
  type CapsuleMeshOptions,
  type ConeMeshOptions,
  type CylinderMeshOptions,
  calcBox,
  calcCapsule,
  calcCone,
  calcCylinder,
  calcEllipsoid,
  calcSphere,
  calcTorus,
  type EllipsoidMeshOptions,
  type SphereMeshOptions,
  type TorusMeshOptions,
} from "./solids.ts";

export interface MeshOptions {
  /** `x, y, z` of one vertex after the other, m. */
  positions: ArrayLike<number>;
  /** Three numbers of vertices for each triangle, counted from 0, anticlockwise as seen from outside. */
  triangles: ArrayLike<number>;
}

/** Where a copy of a mesh goes: first made larger, then turned, then moved. */
export interface MeshPlace {
  position?: VectorInput;
  orientation?: QuaternionInput;
  /** Default: 1. */
  scale?: number;
}

/** As many triangles, and vertices, as a mesh may have: with more of them its edges would not fit into a map. */
export const MOST_TRIANGLES = 5_000_000;

/** Farther out volumes are no numbers any more, m. */
const FARTHEST = 1e100;

/** A surface made of triangles. It never changes. */
export class Mesh {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;

  constructor(options: MeshOptions) {
    checkOptions("Mesh", options, ["positions", "triangles"]);
    this.positions = checkPositions(options?.positions);
    this.triangles = checkTriangles(options.triangles, this.positions.length / 3);
  }

  /** A box about the origin with these edge lengths along x, y, z. */
  static box(size: VectorInput): Mesh {
    return new Mesh(calcBox(size));
  }

  static sphere(options: SphereMeshOptions): Mesh {
    return new Mesh(calcSphere(options));
  }

  static ellipsoid(options: EllipsoidMeshOptions): Mesh {
    return new Mesh(calcEllipsoid(options));
  }

  /** A cylinder about the origin, along `axis` (`"y"` by default); with an `innerRadius`, a tube. */
  static cylinder(options: CylinderMeshOptions): Mesh {
    return new Mesh(calcCylinder(options));
  }

  /** A cone whose middle is at the origin and whose tip points along `axis` (`"y"` by default). */
  static cone(options: ConeMeshOptions): Mesh {
    return new Mesh(calcCone(options));
  }

  /** A cylinder about the origin with a half ball at each end. */
  static capsule(options: CapsuleMeshOptions): Mesh {
    return new Mesh(calcCapsule(options));
  }

  /** A ring about `axis` (`"y"` by default). */
  static torus(options: TorusMeshOptions): Mesh {
    return new Mesh(calcTorus(options));
  }

  /** Several meshes as one; they stay shells of their own. */
  static merge(given: readonly Mesh[]): Mesh {
    const owner = "Mesh.merge";
    const meshes = checkList(owner, "the meshes", given, "a list of one or more").map((mesh, i) =>
      checkInstance(owner, `mesh ${i}`, mesh, Mesh),
    );
    const count = meshes.reduce((sum, mesh) => sum + mesh.triangleCount, 0);
    if (count === 0 || count > MOST_TRIANGLES) {
      throw new ModelError(
        `${owner}: ${meshes.length} meshes with ${count} triangles; give one mesh or more, with at most ${MOST_TRIANGLES} together`,
      );
    }
    const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
    const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
    let [p, t] = [0, 0];
    for (const mesh of meshes) {
      positions.set(mesh.positions, p);
      for (const index of mesh.triangles) triangles[t++] = p / 3 + index;
      p += mesh.positions.length;
    }
    return new Mesh({ positions, triangles });
  }

  get vertexCount(): number {
    return this.positions.length / 3;
  }

  get triangleCount(): number {
    return this.triangles.length / 3;
  }

  getVertex(index: number): Vector3 {
    const { positions } = this;
    if (typeof index !== "number" || positions[3 * index] === undefined)
      refuseIndex("getVertex", index, this.vertexCount);
    return [positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]];
  }

  /** The three corners of a triangle. */
  getTriangle(index: number): [Vector3, Vector3, Vector3] {
    const { triangles } = this;
    if (typeof index !== "number" || triangles[3 * index] === undefined)
      refuseIndex("getTriangle", index, this.triangleCount);
    return [0, 1, 2].map((k) => this.getVertex(triangles[3 * index + k])) as [Vector3, Vector3, Vector3];
  }

  /** Volume inside, m³: the sum of the tetrahedra from the origin, negative if the triangles look inwards. */
  get volume(): number {
    let sum = 0;
    for (let i = 0; i < this.triangleCount; i++) {
      const [a, b, c] = this.getTriangle(i);
      sum += dot(a, cross(b, c));
    }
    return sum / 6;
  }

  /** m² */
  get area(): number {
    let sum = 0;
    for (let i = 0; i < this.triangleCount; i++) {
      const [a, b, c] = this.getTriangle(i);
      sum += norm(cross(subtract(b, a), subtract(c, a)));
    }
    return sum / 2;
  }

  /** The corners of the box around it, along the axes. */
  get bounds(): { min: Vector3; max: Vector3 } {
    const min: Triple = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const max: Triple = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.positions.forEach((x, i) => {
      min[i % 3] = Math.min(min[i % 3], x);
      max[i % 3] = Math.max(max[i % 3], x);
    });
    return { min, max };
  }

  /** A copy at another place. */
  place(place: MeshPlace = {}): Mesh {
    const owner = "Mesh.place";
    checkOptions(owner, place, ["position", "orientation", "scale"]);
    const position = checkVector3(owner, "position", otherwise(place.position, [0, 0, 0]));
    const T = matrixFromQuaternion(checkQuaternion(owner, "orientation", otherwise(place.orientation, [1, 0, 0, 0])));
    const factor = checkPositive(owner, "scale", place.scale ?? 1);
    const positions = new Float64Array(this.positions.length);
    for (let i = 0; i < this.vertexCount; i++) {
      positions.set(add(position, rotate(T, scale(this.getVertex(i), factor))), 3 * i);
    }
    return new Mesh({ positions, triangles: this.triangles });
  }

  /** What keeps it from being the surface of a solid, one sentence each: open or doubled edges, triangles that look inwards. */
  findDefects(): string[] {
    return findMeshDefects(this);
  }

  /** Whether the vertices and triangles are the same. */
  equals(other: Mesh): boolean {
    if (this === other) return true;
    checkInstance("Mesh.equals", "the other", other, Mesh);
    const same = (a: ArrayLike<number>, b: ArrayLike<number>) => {
      if (a.length !== b.length) return false;
      for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
      return true;
    };
    return same(this.triangles, other.triangles) && same(this.positions, other.positions);
  }

  get [SHARED](): true {
    return true;
  }
}

function refuseIndex(method: string, index: unknown, count: number): never {
  throw new ModelError(`Mesh.${method}: the index is ${describe(index)}; give a whole number from 0 to ${count - 1}`);
}

function readTriples(what: string, value: unknown, form: string): ArrayLike<unknown> {
  // What holds numbers only, and may be long, is not copied to be read.
  const isTyped = ArrayBuffer.isView(value) && (value instanceof Float64Array || value instanceof Uint32Array);
  const list = isTyped ? value : checkList("Mesh", what, value, form, 3 * MOST_TRIANGLES);
  if (list.length > 0 && list.length % 3 === 0 && list.length <= 3 * MOST_TRIANGLES) return list;
  throw new ModelError(`Mesh: ${what} are ${describe(value)}; give ${form}`);
}

function checkPositions(value: unknown): Float64Array {
  const list = readTriples("positions", value, "x, y, z of each vertex in one list");
  for (let i = 0; i < list.length; i++) {
    const x = list[i];
    if (typeof x === "number" && Math.abs(x) <= FARTHEST) continue;
    const remedy = Number.isFinite(x) ? `coordinates of at most ${FARTHEST} m` : "finite numbers";
    throw new ModelError(
      `Mesh: coordinate ${"xyz"[i % 3]} of vertex ${Math.floor(i / 3)} is ${describe(x)}; give ${remedy}`,
    );
  }
  return Float64Array.from(list as ArrayLike<number>);
}

function checkTriangles(value: unknown, count: number): Uint32Array {
  const list = readTriples("triangles", value, "three numbers of vertices for each in one list");
  for (let i = 0; i < list.length; i++) {
    const index = list[i];
    if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < count) continue;
    throw new ModelError(
      `Mesh: triangle ${Math.floor(i / 3)} has vertex ${describe(index)}; there are ${count}, counted from 0`,
    );
  }
  return Uint32Array.from(list as ArrayLike<number>);
}
