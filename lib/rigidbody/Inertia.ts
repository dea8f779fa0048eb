import { eigenSymmetric3 } from "../math/eigenSymmetric3.ts";
import {
  add,
  checkList,
  checkNumber,
  checkOptions,
  checkPositive,
  checkQuaternion,
  checkVector3,
  describe,
  isInstance,
  ModelError,
  matrixFromQuaternion,
  multiply,
  otherwise,
  type Quaternion,
  rotate,
  SHARED,
  subtract,
  transpose,
  type Vector3,
} from "../math/index.ts";
import { calcRevolution, type RevolutionOptions } from "./revolution.ts";
import {
  type BoxOptions,
  type CylinderOptions,
  calcBox,
  calcCylinder,
  calcEllipsoid,
  calcHollowSphere,
  calcRod,
  calcSphere,
  type EllipsoidOptions,
  type HollowSphereOptions,
  type InertiaOptions,
  type InertiaTensor,
  type RodOptions,
  type SphereOptions,
} from "./solids.ts";

export type { Generatrix, RevolutionOptions } from "./revolution.ts";
export type {
  AxisName,
  BoxOptions,
  CylinderOptions,
  EllipsoidOptions,
  HollowSphereOptions,
  InertiaOptions,
  InertiaTensor,
  MassOrDensity,
  RodOptions,
  SphereOptions,
} from "./solids.ts";

/** A part of `Inertia.compose`: where the frame in which its inertia was described lies in the common frame. */
export interface InertiaPart {
  inertia: Inertia;
  position?: ArrayLike<number>;
  orientation?: ArrayLike<number>;
}

const ENTRIES = ["Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"];

/** Rounding that the principal moments may carry, as a share of the largest. */
const ROUNDING = 1e-12;

/**
 * Mass, centre of mass and inertia tensor of a rigid body. It never changes.
 *
 * The tensor is given about the centre of mass, in body axes, by the entries `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` of its
 * matrix. The last three are matrix entries: `Ixy = I[0][1] = −∫xy dm`, **minus** the product of inertia `∫xy dm` that
 * some tables and CAD programs print.
 *
 * The origin of a body is always its centre of mass. `center` only tells where that point lies in the frame in which
 * the shape or the parts were described, so that other points of them can be found: subtract it.
 */
export class Inertia {
  readonly mass: number;
  readonly tensor: InertiaTensor;
  readonly center: Vector3;

  constructor(options: InertiaOptions) {
    checkOptions("Inertia", options, ["mass", "tensor", "center"], true);
    this.mass = checkPositive("Inertia", "mass", options.mass);
    this.tensor = Object.freeze(checkTensor(options.tensor));
    this.center = Object.freeze(checkVector3("Inertia", "center", otherwise(options.center, [0, 0, 0])));
    checkPrincipalMoments(eigenSymmetric3(this.tensor).values, this.tensor);
    Object.freeze(this);
  }

  /** A mass without extent. */
  static point(options: { mass: number }): Inertia {
    checkOptions("Inertia.point", options, ["mass"], true);
    return new Inertia({ mass: checkPositive("Inertia.point", "mass", options.mass), tensor: [0, 0, 0] });
  }

  static box(options: BoxOptions): Inertia {
    return new Inertia(calcBox(options));
  }

  static sphere(options: SphereOptions): Inertia {
    return new Inertia(calcSphere(options));
  }

  /** A spherical shell: infinitely thin, or with the wall between `innerRadius` and `radius`. */
  static hollowSphere(options: HollowSphereOptions): Inertia {
    return new Inertia(calcHollowSphere(options));
  }

  /** A slender rod along `axis` (`"x"` by default); with a `radius`, the round bar of that radius. */
  static rod(options: RodOptions): Inertia {
    return new Inertia(calcRod(options));
  }

  /** A cylinder along `axis` (`"y"` by default); with an `innerRadius`, a tube. */
  static cylinder(options: CylinderOptions): Inertia {
    return new Inertia(calcCylinder(options));
  }

  static ellipsoid(options: EllipsoidOptions): Inertia {
    return new Inertia(calcEllipsoid(options));
  }

  /**
   * The solid that a generatrix encloses when it turns about `axis` (`"x"` by default). Corners `[[x, r], …]` are
   * integrated exactly, a function on `from … to` to about 1e-14.
   */
  static revolution(options: RevolutionOptions): Inertia {
    return new Inertia(calcRevolution(options));
  }

  /** Several parts as one body, by the theorem of parallel axes. */
  static compose(parts: readonly InertiaPart[]): Inertia {
    const list = Array.isArray(parts) ? checkList("Inertia.compose", "the list", parts, "a list of parts") : [];
    if (list.length === 0) {
      throw new ModelError(`Inertia.compose: parts are ${describe(parts)}; give a list of { inertia, position }`);
    }
    const placed = (list as InertiaPart[]).map((part, i) => {
      const owner = `Inertia.compose: part ${i}`;
      checkOptions(owner, part, ["inertia", "position", "orientation"]);
      if (!isInstance(part?.inertia, Inertia)) {
        throw new ModelError(
          `${owner}: inertia is ${describe(part?.inertia)}; give an Inertia, such as Inertia.box(…)`,
        );
      }
      const position = checkVector3(owner, "position", otherwise(part.position, [0, 0, 0]));
      if (part.orientation === undefined) return { part: part.inertia, center: add(position, part.inertia.center) };
      const turned = part.inertia.rotated(checkQuaternion(owner, "orientation", part.orientation));
      return { part: turned, center: add(position, turned.center) };
    });
    const mass = placed.reduce((sum, { part }) => sum + part.mass, 0);
    const center = [0, 1, 2].map((k) => placed.reduce((sum, at) => sum + at.part.mass * at.center[k], 0) / mass);
    const tensor = [0, 0, 0, 0, 0, 0];
    for (const at of placed) {
      addTensor(at.part.tensor, tensor);
      addTensor(calcPointTensor(at.part.mass, subtract(at.center, center)), tensor);
    }
    return new Inertia({ mass, tensor, center });
  }

  /** The same body turned by a quaternion (scalar first, any length but zero) about the origin of its description. */
  rotated(orientation: Quaternion | ArrayLike<number>): Inertia {
    const turn = matrixFromQuaternion(checkQuaternion("Inertia.rotated", "orientation", orientation));
    const [xx, yy, zz, xy, xz, yz] = this.tensor;
    const m = multiply(multiply(turn, [xx, xy, xz, xy, yy, yz, xz, yz, zz]), transpose(turn));
    return new Inertia({
      mass: this.mass,
      tensor: [m[0], m[4], m[8], 0.5 * (m[1] + m[3]), 0.5 * (m[2] + m[6]), 0.5 * (m[5] + m[7])],
      center: rotate(turn, this.center),
    });
  }

  /** The tensor about another point, given in the frame of `center` (for a plain solid: from its centre of mass). */
  about(point: ArrayLike<number>): InertiaTensor {
    const tensor = [...this.tensor];
    addTensor(calcPointTensor(this.mass, subtract(checkVector3("Inertia.about", "point", point), this.center)), tensor);
    return tensor as unknown as InertiaTensor;
  }

  /** Principal moments about the centre of mass, smallest first, and their axes: unit vectors, a right-handed set. */
  principal(): { moments: Vector3; axes: readonly [Vector3, Vector3, Vector3] } {
    const { values, vectors } = eigenSymmetric3(this.tensor);
    return { moments: values, axes: vectors };
  }

  get [SHARED](): true {
    return true;
  }
}

/** The tensor of a point mass at `d`: `m (|d|² 1 − d dᵀ)`. */
function calcPointTensor(mass: number, [x, y, z]: Vector3): number[] {
  return [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z].map((entry) => mass * entry);
}

function addTensor(tensor: ArrayLike<number>, out: number[]): void {
  for (let i = 0; i < 6; i++) out[i] += tensor[i];
}

function checkTensor(value: unknown): InertiaTensor {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
  const list = isList ? Array.from(value as ArrayLike<unknown>) : [];
  if (list.length !== 3 && list.length !== 6) {
    throw new ModelError(
      `Inertia: tensor ${describe(value)} is not a list of 3 or 6 numbers; give [Ixx, Iyy, Izz] or [${ENTRIES.join(", ")}]`,
    );
  }
  const entries = ENTRIES.map((name, i) => (i < list.length ? checkNumber("Inertia", name, list[i]) : 0));
  return entries as unknown as InertiaTensor;
}

/**
 * With the second moments `Jx = ∫x² dm ≥ 0`, … the principal moments are `Jy + Jz`, …: none is negative, and none is
 * larger than the sum of the other two.
 */
function checkPrincipalMoments([a, b, c]: Vector3, tensor: InertiaTensor): void {
  const show = (x: number) => Number(x.toPrecision(14));
  if (![a, b, c].every(Number.isFinite)) {
    throw new ModelError(
      `Inertia: the principal moments of the tensor [${tensor.join(", ")}] are larger than numbers can hold; check the units`,
    );
  }
  const slack = ROUNDING * Math.max(Math.abs(a), Math.abs(c));
  if (a < -slack) {
    throw new ModelError(
      `Inertia: principal moment ${show(a)} of the tensor [${tensor.join(", ")}] is negative; no body has it; ` +
        `check the order ${ENTRIES.join(", ")}, and that Ixy is minus the product of inertia`,
    );
  }
  if (a + b < c - slack) {
    throw new ModelError(
      `Inertia: principal moments ${show(a)}, ${show(b)}, ${show(c)} break the triangle inequality ` +
        `(${show(a)} + ${show(b)} < ${show(c)}); no body has them; check the order ${ENTRIES.join(", ")} and the units`,
    );
  }
}
