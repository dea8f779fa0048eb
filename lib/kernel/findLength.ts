import type { Kernel } from "./Kernel.ts";

/**
 * The size of a model as the kernel has it: the diagonal of the box around its joints and bodies, m; 1 if they are all in
 * one place. Positions have been calculated.
 */
export function findLength(kernel: Kernel): number {
  const points = kernel.links.flatMap(({ position, point }) => [position, point]);
  const spans = [0, 1, 2].map((i) => {
    const values = points.map((point) => point[i]);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.hypot(...spans) || 1;
}
