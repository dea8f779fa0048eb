import { checkOptions, checkVector3, describe, ModelError, type VectorInput } from "../../math/index.ts";
import { PLACE_OPTIONS, Surface, type SurfacePlace } from "../Surface.ts";
import type { Curve } from "./Curve.ts";
import { calcDistance } from "./calcDistance.ts";
import { describeSurface } from "./describeSurface.ts";

export interface EdgeOptions extends SurfacePlace {
  /** Its ends, in the axes of the surface. */
  from: VectorInput;
  to: VectorInput;
}

const STARTS = 9;

/**
 * A straight edge from one corner to another that touches a smooth surface: a cylinder whose radius has shrunk to nothing,
 * with ends. `f` is the distance from it.
 */
export class Edge extends Surface implements Curve {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Its length. */
  readonly size: number;
  /** The parameter is the way from the first end, m. */
  readonly ends: readonly [number, number];
  private readonly along: Float64Array;
  private readonly way = new Float64Array(3);

  constructor(options: EdgeOptions) {
    checkOptions("Edge", options, [...PLACE_OPTIONS, "from", "to"]);
    super(options);
    this.from = Float64Array.from(checkVector3("Edge", "from", options?.from));
    this.to = Float64Array.from(checkVector3("Edge", "to", options.to));
    const way = this.to.map((x, i) => x - this.from[i]);
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    if (!(length > 0 && length < Number.POSITIVE_INFINITY)) {
      throw new ModelError(
        `Edge: from ${describe(options.from)} to ${describe(options.to)} there is no length; give two points apart, or a Point`,
      );
    }
    this.size = length;
    this.ends = [0, length];
    this.along = way.map((x) => x / length);
  }

  get label(): string {
    return describeSurface("Edge", { from: this.from, to: this.to });
  }

  override get isCurve(): boolean {
    return true;
  }

  override calc(p: Float64Array, out: Float64Array): void {
    const { way, from, along: k, size } = this;
    const s = k[0] * (p[0] - from[0]) + k[1] * (p[1] - from[1]) + k[2] * (p[2] - from[2]);
    const foot = Math.min(Math.max(s, 0), size);
    for (let i = 0; i < 3; i++) way[i] = p[i] - from[i] - foot * k[i];
    const line = foot === s ? 1 : 0;
    calcDistance(way, line * k[0], line * k[1], line * k[2], out);
  }

  calcCurve(s: Float64Array, out: Float64Array): void {
    const { from, along: k } = this;
    for (let i = 0; i < 3; i++) {
      out[i] = from[i] + s[0] * k[i];
      out[3 + i] = k[i];
      out[6 + i] = 0;
    }
  }

  listParameters(): number[] {
    return Array.from({ length: STARTS }, (_, i) => (this.size * i) / (STARTS - 1));
  }

  override findSupport(d: Float64Array, out: Float64Array): boolean {
    const { along: k } = this;
    out.set(k[0] * d[0] + k[1] * d[1] + k[2] * d[2] > 0 ? this.to : this.from);
    return true;
  }

  override listSamples(): Float64Array[] {
    return this.listParameters().map((s) => this.from.map((x, i) => x + s * this.along[i]));
  }
}
