import { checkPositive, checkVector3, ModelError, type Vector3 } from "../../../math/index.ts";

/** Smaller or larger lengths are units gone wrong: volumes, and what is compared with rounding, lose their meaning, m. */
const LEAST = 1e-9;
const MOST = 1e9;

/** A length of a geometry. */
export function checkExtent(owner: string, what: string, value: unknown): number {
  const length = checkPositive(owner, what, value);
  if (length >= LEAST && length <= MOST) return length;
  throw new ModelError(`${owner}: ${what} is ${length} m; give ${LEAST} to ${MOST} m (another unit?)`);
}

/** Three lengths along x, y, z. */
export const checkExtents = (owner: string, what: string, value: unknown): Vector3 =>
  checkVector3(owner, what, value).map((x, i) => checkExtent(owner, `${what}[${i}]`, x)) as unknown as Vector3;

/** A box around something, whose extents are lengths. */
export function checkBounds(owner: string, { min, max }: { min: ArrayLike<number>; max: ArrayLike<number> }): void {
  for (let i = 0; i < 3; i++) {
    if (max[i] === min[i]) {
      throw new ModelError(
        `${owner}: all of it has ${"xyz"[i]} = ${min[i]}, so it encloses nothing; give points that do not lie in a plane`,
      );
    }
    checkExtent(owner, `its extent along ${"xyz"[i]}`, max[i] - min[i]);
  }
}
