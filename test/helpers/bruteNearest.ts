import type { SurfaceFrame } from "../../lib/tracking/SurfaceFrame.ts";
import { Plane } from "../../lib/tracking/surfaces/Plane.ts";
import { parametrise } from "./parametrise.ts";

/*
 * Nearest points by minimising over the parameters of both surfaces: no gradients of f, no equations (5). A coarse grid
 * gives the starts; Newton on the derivative of the distance (differences of fourth order of the parametrisations, second
 * differences for the matrix) refines them. Against a plane the height over it is minimised, which also holds when
 * the surfaces overlap.
 */
export interface Nearest {
  gap: number;
  a: number[];
  b: number[];
}

type Point = (x: number[]) => number[];

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x - b[i]);

export function findNearest(frameA: SurfaceFrame, frameB: SurfaceFrame): Nearest {
  const A = inWorld(frameA);
  const B = inWorld(frameB);
  if (frameA.surface instanceof Plane) {
    const normal = [2, 5, 8].map((i) => frameA.T[i]);
    const height = (x: number[]) => dot(minus(B(x), [...frameA.r]), normal);
    const x = minimise(height, (x, i) => dot(differentiate(B, x, i), normal), grid(frameB, 24));
    const b = B(x);
    return { gap: height(x), a: b.map((value, i) => value - height(x) * normal[i]), b };
  }
  const way = (x: number[]) => minus(B(x.slice(2)), A(x.slice(0, 2)));
  const cost = (x: number[]) => dot(way(x), way(x)) / 2;
  const gradient = (x: number[], i: number) =>
    i < 2 ? -dot(way(x), differentiate(A, x.slice(0, 2), i)) : dot(way(x), differentiate(B, x.slice(2), i - 2));
  const starts = grid(frameA, 9).flatMap((a) => grid(frameB, 9).map((b) => [...a, ...b]));
  const x = minimise(cost, gradient, starts);
  return { gap: Math.sqrt(2 * cost(x)), a: A(x.slice(0, 2)), b: B(x.slice(2)) };
}

function inWorld({ surface, T, r }: SurfaceFrame): Point {
  const { at } = parametrise(surface);
  return ([u, v]) => {
    const p = at(u, v);
    return [0, 1, 2].map((i) => r[i] + T[3 * i] * p[0] + T[3 * i + 1] * p[1] + T[3 * i + 2] * p[2]);
  };
}

function grid({ surface }: SurfaceFrame, count: number): number[][] {
  const [[u0, u1], [v0, v1]] = parametrise(surface).range;
  const out: number[][] = [];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++)
      out.push([u0 + ((i + 0.5) / count) * (u1 - u0), v0 + ((j + 0.5) / count) * (v1 - v0)]);
  }
  return out;
}

/** Fourth order: with steps of 2e-3 truncation and rounding are both near 1e-12. */
function differentiate(point: Point, x: number[], i: number): number[] {
  const h = 1e-3;
  const at = (k: number) => point(x.map((value, j) => (j === i ? value + k * h : value)));
  const [p2, p1, m1, m2] = [at(2), at(1), at(-1), at(-2)];
  return p1.map((_, k) => (8 * (p1[k] - m1[k]) - (p2[k] - m2[k])) / (12 * h));
}

function minimise(
  cost: (x: number[]) => number,
  gradient: (x: number[], i: number) => number,
  starts: number[][],
): number[] {
  const ranked = starts.map((x) => ({ x, value: cost(x) })).sort((p, q) => p.value - q.value);
  let best = ranked[0];
  for (const start of ranked.slice(0, 6)) {
    const x = refine(cost, gradient, start.x);
    const value = cost(x);
    if (value < best.value) best = { x, value };
  }
  return refine(cost, gradient, best.x);
}

/** Newton with a matrix that is shifted until the step goes downhill. */
function refine(
  cost: (x: number[]) => number,
  gradient: (x: number[], i: number) => number,
  start: number[],
): number[] {
  let x = start;
  const n = x.length;
  for (let step = 0; step < 60; step++) {
    const g = x.map((_, i) => gradient(x, i));
    const h = 1e-5;
    const rows = x.map((_, i) => {
      const ahead = x.map((value, j) => (j === i ? value + h : value));
      const back = x.map((value, j) => (j === i ? value - h : value));
      return x.map((_, j) => (gradient(ahead, j) - gradient(back, j)) / (2 * h));
    });
    const scale = Math.max(...rows.map((row, i) => Math.abs(row[i])));
    let next = x;
    for (let shift = 0; shift < 1e4 * scale; shift = shift === 0 ? 1e-3 * scale : 4 * shift) {
      const d = solveDense(
        rows.map((row, i) => row.map((value, j) => (i === j ? value + shift : value))),
        g,
      );
      const down = d.reduce((sum, value, i) => sum + value * g[i], 0);
      const trial = x.map((value, i) => value - d[i]);
      if (down >= 0 && cost(trial) <= cost(x) + 1e-15 * Math.abs(cost(x))) {
        next = trial;
        break;
      }
    }
    const moved = Math.max(...next.map((value, i) => Math.abs(value - x[i])));
    x = next;
    if (moved < 1e-12 || n === 0) break;
  }
  return x;
}

function solveDense(matrix: number[][], right: number[]): number[] {
  const n = right.length;
  const m = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[p][k])) p = i;
    [m[k], m[p]] = [m[p], m[k]];
    for (let i = k + 1; i < n; i++) {
      const f = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= f * m[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = (m[i][n] - m[i].slice(i + 1, n).reduce((sum, value, j) => sum + value * x[i + 1 + j], 0)) / m[i][i];
  }
  return x;
}
