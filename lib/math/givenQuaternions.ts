import { checkDirection, checkNumber, checkNumbers, checkQuaternion } from "./check.ts";
import { ModelError } from "./ModelError.ts";
import * as inner from "./quaternion.ts";
import type { Quaternion } from "./types.ts";
import { cross, dot } from "./vector.ts";

// The functions of `quaternion.ts` for users: what they are given is checked. The library itself knows what it has and
// takes the bare ones.

/** A matrix is taken for a rotation if its rows are unit vectors at right angles to about three digits. */
const SLACK = 2e-3;

const FORM = "four numbers [q0, q1, q2, q3], scalar first";
const MATRIX = "the nine numbers of a rotation matrix, row by row";

/** The rotation matrix (row by row) of a quaternion of any length but zero. */
export const matrixFromQuaternion = (q: ArrayLike<number>): number[] =>
  inner.matrixFromQuaternion(checkQuaternion("matrixFromQuaternion", "the quaternion", q));

/**
 * The unit quaternion of a rotation matrix (row by row). Of the two signs the one nearer to `near` is taken, so that a
 * sequence of rotations gives a continuous sequence of quaternions; without it the scalar part is not negative.
 */
export function quaternionFromMatrix(m: ArrayLike<number>, near?: ArrayLike<number>): Quaternion {
  const owner = "quaternionFromMatrix";
  const matrix = checkNumbers(owner, "the matrix", m, MATRIX, 9);
  const rows = [0, 3, 6].map((i) => matrix.slice(i, i + 3));
  const [a, b, c] = rows;
  const angles = [dot(a, b), dot(b, c), dot(c, a), ...rows.map((row) => dot(row, row) - 1)];
  if (!angles.every((error) => Math.abs(error) <= SLACK)) {
    throw new ModelError(
      `${owner}: the rows of the matrix [${matrix.join(", ")}] are no unit vectors at right angles; give ${MATRIX}`,
    );
  }
  if (dot(cross(a, b), c) < 0) {
    throw new ModelError(
      `${owner}: the matrix [${matrix.join(", ")}] mirrors; turn one of its columns round to make it a rotation`,
    );
  }
  return inner.quaternionFromMatrix(matrix, near === undefined ? undefined : checkQuaternion(owner, "near", near));
}

/** The product `a ∘ b`: first turn by `b`, then by `a`. */
export function multiplyQuaternions(a: ArrayLike<number>, b: ArrayLike<number>): Quaternion {
  const owner = "multiplyQuaternions";
  const product = inner.multiplyQuaternions(
    checkNumbers(owner, "the first factor", a, FORM, 4),
    checkNumbers(owner, "the second factor", b, FORM, 4),
  );
  if (product.every(Number.isFinite)) return product;
  throw new ModelError(`${owner}: the product is [${product.join(", ")}]; give quaternions of a length near one`);
}

/** Turn by `angle` (radians) about a vector of any length but zero. */
export const quaternionAbout = (axis: ArrayLike<number>, angle: number): Quaternion =>
  inner.quaternionAbout(
    checkDirection("quaternionAbout", "the axis", axis),
    checkNumber("quaternionAbout", "the angle", angle),
  );

/** The quaternion divided by its length. */
export const normalizeQuaternion = (q: ArrayLike<number>): Quaternion =>
  checkQuaternion("normalizeQuaternion", "the quaternion", q);
