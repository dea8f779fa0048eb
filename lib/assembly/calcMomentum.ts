import { rotate, rotateBack, scale } from "../math/index.ts";
import type { Inertia } from "../rigidbody/index.ts";

/** Momentum `m v` and angular momentum `T I Tᵀ ω` about the centre of mass, in world axes: six numbers. */
export function calcMomentum(
  { mass, tensor }: Inertia,
  T: ArrayLike<number>,
  v: ArrayLike<number>,
  w: ArrayLike<number>,
): number[] {
  const [x, y, z] = rotateBack(T, w);
  const [a, b, c, d, e, f] = tensor;
  return [...scale(v, mass), ...rotate(T, [a * x + d * y + e * z, d * x + b * y + f * z, e * x + f * y + c * z])];
}
