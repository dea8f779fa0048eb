import {
  callGiven,
  checkBoolean,
  checkList,
  checkNotNegative,
  checkNumber,
  checkOptions,
  checkQuaternion,
  checkText,
  checkVector3,
  describe,
  hasMethod,
  ModelError,
  otherwise,
  type Quaternion,
  type QuaternionInput,
  type Vector3,
  type VectorInput,
} from "../math/index.ts";
import type { Mesh } from "./Mesh.ts";

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

const MOST_SHAPES = 10_000;
const GREY: Vector3 = [0.6, 0.62, 0.65];
const OPTIONS = ["mesh", "name", "position", "orientation", "color", "opacity", "collides", "friction"];

const FORM = "a list such as [{ mesh: Mesh.box([1, 1, 1]) }], or a function that returns one";

/** Asks for the shapes of a body, and checks them. */
export function listShapes(source: ShapeSource): readonly ShapeOptions[] {
  const list = askForShapes("listShapes", source);
  for (const options of list) readShape("listShapes", "shape", options, GREY);
  return list;
}

function askForShapes(owner: string, source: unknown): readonly ShapeOptions[] {
  const list = typeof source === "function" ? callGiven(owner, "the function", () => source()) : source;
  return checkList(owner, "the list", list, FORM, MOST_SHAPES) as ShapeOptions[];
}

/** The shapes of the body with this name, checked and complete; `color` is that of those which have none. */
export function readShapes(label: string, body: string, source: ShapeSource, color = GREY): Shape[] {
  const name = checkText("readShapes", "the name of the body", body);
  const owner = `${checkText("readShapes", "the label", label)}, shape of "${name}"`;
  return askForShapes(owner, source).map((options) => readShape(owner, name, options, color));
}

/** Refuses shapes that a body is given, as far as they are known: a function is asked when somebody looks. */
export function checkShapes(owner: string, body: string, source: unknown): ShapeSource | undefined {
  if (source !== undefined && typeof source !== "function") {
    for (const options of askForShapes(owner, source)) readShape(owner, body, options, GREY);
  }
  return source as ShapeSource | undefined;
}

function readShape(owner: string, body: string, options: ShapeOptions, paint: Vector3): Shape {
  checkOptions(owner, options, OPTIONS);
  const { mesh, name = body, friction } = options ?? {};
  // Told by what it can do: bodies check their shapes, and not everybody who has bodies needs meshes.
  if (!hasMethod(mesh, "getTriangle")) {
    throw new ModelError(`${owner}: mesh is ${describe(mesh)}; give a Mesh`);
  }
  if (typeof name !== "string" || name.trim() === "")
    throw new ModelError(`${owner}: name is ${describe(name)}; give a text`);
  const { color, opacity } = checkPaint(owner, options, paint);
  return {
    mesh,
    name,
    position: checkVector3(owner, "position", otherwise(options.position, [0, 0, 0])),
    orientation: checkQuaternion(owner, "orientation", otherwise(options.orientation, [1, 0, 0, 0])),
    color,
    opacity,
    collides: checkBoolean(owner, "collides", otherwise(options.collides, true)),
    friction: friction === undefined ? undefined : checkNotNegative(owner, "friction", friction),
  };
}

/** What a surface is painted with; `color` is that of surfaces which are given none. */
export function checkPaint(
  owner: string,
  paint: Pick<ShapeOptions, "color" | "opacity">,
  fallback = GREY,
): Pick<Shape, "color" | "opacity"> {
  const color = checkVector3(owner, "color", otherwise(paint.color, fallback));
  if (color.some((x) => x < 0 || x > 1)) {
    throw new ModelError(`${owner}: color is ${describe(color)}; give red, green and blue from 0 to 1`);
  }
  const opacity = checkNumber(owner, "opacity", paint.opacity ?? 1);
  if (opacity < 0 || opacity > 1) {
    throw new ModelError(`${owner}: opacity is ${opacity}; give a number from 0 (not to be seen) to 1`);
  }
  return { color, opacity };
}
