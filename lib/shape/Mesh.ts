import {
  add,
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
  type QuaternionInput,
  rotate,
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
  static merge(meshes: readonly Mesh[]): Mesh {
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
    return [positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]];
  }

  /** The three corners of a triangle. */
  getTriangle(index: number): [Vector3, Vector3, Vector3] {
    const { triangles } = this;
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
  place(place: MeshPlace): Mesh {
    const owner = "Mesh.place";
    checkOptions(owner, place, ["position", "orientation", "scale"]);
    const position = checkVector3(owner, "position", place.position ?? [0, 0, 0]);
    const T = matrixFromQuaternion(checkQuaternion(owner, "orientation", place.orientation ?? [1, 0, 0, 0]));
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
    const same = (a: ArrayLike<number>, b: ArrayLike<number>) => {
      if (a.length !== b.length) return false;
      for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
      return true;
    };
    return same(this.triangles, other.triangles) && same(this.positions, other.positions);
  }
}

function isList(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}

function checkPositions(value: unknown): Float64Array {
  if (!isList(value) || value.length === 0 || value.length % 3 !== 0) {
    throw new ModelError(`Mesh: positions are ${describe(value)}; give x, y, z of each vertex in one list`);
  }
  const positions = Float64Array.from(value);
  const wrong = positions.findIndex((x) => !Number.isFinite(x));
  if (wrong < 0) return positions;
  throw new ModelError(
    `Mesh: coordinate ${"xyz"[wrong % 3]} of vertex ${Math.floor(wrong / 3)} is ${describe(value[wrong])}; give finite numbers`,
  );
}

function checkTriangles(value: unknown, count: number): Uint32Array {
  if (!isList(value) || value.length === 0 || value.length % 3 !== 0) {
    throw new ModelError(`Mesh: triangles are ${describe(value)}; give three numbers of vertices for each in one list`);
  }
  for (let i = 0; i < value.length; i++) {
    const index = value[i];
    if (Number.isInteger(index) && index >= 0 && index < count) continue;
    throw new ModelError(
      `Mesh: triangle ${Math.floor(i / 3)} has vertex ${describe(index)}; there are ${count}, counted from 0`,
    );
  }
  return Uint32Array.from(value);
}
