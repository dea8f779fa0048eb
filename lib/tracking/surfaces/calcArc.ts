import { F, F_H, F_HH, F_HS, F_S, F_SS, H, S } from "./AxialSurface.ts";

/** Share of its radius within which a surface of revolution with a tip on its axis is rounded off. */
export const AXIS_SHARE = 1e-8;

/**
 * The arc of `radius` about `(0, center)` in the plane (h, ρ), turned about the axis: with `ρ = √s`
 * `F = ((ρ − c)² + h² − r²)/(2r)`, `F_s = (1 − c/ρ)/(2r)`, `F_ss = c/(4 r ρ³)`. The gradient on the surface is one.
 */
export function calcArc(work: Float64Array, center: number, radius: number): void {
  const h = work[H];
  const d = Math.sqrt(work[S]) - center;
  const rho = Math.max(Math.sqrt(work[S]), AXIS_SHARE * radius);
  work[F] = (d * d + h * h - radius * radius) / (2 * radius);
  work[F_H] = h / radius;
  work[F_S] = d / (2 * radius * rho);
  work[F_HH] = 1 / radius;
  work[F_HS] = 0;
  work[F_SS] = center / (4 * radius * rho * rho * rho);
}

/** `[h, ρ]` at several angles of the arc. */
export function listArc(center: number, radius: number, from: number, to: number, count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = from + ((to - from) * i) / (count - 1);
    return [radius * Math.sin(angle), Math.max(center + radius * Math.cos(angle), 0)];
  });
}
