import {
  checkInstance,
  checkList,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkPositive,
  checkVector3,
  describe,
  ModelError,
  otherwise,
  SHARED,
} from "../math/index.ts";
import type { Mesh } from "../shape/index.ts";
import { findAxis } from "../shape/turnProfile.ts";
import { createShapeMesh } from "./createShapeMesh.ts";
import { createBox } from "./hull/createBox.ts";
import { createHull } from "./hull/createHull.ts";
import type { Polyhedron } from "./hull/Polyhedron.ts";

/** What the core of a shape is. All but the last three have vertices. */
export type CoreKind = "point" | "segment" | "box" | "hull" | "ellipsoid" | "cylinder" | "cone";

/** Beyond these lengths the fourth powers that the searches need would lose their digits. */
const LEAST = 1e-30;
const MOST = 1e30;

interface ShapeData {
  kind: CoreKind;
  label: string;
  vertices?: ArrayLike<number>;
  polyhedron?: Polyhedron;
  extents?: readonly number[];
  axis?: number;
  radius?: number;
}

/** A shape about an axis, `"y"` if left out. */
export interface AxialShapeOptions {
  radius: number;
  length: number;
  axis?: "x" | "y" | "z";
}

/** What can be added to the outside of a box or a hull: its edges and corners become round, its faces move outwards. */
export interface Rounding {
  /** Default: 0, sharp. */
  rounding?: number;
}

/**
 * A convex body in axes of its own: a core and a radius, all points that are no farther than the radius from the core. A
 * sphere is a point with a radius and a capsule a segment with one, so both are exact. All shapes are one class with the
 * same fields: code that runs often sees one kind of object.
 */
export class ConvexShape {
  /** `ConvexShape.box {size: [1, 1, 1]}`: how messages call the shape. */
  readonly label: string;
  /** @internal */
  readonly kind: CoreKind;
  /** Vertices of the core, three numbers each; none if the core is curved. @internal */
  readonly vertices: Float64Array;
  /** Faces and edges of a core that has them. @internal */
  readonly polyhedron: Polyhedron | undefined;
  /** Vertices next to vertex i are `neighbours[neighbourStart[i]]` up to the next start. @internal */
  readonly neighbourStart: Int32Array;
  /** @internal */
  readonly neighbours: Int32Array;
  /** Semi-axes of an ellipsoid, half edges of a box; radius of the core and half the length of what has an axis. @internal */
  readonly extents: Float64Array;
  /** Number of the axis of a cylinder, a cone or a capsule. @internal */
  readonly axis: number;
  /** Of the rounding: what the shape adds to its core, m. */
  readonly radius: number;
  /** A point inside of the core, own axes. @internal */
  readonly center: Float64Array;
  /** No point is farther from the origin of the shape's axes, m: tolerances are measured by it. */
  readonly reach: number;

  /** Shapes are made by the functions of the class. */
  private constructor(data: ShapeData) {
    const { kind, label, polyhedron, extents = [0, 0, 0], radius = 0 } = data;
    this.label = label;
    this.kind = kind;
    this.polyhedron = polyhedron;
    this.vertices = polyhedron?.vertices ?? Float64Array.from(data.vertices ?? []);
    this.neighbourStart = polyhedron?.neighbourStart ?? new Int32Array(0);
    this.neighbours = polyhedron?.neighbours ?? new Int32Array(0);
    this.extents = Float64Array.from(extents);
    this.axis = data.axis ?? 0;
    this.radius = radius;
    this.center = calcCenter(this.vertices);
    this.reach = findReach(this) + radius;
    if (!(this.reach >= LEAST && this.reach <= MOST)) {
      throw new ModelError(`${label}: it reaches ${this.reach} m; give lengths from ${LEAST} to ${MOST} m`);
    }
  }

  static sphere(options: { radius: number }): ConvexShape {
    const owner = "ConvexShape.sphere";
    checkOptions(owner, options, ["radius"], true);
    const radius = checkPositive(owner, "radius", options.radius);
    return new ConvexShape({ kind: "point", label: `${owner} {radius: ${radius}}`, vertices: [0, 0, 0], radius });
  }

  /** A box about its origin; `size` are the lengths of its edges along x, y, z, before the rounding is added. */
  static box(options: { size: ArrayLike<number> } & Rounding): ConvexShape {
    const owner = "ConvexShape.box";
    checkOptions(owner, options, ["size", "rounding"], true);
    const size = checkVector3(owner, "size", options.size);
    const halves = size.map((length, i) => 0.5 * checkPositive(owner, `size[${i}]`, length));
    const radius = checkRounding(owner, options);
    const label = `${owner} {size: ${describe(size)}}`;
    return new ConvexShape({ kind: "box", label, polyhedron: createBox(halves), extents: halves, radius });
  }

  /** A cylinder with flat ends about its origin. */
  static cylinder(options: AxialShapeOptions): ConvexShape {
    return new ConvexShape(readAxial("ConvexShape.cylinder", options, "cylinder"));
  }

  /** A cone with a flat base; the tip is half the length from the origin along the axis, the base half of it behind. */
  static cone(options: AxialShapeOptions): ConvexShape {
    return new ConvexShape(readAxial("ConvexShape.cone", options, "cone"));
  }

  /** A cylinder with half balls at its ends; `length` is between their centres. */
  static capsule(options: AxialShapeOptions): ConvexShape {
    const { label, axis = 1, extents = [] } = readAxial("ConvexShape.capsule", options, "segment");
    const vertices = [0, 0, 0, 0, 0, 0];
    vertices[axis] = -extents[1];
    vertices[3 + axis] = extents[1];
    return new ConvexShape({ kind: "segment", label, vertices, extents: [0, extents[1], 0], axis, radius: extents[0] });
  }

  /** An ellipsoid about its origin; `semiAxes` are half the diameters along x, y, z. */
  static ellipsoid(options: { semiAxes: ArrayLike<number> }): ConvexShape {
    const owner = "ConvexShape.ellipsoid";
    checkOptions(owner, options, ["semiAxes"], true);
    const semiAxes = checkVector3(owner, "semiAxes", options.semiAxes);
    semiAxes.forEach((length, i) => {
      checkPositive(owner, `semiAxes[${i}]`, length);
    });
    const label = `${owner} {semiAxes: ${describe(semiAxes)}}`;
    return new ConvexShape({ kind: "ellipsoid", label, extents: semiAxes });
  }

  /** The convex hull of points: `[[x, y, z], …]`, or all coordinates in a row. */
  static hull(options: { points: ArrayLike<ArrayLike<number>> | ArrayLike<number> } & Rounding): ConvexShape {
    const owner = "ConvexShape.hull";
    checkOptions(owner, options, ["points", "rounding"], true);
    const radius = checkRounding(owner, options);
    const points = readPoints(owner, options.points);
    const label = `${owner} of ${points.length / 3} points`;
    return new ConvexShape({ kind: "hull", label, polyhedron: createHull(owner, points), radius });
  }

  /** What it looks like. */
  createMesh(): Mesh {
    return createShapeMesh(this);
  }

  /** A shape never changes; copies of a model share it. */
  get [SHARED](): true {
    return true;
  }
}

/** The constructor is nobody's but the class's own, which the type of a class would tell. */
export const checkShape = (owner: string, what: string, value: unknown): ConvexShape =>
  checkInstance(
    owner,
    what,
    value,
    ConvexShape as unknown as abstract new () => ConvexShape,
    "a ConvexShape, such as ConvexShape.sphere({ radius: 1 })",
  );

const checkRounding = (owner: string, options: Rounding): number =>
  checkNotNegative(owner, "rounding", otherwise(options.rounding, 0));

function readAxial(owner: string, options: AxialShapeOptions, kind: CoreKind): ShapeData {
  checkOptions(owner, options, ["radius", "length", "axis"], true);
  const radius = checkPositive(owner, "radius", options.radius);
  const half = 0.5 * checkPositive(owner, "length", options.length);
  const axis = findAxis(owner, otherwise(options.axis, "y"));
  const label = `${owner} {radius: ${radius}, length: ${2 * half}}`;
  return { kind, label, extents: [radius, half, 0], axis };
}

const FORM = "points [[x, y, z], …] or their coordinates in a row";

function readPoints(owner: string, value: unknown): Float64Array {
  const list = checkList(owner, "points", value, FORM);
  const isNested = list.length > 0 && typeof list[0] !== "number";
  const numbers = isNested
    ? list.flatMap((point, i) => checkVector3(owner, `points[${i}]`, point))
    : list.map((x, i) => checkNumber(owner, `points[${i}]`, x));
  if (numbers.length % 3 !== 0) {
    throw new ModelError(`${owner}: points are ${numbers.length} numbers, which is no multiple of three; give ${FORM}`);
  }
  return Float64Array.from(numbers);
}

/** The mean of the vertices; the origin of shapes that are alike about it. */
function calcCenter(vertices: Float64Array): Float64Array {
  const out = new Float64Array(3);
  const share = vertices.length === 0 ? 0 : 3 / vertices.length;
  vertices.forEach((x, i) => {
    out[i % 3] += share * x;
  });
  return out;
}

function findReach({ kind, vertices, extents }: ConvexShape): number {
  if (kind === "ellipsoid") return Math.max(...extents);
  if (kind !== "hull") return Math.hypot(...extents);
  let reach = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    reach = Math.max(reach, Math.hypot(vertices[i], vertices[i + 1], vertices[i + 2]));
  }
  return reach;
}
