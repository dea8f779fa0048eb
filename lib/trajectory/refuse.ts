import { describe, ModelError } from "../math/index.ts";

/** Something in a file that cannot be. */
export const refuse = (path: string, value: unknown, expected: string): ModelError =>
  new ModelError(`trajectory JSON: ${path} is ${describe(value)}; it should be ${expected}`);
