import {
  checkBoolean,
  checkOptions,
  checkPositive,
  checkQuaternion,
  checkVector3,
  matrixFromQuaternion,
  otherwise,
  type QuaternionInput,
  SHARED,
  type VectorInput,
} from "../math/index.ts";
import { findSamples, findSpread } from "./findSamples.ts";

/** Where a surface sits on its body: its origin in body axes (a base: from its origin) and its turn relative to them. */
export interface SurfacePlace {
  position?: VectorInput;
  orientation?: QuaternionInput;
}

/** Where the surface of a body with an inside sits, and on which side of it the material is. */
export interface SolidPlace extends SurfacePlace {
  /** Whether the surface is hollow: a bowl or a pipe, with the material outside and what touches it inside. Default: false. */
  inside?: boolean;
}

/** The options every surface has, and those of bodies with an inside. */
export const PLACE_OPTIONS = ["position", "orientation"] as const;
export const SOLID_OPTIONS = [...PLACE_OPTIONS, "inside"] as const;

/** What `Surface.from` takes beside the expression and its parameters. */
export interface ExpressionOptions extends SolidPlace {
  /** About how large the surface is, m, where the search for its points does not find out by itself. */
  size?: number;
}

/**
 * A smooth surface `f(x, y, z) = 0` in axes of its own that are fixed to a body. The gradient points outwards: `f < 0`
 * inside the material. Coordinates and results cross in arrays: numbers that do are not put on the heap.
 */
export abstract class Surface {
  /** Origin in body axes. */
  readonly position: Float64Array;
  /** From the surface's axes to body axes, row by row. */
  readonly rotation: Float64Array;
  /** Whether it is hollow: the material is outside of what it encloses. */
  readonly inside: boolean;

  constructor(place?: SolidPlace) {
    const kind = new.target.name;
    this.position = Float64Array.from(checkVector3(kind, "position", otherwise(place?.position, [0, 0, 0])));
    this.rotation = Float64Array.from(
      matrixFromQuaternion(checkQuaternion(kind, "orientation", otherwise(place?.orientation, [1, 0, 0, 0]))),
    );
    this.inside = checkBoolean(kind, "inside", otherwise(place?.inside, false));
  }

  /**
   * The surface where an expression in x, y, z is zero; the expression is negative inside. Other names are parameters:
   * `await Surface.from("x^2/a^2 + y^2/b^2 + z^2/c^2 - 1", { a: 2, b: 1, c: 1 })`. Gradient and Hessian are derived by
   * the package algebrite, which is loaded at the first call.
   */
  static async from(
    expression: string,
    parameters?: Readonly<Record<string, number>>,
    options: ExpressionOptions = {},
  ): Promise<Surface> {
    const { compileExpression, nameExpression } = await import("./expression/compile.ts");
    const label = nameExpression(expression);
    checkOptions(label, options, [...SOLID_OPTIONS, "size"]);
    const size = options.size === undefined ? undefined : checkPositive(label, "size", options.size);
    const program = await compileExpression(expression, parameters);
    return new ExpressionSurface(label, program.link(), size, options);
  }

  /** `f`, its gradient and its Hessian at `point`: `out = [f, fx, fy, fz, fxx, fyy, fzz, fxy, fxz, fyz]`. */
  abstract calc(point: Float64Array, out: Float64Array): void;

  /** A length that is typical of the surface, m: steps of searches and tolerances are measured by it. */
  abstract get size(): number;

  /** `Ellipsoid {semiAxes: [2, 1, 1]}`: how messages call the surface. */
  abstract get label(): string;

  /** Whether it is a curve or a point in truth, with no normal of its own: the other surface gives the normal. */
  get isCurve(): boolean {
    return false;
  }

  /** Whether it bounds a convex body all of whose farthest points `findSupport` knows: searches are safe then. */
  get isConvex(): boolean {
    return false;
  }

  /**
   * Writes the point that lies farthest in a direction (of any length) into `out`, both in the surface's axes; false
   * if there is none or none is known. Searches begin there.
   */
  findSupport(_direction: Float64Array, _out: Float64Array): boolean {
    return false;
  }

  /** Points spread over the surface, in its own axes: where searches begin if there is no support. */
  listSamples(): Float64Array[] {
    return findSamples(this.label, (point, out) => this.calc(point, out), this.size);
  }

  get [SHARED](): true {
    return true;
  }
}

/** A surface whose function is compiled. In this file since the base class makes it. */
class ExpressionSurface extends Surface {
  override readonly calc: (point: Float64Array, out: Float64Array) => void;
  readonly size: number;
  readonly label: string;
  private readonly samples: readonly Float64Array[];

  constructor(label: string, calc: Surface["calc"], size: number | undefined, place: SolidPlace) {
    super(place);
    this.label = this.inside ? `${label} (inside)` : label;
    this.calc = this.inside ? turnInsideOut(calc) : calc;
    this.samples = findSamples(label, this.calc, size);
    this.size = size ?? findSpread(this.samples);
  }

  override listSamples(): Float64Array[] {
    return this.samples.map((point) => point.slice());
  }
}

/** The same surface with the material on the other side. */
function turnInsideOut(calc: Surface["calc"]): Surface["calc"] {
  return (point, out) => {
    calc(point, out);
    negate(out);
  };
}

/** Turns the values of a solid body's surface into those of a hollow one: the function and all derivatives change sign. */
export function negate(out: Float64Array): void {
  for (let i = 0; i < 10; i++) out[i] = -out[i];
}
