import type { Kernel } from "../kernel/Kernel.ts";
import { Ground } from "../rigidbody/index.ts";

/** Prescribed motions have to fit their derivatives; looked at at a few times between `from` and `to`. */
export function checkMotions({ bodies, constraints }: Kernel, from: number, to: number): void {
  for (const part of [0.03, 0.37, 0.71, 0.97]) {
    const t = from + part * (to - from);
    for (const body of bodies) if (body instanceof Ground) body.checkMotion(t);
    for (const constraint of constraints) constraint.checkMotions(t);
  }
}
