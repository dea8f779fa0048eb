import { describe, getMessage, ModelError } from "../math/index.ts";

/** Does something with plain data that may come from anywhere; what does not fit together is refused with what to give. */
export function readData<T>(owner: string, data: unknown, remedy: string, work: () => T): T {
  if (data === null || typeof data !== "object") {
    throw new ModelError(`${owner}: it is given ${describe(data)}; give ${remedy}`);
  }
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError(`${owner}: the data cannot be read (${getMessage(cause)}); give ${remedy}`, { cause });
  }
}
