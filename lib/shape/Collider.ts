import {
  callGiven,
  checkCount,
  checkList,
  checkOptions,
  checkQuaternion,
  checkVector3,
  describe,
  ModelError,
  otherwise,
  type Quaternion,
  type QuaternionInput,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import { type ContactMaterial, checkContactMaterial } from "./ContactMaterial.ts";
import type { Mesh } from "./Mesh.ts";

/** A convex shape, such as `ConvexShape.box({ size: [1, 1, 1] })` of `multibond/collision`. */
export interface ColliderShape {
  readonly kind: string;
  readonly label: string;
  /** No point is farther from the origin of the shape's axes, m. */
  readonly reach: number;
  /** What it looks like. */
  createMesh(): Mesh;
}

/** A shape on a body that others can touch. */
export interface ColliderOptions {
  shape: ColliderShape;
  /** Where the shape's origin and axes are, from the centre of mass (a base: its origin), in the body's axes. Default: there. */
  position?: VectorInput;
  orientation?: QuaternionInput;
  /** What its surface is like. */
  material?: ContactMaterial;
  /** Groups that it belongs to, one bit each. Default: 1. */
  group?: number;
  /** Groups that it collides with, one bit each. Default: all, −1. Both of a pair have to want it. */
  mask?: number;
}

/** The same, complete. */
export interface BodyCollider {
  readonly shape: ColliderShape;
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly material: ContactMaterial;
  readonly group: number;
  readonly mask: number;
}

/** The colliders of a body, each a shape or one with a place and a material; or a function that makes them when a run needs them. */
export type ColliderSource =
  | readonly (ColliderShape | ColliderOptions)[]
  | (() => readonly (ColliderShape | ColliderOptions)[]);

const MOST_COLLIDERS = 100_000;
const OPTIONS = ["shape", "position", "orientation", "material", "group", "mask"];
const FORM = "a list such as [ConvexShape.box({ size: [1, 1, 1] })], or a function that returns one";

/** Refuses colliders that a body is given, as far as they are known: a function is asked when a run needs them. */
export function checkColliders(owner: string, source: ColliderSource | undefined): ColliderSource | undefined {
  if (source !== undefined && typeof source !== "function") readColliders(owner, source);
  return source;
}

/** Asks for the colliders of a body: checked and complete. */
export function readColliders(owner: string, source: ColliderSource): BodyCollider[] {
  const list = typeof source === "function" ? callGiven(owner, "the function", () => source()) : source;
  return checkList(owner, "the list", list, FORM, MOST_COLLIDERS).map((entry, i) =>
    readCollider(`${owner}[${i}]`, entry as ColliderShape | ColliderOptions),
  );
}

function readCollider(owner: string, entry: ColliderShape | ColliderOptions): BodyCollider {
  const options = isShape(entry) ? { shape: entry } : entry;
  checkOptions(owner, options, OPTIONS, true);
  const { shape, material } = options;
  if (!isShape(shape)) {
    throw new ModelError(
      `${owner}: shape is ${describe(shape)}; give a ConvexShape, such as ConvexShape.sphere({ radius: 1 })`,
    );
  }
  return {
    shape,
    position: checkVector3(owner, "position", otherwise(options.position, [0, 0, 0])),
    orientation: checkQuaternion(owner, "orientation", otherwise(options.orientation, [1, 0, 0, 0])),
    material: material === undefined ? {} : checkContactMaterial(`${owner}, material`, material),
    group: checkBits(owner, "group", otherwise(options.group, 1)),
    mask: checkBits(owner, "mask", otherwise(options.mask, -1)),
  };
}

/** Told by what it has: bodies check their colliders, and not everybody who has bodies needs distances. */
function isShape(value: unknown): value is ColliderShape {
  try {
    const { kind, reach } = value as ColliderShape;
    return typeof kind === "string" && typeof reach === "number";
  } catch {
    return false;
  }
}

/** Groups as bits of a whole number. */
export function checkBits(owner: string, what: string, value: unknown): number {
  return checkCount(owner, `${what}, as bits,`, value, -(2 ** 31), 2 ** 32 - 1) | 0;
}
