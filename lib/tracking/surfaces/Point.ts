import { checkOptions } from "../../math/index.ts";
import { PLACE_OPTIONS, Surface, type SurfacePlace } from "../Surface.ts";
import type { Curve } from "./Curve.ts";
import { calcDistance } from "./calcDistance.ts";
import { describeSurface } from "./describeSurface.ts";

/** A corner or a tip, at its `position`, that touches a smooth surface: a ball without radius. `f` is the distance from it. */
export class Point extends Surface implements Curve {
  /** A point has no length of its own: one metre. */
  readonly size = 1;
  readonly ends = [0, 0] as const;

  constructor(options: SurfacePlace = {}) {
    checkOptions("Point", options, PLACE_OPTIONS);
    super(options);
  }

  get label(): string {
    return describeSurface("Point", { position: this.position });
  }

  override get isCurve(): boolean {
    return true;
  }

  override calc(p: Float64Array, out: Float64Array): void {
    calcDistance(p, 0, 0, 0, out);
  }

  calcCurve(_s: Float64Array, out: Float64Array): void {
    out.fill(0);
  }

  listParameters(): number[] {
    return [0];
  }

  override findSupport(_direction: Float64Array, out: Float64Array): boolean {
    out.fill(0);
    return true;
  }

  override listSamples(): Float64Array[] {
    return [new Float64Array(3)];
  }
}
