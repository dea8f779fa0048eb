import type { Surface } from "../../lib/tracking/Surface.ts";
import type { SurfaceFrame } from "../../lib/tracking/SurfaceFrame.ts";
import { CircularEdge } from "../../lib/tracking/surfaces/CircularEdge.ts";
import { Edge } from "../../lib/tracking/surfaces/Edge.ts";
import type { Nearest } from "./bruteNearest.ts";
import { parametrise } from "./parametrise.ts";

/** The curve by a parameter from 0 to 1, written without the library's. */
function drawCurve(surface: Surface): (s: number) => number[] {
  if (surface instanceof Edge) return (s) => [...surface.from].map((x, i) => x + s * (surface.to[i] - x));
  if (surface instanceof CircularEdge) {
    const { radius } = surface;
    return (s) => [radius * Math.cos(2 * Math.PI * s), radius * Math.sin(2 * Math.PI * s), 0];
  }
  return () => [0, 0, 0];
}

const toWorld = ({ T, r }: SurfaceFrame, p: readonly number[]) =>
  [0, 1, 2].map((i) => r[i] + T[3 * i] * p[0] + T[3 * i + 1] * p[1] + T[3 * i + 2] * p[2]);

/** The least of a function of one number by a grid and ever smaller steps. */
function walk(f: (x: number) => number, from: number, to: number, count: number): number {
  let x = from;
  for (let i = 1; i <= count; i++) {
    const next = from + ((to - from) * i) / count;
    if (f(next) < f(x)) x = next;
  }
  for (let step = (to - from) / count; step > 1e-9 * (to - from); ) {
    const better = [x - step, x + step].map((y) => Math.min(Math.max(y, from), to)).find((y) => f(y) < f(x));
    if (better === undefined) step /= 2;
    else x = better;
  }
  return x;
}

/**
 * Nearest points of a smooth surface and a curve: the least distance over the parameters of the surface, with the sign of its
 * function, the least of that over the parameter of the curve. Neither gradients nor the equations of the tracker.
 */
export function findNearestOfCurve(frameA: SurfaceFrame, frameB: SurfaceFrame): Nearest {
  const isSwapped = frameA.surface.isCurve;
  const [smooth, curve] = isSwapped ? [frameB, frameA] : [frameA, frameB];
  const place = drawCurve(curve.surface);
  const { at, range } = parametrise(smooth.surface);
  const values = new Float64Array(10);
  let start: [number, number] | undefined;
  const foot = (s: number) => {
    const c = toWorld(curve, place(s));
    const distance = (u: number, v: number) => {
      const p = toWorld(smooth, at(u, v));
      return Math.hypot(c[0] - p[0], c[1] - p[1], c[2] - p[2]);
    };
    const uv = descend(distance, range, start);
    const { T, r } = smooth;
    const own = Float64Array.from([0, 1, 2], (i) =>
      [0, 1, 2].reduce((sum, k) => sum + T[3 * k + i] * (c[k] - r[k]), 0),
    );
    smooth.surface.calc(own, values);
    return { gap: Math.sign(values[0]) * distance(...uv), c, p: toWorld(smooth, at(...uv)), uv };
  };
  const coarse = Array.from({ length: 25 }, (_, i) => foot(i / 24));
  const best = coarse.reduce((k, { gap }, i) => (gap < coarse[k].gap ? i : k), 0);
  start = coarse[best].uv;
  const s = walk((x) => foot(x).gap, Math.max(0, (best - 1) / 24), Math.min(1, (best + 1) / 24), 4);
  const { gap, c, p } = foot(s);
  return isSwapped ? { gap, a: c, b: p } : { gap, a: p, b: c };
}

type Ranges = readonly [readonly [number, number], readonly [number, number]];

/** The least of a function of two numbers: a grid, or a start, then Newton's method with differences. */
function descend(f: (u: number, v: number) => number, [[u0, u1], [v0, v1]]: Ranges, start?: [number, number]) {
  let best: [number, number] = start ?? [u0, v0];
  if (!start) {
    for (let i = 0; i <= 20; i++) {
      for (let j = 0; j <= 20; j++) {
        const next: [number, number] = [u0 + ((u1 - u0) * i) / 20, v0 + ((v1 - v0) * j) / 20];
        if (f(...next) < f(...best)) best = next;
      }
    }
  }
  let [u, v] = best;
  const h = 1e-4;
  for (let step = 0; step < 30; step++) {
    const at = f(u, v);
    const [pu, mu, pv, mv] = [f(u + h, v), f(u - h, v), f(u, v + h), f(u, v - h)];
    const [gu, gv] = [(pu - mu) / (2 * h), (pv - mv) / (2 * h)];
    const mixed = (f(u + h, v + h) - f(u + h, v - h) - f(u - h, v + h) + f(u - h, v - h)) / (4 * h * h);
    let [uu, vv] = [(pu - 2 * at + mu) / (h * h), (pv - 2 * at + mv) / (h * h)];
    const least = 0.5 * (uu + vv - Math.hypot(uu - vv, 2 * mixed));
    if (least < 1e-3) [uu, vv] = [uu + 1e-3 - least, vv + 1e-3 - least];
    const det = uu * vv - mixed * mixed;
    const move = [(mixed * gv - vv * gu) / det, (mixed * gu - uu * gv) / det];
    let part = 1;
    while (part > 1e-6 && !(f(u + part * move[0], v + part * move[1]) <= at)) part /= 2;
    if (part <= 1e-6) break;
    u += part * move[0];
    v += part * move[1];
    if (Math.hypot(...move) < 1e-10) break;
  }
  return [u, v] as [number, number];
}
