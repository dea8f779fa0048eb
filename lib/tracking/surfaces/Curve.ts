import type { Surface } from "../Surface.ts";

/** What a surface that is a curve in truth, or a point, has beside its function. */
export interface Curve extends Surface {
  /** Place (0–2), first (3–5) and second (6–8) derivative by the parameter `s[0]`, in its own axes. */
  calcCurve(s: Float64Array, out: Float64Array): void;
  /** Ends of the parameter: none of a closed curve; those of a point are the same. */
  readonly ends: readonly [number, number] | undefined;
  /** Parameters at which searches begin. */
  listParameters(): number[];
}

export function isCurve(surface: Surface): surface is Curve {
  return surface.isCurve && "calcCurve" in surface;
}
