import type { Vector3 } from "./types.ts";

export interface EigenSymmetric3 {
  /** Eigenvalues, smallest first. */
  values: Vector3;
  /** Unit eigenvectors in the same order; a right-handed set. */
  vectors: readonly [Vector3, Vector3, Vector3];
}

const PAIRS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
] as const;

/**
 * Eigenvalues and eigenvectors of the symmetric matrix with the entries `[xx, yy, zz, xy, xz, yz]`, by cyclic Jacobi
 * rotations: each one makes an off-diagonal entry zero, and the rest shrinks quadratically. The values are good to
 * rounding of the largest, also when some of them coincide.
 */
export function eigenSymmetric3(m: ArrayLike<number>): EigenSymmetric3 {
  const a = [
    [m[0], m[3], m[4]],
    [m[3], m[1], m[5]],
    [m[4], m[5], m[2]],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const negligible = 1e-17 * Math.max(...a.flat().map(Math.abs));
  for (let sweep = 0; sweep < 30; sweep++) {
    if (PAIRS.every(([p, q]) => Math.abs(a[p][q]) <= negligible)) break;
    for (const [p, q, r] of PAIRS) {
      if (Math.abs(a[p][q]) <= negligible) continue;
      const theta = (0.5 * (a[q][q] - a[p][p])) / a[p][q];
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      const s = t * c;
      a[p][p] -= t * a[p][q];
      a[q][q] += t * a[p][q];
      a[p][q] = a[q][p] = 0;
      const [rp, rq] = [a[r][p], a[r][q]];
      a[r][p] = a[p][r] = c * rp - s * rq;
      a[r][q] = a[q][r] = s * rp + c * rq;
      for (const row of v) {
        const [x, y] = [row[p], row[q]];
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
      }
    }
  }
  const order = [0, 1, 2].sort((i, j) => a[i][i] - a[j][j]);
  const even = (order[1] - order[0] + 3) % 3 === 1;
  const column = (k: number, sign: number): Vector3 => [sign * v[0][k], sign * v[1][k], sign * v[2][k]];
  return {
    values: [a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]],
    vectors: [column(order[0], 1), column(order[1], 1), column(order[2], even ? 1 : -1)],
  };
}
