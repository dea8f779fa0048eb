import type { Vector3 } from "../math/index.ts";
import type { ScalarBond } from "./ScalarBond.ts";

/** Turn about `axis`, slide along it, both in proportion (`pitch` metres per radian), or any rotation. */
export type Motion =
  | { kind: "rotate" | "slide"; name: string; axis: Vector3; bond: ScalarBond }
  | { kind: "screw"; name: string; axis: Vector3; pitch: number; bond: ScalarBond }
  | { kind: "ball"; name: string; damping: number; start: readonly number[]; rate: Vector3 | undefined };
