import { checkChoice, type Quaternion } from "../math/index.ts";
import type { Machine } from "./Machine.ts";

/** Which axis points up in a file. */
export type UpAxis = "y" | "z";

/** The turn about x that brings the model's upward axis to that of the file: `(x, y, z) → (x, −z, y)` from y to z. */
export function findTurn(owner: string, { up: from }: Machine, to: UpAxis): Quaternion {
  checkChoice(owner, "up", to, ["y", "z"]);
  if (from === to) return [1, 0, 0, 0];
  return [Math.SQRT1_2, to === "z" ? Math.SQRT1_2 : -Math.SQRT1_2, 0, 0];
}
