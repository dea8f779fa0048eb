import type { Surface } from "../Surface.ts";
import type { SurfaceFrame } from "../SurfaceFrame.ts";

/** Directions that are tried, spread evenly by the golden angle. */
const DIRECTIONS = Array.from({ length: 240 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 240;
  const angle = i * Math.PI * (3 - Math.sqrt(5)) + 0.1;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

/** Of the directions tried the best so many are climbed from; closer together than this cosine says they are one. */
const STARTS = 40;
const ALIKE = Math.cos(0.1);

const STEPS = 60;
const LONGEST_STEP = 0.4;
/** Step of the differences for the matrix of second derivatives, rad. */
const STEP = 1e-5;
/** Where what is left to climb is shorter than this part of the size, Newton's iteration takes over. */
const LEFT = 1e-7;

/** A direction, and the farthest points that belong to it, in the axes of their surfaces. */
export interface SupportPair {
  /** What the surfaces are apart along the direction, m. */
  gap: number;
  a: Float64Array;
  b: Float64Array;
}

/*
 * Convex bodies are apart by h(n) = n·(r_B − r_A) − s_A(n) − s_B(−n) along the unit vector n, with the support functions
 * s_A and s_B. The gap is the largest of these: the distance of bodies that are apart, and less the least way that
 * separates them where they overlap. With the farthest points P_A(n) and P_B(−n), h = n·(P_B − P_A), and its gradient on
 * the sphere of directions is the part of P_B − P_A across n.
 */
/** Candidates for the nearest points of two convex surfaces: where `h` is largest, best first. */
export class SupportSearch {
  private readonly frameA: SurfaceFrame;
  private readonly frameB: SurfaceFrame;
  private readonly size: number;
  private readonly own = new Float64Array(3);
  private readonly a = new Float64Array(3);
  private readonly b = new Float64Array(3);
  /** P_B − P_A */
  private readonly way = new Float64Array(3);

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame) {
    this.frameA = frameA;
    this.frameB = frameB;
    this.size = Math.min(frameA.surface.size, frameB.surface.size);
  }

  /** Whether it applies: both are convex and know their farthest points. */
  static canSearch(a: Surface, b: Surface): boolean {
    return a.isConvex && b.isConvex;
  }

  list(): SupportPair[] {
    const tried = DIRECTIONS.map((n) => ({ n, value: this.calc(n) })).sort((p, q) => q.value - p.value);
    const starts: (readonly number[])[] = [];
    for (const { n } of tried) {
      if (starts.length === STARTS) break;
      if (isNew(n, starts)) starts.push(n);
    }
    const ends: { n: readonly number[]; pair: SupportPair }[] = [];
    for (const start of starts) {
      const n = this.climb(start);
      const value = this.calc(n);
      if (
        !isNew(
          n,
          ends.filter((end) => Math.abs(end.pair.gap - value) < 1e-9 * this.size).map((end) => end.n),
        )
      )
        continue;
      ends.push({ n, pair: { gap: value, a: this.a.slice(), b: this.b.slice() } });
    }
    return ends.map(({ pair }) => pair).sort((p, q) => q.gap - p.gap);
  }

  /** `h` of a unit vector (world axes); leaves the points in `a` and `b`, and the way between them. */
  private calc(n: readonly number[]): number {
    const { frameA, frameB, a, b, way } = this;
    this.findFarthest(frameA, n, 1, a);
    this.findFarthest(frameB, n, -1, b);
    let h = 0;
    for (let i = 0; i < 3; i++) {
      const A = frameA.T;
      const B = frameB.T;
      const j = 3 * i;
      way[i] =
        frameB.r[i] -
        frameA.r[i] +
        (B[j] * b[0] + B[j + 1] * b[1] + B[j + 2] * b[2]) -
        (A[j] * a[0] + A[j + 1] * a[1] + A[j + 2] * a[2]);
      h += n[i] * way[i];
    }
    return h;
  }

  private findFarthest({ surface, T }: SurfaceFrame, n: readonly number[], sign: number, out: Float64Array): void {
    for (let i = 0; i < 3; i++) this.own[i] = sign * (T[i] * n[0] + T[i + 3] * n[1] + T[i + 6] * n[2]);
    surface.findSupport(this.own, out);
  }

  /** Newton's method on the sphere where `h` is concave, else up the gradient; never down. */
  private climb(start: readonly number[]): readonly number[] {
    const { way, size } = this;
    let n = start;
    let value = this.calc(n);
    for (let step = 0; step < STEPS; step++) {
      const [u, v] = findTangents(n);
      this.calc(n);
      const g = [dot(way, u), dot(way, v)];
      if (Math.hypot(g[0], g[1]) < LEFT * size) break;
      const [gu, gv] = [u, v].map((t) => {
        this.calc(turn(n, t, STEP));
        return [(dot(way, u) - g[0]) / STEP, (dot(way, v) - g[1]) / STEP];
      });
      // The directions turn with n, which adds −h on the diagonal.
      const [p, q, r] = [gu[0] - value, gv[1] - value, (gu[1] + gv[0]) / 2];
      const det = p * q - r * r;
      const isConcave = det > 0 && p < 0;
      let move = isConcave ? [(r * g[1] - q * g[0]) / det, (r * g[0] - p * g[1]) / det] : g;
      const length = Math.hypot(move[0], move[1]);
      const longest = isConcave ? Math.min(length, LONGEST_STEP) : LONGEST_STEP;
      move = move.map((x) => (x * longest) / length);
      let next = n;
      for (let part = 1; part > 1e-6; part /= 2) {
        const trial = turn(
          n,
          [0, 1, 2].map((i) => move[0] * u[i] + move[1] * v[i]),
          part,
        );
        const there = this.calc(trial);
        if (!(there > value)) continue;
        next = trial;
        value = there;
        break;
      }
      if (next === n) break;
      n = next;
    }
    return n;
  }
}

const isNew = (n: readonly number[], others: readonly (readonly number[])[]): boolean =>
  others.every((other) => dot(n, other) < ALIKE);

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** `n` moved along a tangent and brought back to unit length. */
function turn(n: readonly number[], t: readonly number[], part: number): readonly number[] {
  const out = n.map((x, i) => x + part * t[i]);
  const length = Math.sqrt(dot(out, out));
  return out.map((x) => x / length);
}

function findTangents([x, y, z]: readonly number[]): [readonly number[], readonly number[]] {
  const sign = z < 0 ? -1 : 1;
  const m = -1 / (sign + z);
  return [
    [1 + sign * x * x * m, sign * x * y * m, -sign * x],
    [x * y * m, sign + y * y * m, -y],
  ];
}
