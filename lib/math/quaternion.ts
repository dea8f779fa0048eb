import type { Quaternion } from "./types.ts";

// Bare arithmetic for the library's own use, nothing is checked: `givenQuaternions.ts` has the same for users.

/** The rotation matrix (row by row) of a quaternion of any length but zero: the paper's matrix divided by |q|². */
export function matrixFromQuaternion(q: ArrayLike<number>): number[] {
  const [a, b, c, d] = [q[0], q[1], q[2], q[3]];
  const k = 1 / (a * a + b * b + c * c + d * d);
  return [
    k * (a * a + b * b - c * c - d * d),
    2 * k * (b * c - a * d),
    2 * k * (b * d + a * c),
    2 * k * (a * d + b * c),
    k * (a * a - b * b + c * c - d * d),
    2 * k * (c * d - a * b),
    2 * k * (b * d - a * c),
    2 * k * (a * b + c * d),
    k * (a * a - b * b - c * c + d * d),
  ];
}

/**
 * The unit quaternion of a rotation matrix (row by row). Of the two signs the one nearer to `near` is taken, so that a
 * sequence of rotations gives a continuous sequence of quaternions; without it the scalar part is not negative.
 */
export function quaternionFromMatrix(m: ArrayLike<number>, near?: ArrayLike<number>): Quaternion {
  const out = Float64Array.from(near ?? [1, 0, 0, 0]);
  calcQuaternion(m, out);
  return [out[0], out[1], out[2], out[3]];
}

/** The same in place: `q` is the quaternion of the matrix with the sign that is nearer to what it was. */
export function calcQuaternion(m: ArrayLike<number>, q: Float64Array): void {
  const n0 = q[0];
  const n1 = q[1];
  const n2 = q[2];
  const n3 = q[3];
  const trace = m[0] + m[4] + m[8];
  if (trace > 0) {
    const s = Math.sqrt(trace + 1);
    q[0] = 0.5 * s;
    q[1] = (0.5 / s) * (m[7] - m[5]);
    q[2] = (0.5 / s) * (m[2] - m[6]);
    q[3] = (0.5 / s) * (m[3] - m[1]);
  } else {
    const i = m[0] >= m[4] && m[0] >= m[8] ? 0 : m[4] >= m[8] ? 1 : 2;
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    const s = Math.sqrt(1 + m[4 * i] - m[4 * j] - m[4 * k]);
    q[0] = (0.5 / s) * (m[3 * k + j] - m[3 * j + k]);
    q[1 + i] = 0.5 * s;
    q[1 + j] = (0.5 / s) * (m[3 * j + i] + m[3 * i + j]);
    q[1 + k] = (0.5 / s) * (m[3 * k + i] + m[3 * i + k]);
  }
  const side = q[0] * n0 + q[1] * n1 + q[2] * n2 + q[3] * n3;
  const factor = (side < 0 ? -1 : 1) / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let i = 0; i < 4; i++) q[i] *= factor;
}

/** `Aᵀ B Cᵀ` of 3×3 matrices (row by row) into `out`: the rotation of B relative to A beyond the rest rotation C. */
export function calcRelativeRotation(
  A: ArrayLike<number>,
  B: ArrayLike<number>,
  C: ArrayLike<number>,
  out: Float64Array,
): void {
  for (let i = 0; i < 3; i++) {
    const m0 = A[i] * B[0] + A[3 + i] * B[3] + A[6 + i] * B[6];
    const m1 = A[i] * B[1] + A[3 + i] * B[4] + A[6 + i] * B[7];
    const m2 = A[i] * B[2] + A[3 + i] * B[5] + A[6 + i] * B[8];
    for (let j = 0; j < 3; j++) out[3 * i + j] = m0 * C[3 * j] + m1 * C[3 * j + 1] + m2 * C[3 * j + 2];
  }
}

/** The product `a ∘ b`: first turn by `b`, then by `a`. */
export const multiplyQuaternions = (a: ArrayLike<number>, b: ArrayLike<number>): Quaternion => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
];

/** Turn by `angle` (radians) about the unit vector `axis`. */
export function quaternionAbout(axis: ArrayLike<number>, angle: number): Quaternion {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]];
}

export function normalizeQuaternion(q: ArrayLike<number>): Quaternion {
  const k = 1 / Math.hypot(q[0], q[1], q[2], q[3]);
  return [k * q[0], k * q[1], k * q[2], k * q[3]];
}
