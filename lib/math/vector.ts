/**
 * Three-vectors and 3×3 matrices (row by row) for set-up, tests and output, on plain arrays. They allocate; the kernel
 * writes its arithmetic out.
 */
export type Triple = [number, number, number];

export const add = (a: ArrayLike<number>, b: ArrayLike<number>): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: ArrayLike<number>, b: ArrayLike<number>): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: ArrayLike<number>, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: ArrayLike<number>): number => Math.hypot(a[0], a[1], a[2]);

export const cross = (a: ArrayLike<number>, b: ArrayLike<number>): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const normalize = (a: ArrayLike<number>): Triple => scale(a, 1 / norm(a));

/** A unit vector at right angles to the unit vector `n`, chosen the same way every time. */
export function findPerpendicular(n: ArrayLike<number>): Triple {
  const x = Math.abs(n[0]);
  const y = Math.abs(n[1]);
  const z = Math.abs(n[2]);
  const e: Triple = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  return normalize(cross(n, e));
}

/** `M v` */
export const rotate = (m: ArrayLike<number>, v: ArrayLike<number>): Triple => [
  m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
  m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
  m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
];

/** `Mᵀ v` */
export const rotateBack = (m: ArrayLike<number>, v: ArrayLike<number>): Triple => [
  m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
  m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
  m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
];

/** `A B` */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const out = new Array<number>(9);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  }
  return out;
}

export const transpose = (m: ArrayLike<number>): number[] => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

export const identity3 = (): number[] => [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Rotation by `angle` about the unit vector `n` (Rodrigues). */
export function rotationAbout(n: ArrayLike<number>, angle: number): number[] {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const [x, y, z] = [n[0], n[1], n[2]];
  const k = 1 - c;
  return [
    c + k * x * x,
    k * x * y - s * z,
    k * x * z + s * y,
    k * x * y + s * z,
    c + k * y * y,
    k * y * z - s * x,
    k * x * z - s * y,
    k * y * z + s * x,
    c + k * z * z,
  ];
}
