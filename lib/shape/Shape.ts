import {
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkQuaternion,
  checkVector3,
  describe,
  ModelError,
  type Quaternion,
  type QuaternionInput,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import { Mesh } from "./Mesh.ts";

/** A mesh on a body. */
export interface ShapeOptions {
  mesh: Mesh;
  /** What files and assets are called. Default: the name of the body. */
  name?: string;
  /** Where the mesh's origin and axes are, from the centre of mass (a base: its origin), in the body's axes. Default: there. */
  position?: VectorInput;
  orientation?: QuaternionInput;
  /** Red, green, blue from 0 to 1 (sRGB). Default: grey. */
  color?: VectorInput;
  /** From 0, not to be seen, to 1, the default. */
  opacity?: number;
  /** Whether it touches other things, or is only to be looked at. Engines take the convex hull. Default: true. */
  collides?: boolean;
  /** Coefficient of Coulomb friction, for formats that have one. */
  friction?: number;
}

/** The same, complete. */
export interface Shape {
  readonly mesh: Mesh;
  readonly name: string;
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly color: Vector3;
  readonly opacity: number;
  readonly collides: boolean;
  readonly friction: number | undefined;
}

/** The shapes of a body, or a function that makes them when somebody looks. */
export type ShapeSource = readonly ShapeOptions[] | (() => readonly ShapeOptions[]);

const GREY: Vector3 = [0.6, 0.62, 0.65];
const OPTIONS = ["mesh", "name", "position", "orientation", "color", "opacity", "collides", "friction"];

/** Asks for the shapes; they are not checked yet. */
export const listShapes = (source: ShapeSource): readonly ShapeOptions[] =>
  typeof source === "function" ? source() : source;

/** The shapes of the body with this name, checked and complete; `color` is that of those which have none. */
export function readShapes(label: string, body: string, source: ShapeSource, color = GREY): Shape[] {
  const owner = `${label}, shape of "${body}"`;
  const list: unknown = listShapes(source);
  if (!Array.isArray(list)) {
    throw new ModelError(
      `${owner}: the shapes are ${describe(list)}; give a list such as [{ mesh: Mesh.box([1, 1, 1]) }], or a function that returns one`,
    );
  }
  return list.map((options) => readShape(owner, body, options, color));
}

function readShape(owner: string, body: string, options: ShapeOptions, paint: Vector3): Shape {
  checkOptions(owner, options, OPTIONS);
  const { mesh, name = body, friction } = options ?? {};
  if (!(mesh instanceof Mesh)) throw new ModelError(`${owner}: mesh is ${describe(mesh)}; give a Mesh`);
  if (typeof name !== "string" || name.trim() === "")
    throw new ModelError(`${owner}: name is ${describe(name)}; give a text`);
  const color = checkVector3(owner, "color", options.color ?? paint);
  if (color.some((x) => x < 0 || x > 1)) {
    throw new ModelError(`${owner}: color is ${describe(color)}; give red, green and blue from 0 to 1`);
  }
  const opacity = checkNumber(owner, "opacity", options.opacity ?? 1);
  if (opacity < 0 || opacity > 1) {
    throw new ModelError(`${owner}: opacity is ${opacity}; give a number from 0 (not to be seen) to 1`);
  }
  return {
    mesh,
    name,
    position: checkVector3(owner, "position", options.position ?? [0, 0, 0]),
    orientation: checkQuaternion(owner, "orientation", options.orientation ?? [1, 0, 0, 0]),
    color,
    opacity,
    collides: options.collides ?? true,
    friction: friction === undefined ? undefined : checkNotNegative(owner, "friction", friction),
  };
}
