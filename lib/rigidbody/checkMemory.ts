import { describe, isInstance, ModelError } from "../math/index.ts";

/** Memory of a port: an array of the kernel's. */
export function checkMemory(owner: string, memory: unknown, size: number): void {
  if (isInstance(memory, Float64Array) && memory.length >= size) return;
  throw new ModelError(
    `${owner}: the memory is ${describe(memory)}; give a Float64Array of ${size} numbers, or nothing`,
  );
}
