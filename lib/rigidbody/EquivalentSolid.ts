import {
  matrixFromQuaternion,
  type Quaternion,
  quaternionFromMatrix,
  rotateBack,
  type Vector3,
} from "../math/index.ts";
import { Mesh } from "../shape/index.ts";
import type { Inertia } from "./Inertia.ts";

/** Principal moments that differ by less than this share of the largest are the same. */
const SAME = 1e-6;

/** Beyond its surface by this share of its size a point still belongs to a solid. */
const SLACK = 1e-6;

/**
 * The homogeneous solid with a given mass and inertia, about the centre of mass: a ball if all principal moments are the
 * same, a cylinder if two are, else a box. What was a ball, a cylinder or a box is found again.
 */
export class EquivalentSolid {
  readonly kind: "sphere" | "cylinder" | "box";
  /** Diameters or edges along its own axes; a cylinder lies along y. */
  readonly size: Vector3;
  /** From its own axes to body axes. */
  readonly orientation: Quaternion;

  private constructor(kind: EquivalentSolid["kind"], size: readonly number[], orientation: Quaternion, least: number) {
    this.kind = kind;
    this.size = size.map((length) => Math.max(length, least)) as unknown as Vector3;
    this.orientation = orientation;
  }

  /** No extent of it is less than `least`, m. */
  static of(inertia: Inertia, least = 0): EquivalentSolid {
    const { mass } = inertia;
    const { moments, axes } = inertia.principal();
    const isSame = (a: number, b: number) => Math.abs(a - b) <= SAME * moments[2];
    if (isSame(moments[0], moments[2])) {
      // I = 2/5 m r²
      const diameter = 2 * Math.sqrt((2.5 * moments[1]) / mass);
      return new EquivalentSolid("sphere", [diameter, diameter, diameter], [1, 0, 0, 0], least);
    }
    const along = isSame(moments[1], moments[2]) ? 0 : isSame(moments[0], moments[1]) ? 2 : undefined;
    if (along === undefined) return EquivalentSolid.box(inertia, least);
    // I = m r²/2 along, m (3 r² + l²)/12 across
    const square = Math.max(0, (2 * moments[along]) / mass);
    const length = Math.sqrt(Math.max(0, (12 * moments[1]) / mass - 3 * square));
    const diameter = 2 * Math.sqrt(square);
    const columns = [axes[(along + 2) % 3], axes[along], axes[(along + 1) % 3]];
    return new EquivalentSolid("cylinder", [diameter, length, diameter], toQuaternion(columns), least);
  }

  /** The box with this mass and inertia, along the principal axes: `a² = 6 (I_b + I_c − I_a)/m`. */
  static box(inertia: Inertia, least = 0): EquivalentSolid {
    const { moments, axes } = inertia.principal();
    const sum = moments[0] + moments[1] + moments[2];
    const edges = moments.map((moment) => Math.sqrt(Math.max(0, (6 * (sum - 2 * moment)) / inertia.mass)));
    return new EquivalentSolid("box", edges, toQuaternion(axes), least);
  }

  /** Half the longest extent. */
  get reach(): number {
    return 0.5 * Math.max(...this.size);
  }

  /** How far it reaches in a direction (a unit vector in body axes). */
  findHalf(direction: ArrayLike<number>): number {
    const [x, y, z] = rotateBack(matrixFromQuaternion(this.orientation), direction).map((d, i) =>
      Math.abs(0.5 * d * this.size[i]),
    );
    if (this.kind === "sphere") return Math.hypot(x, y, z);
    return this.kind === "cylinder" ? y + Math.hypot(x, z) : x + y + z;
  }

  /** Whether a point in body axes lies in it or on its surface. */
  contains(point: ArrayLike<number>): boolean {
    const inside = rotateBack(matrixFromQuaternion(this.orientation), point);
    const [x, y, z] = inside.map((p, i) => Math.abs(p) / (0.5 * this.size[i]));
    const limit = 1 + SLACK;
    if (this.kind === "sphere") return Math.hypot(x, y, z) <= limit;
    if (this.kind === "cylinder") return y <= limit && Math.hypot(x, z) <= limit;
    return Math.max(x, y, z) <= limit;
  }

  /** About the origin, in its own axes. It has to have an extent in every direction. */
  createMesh(): Mesh {
    const [x, y] = this.size;
    if (this.kind === "sphere") return Mesh.sphere({ radius: 0.5 * x });
    if (this.kind === "cylinder") return Mesh.cylinder({ radius: 0.5 * x, length: y });
    return Mesh.box(this.size);
  }
}

/** The columns of the rotation matrix are the axes. */
const toQuaternion = (axes: readonly Vector3[]): Quaternion =>
  quaternionFromMatrix([0, 1, 2].flatMap((i) => axes.map((axis) => axis[i])));
