import { DistanceRod } from "../constraints/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { cross } from "../math/vector.ts";
import { Ground } from "../rigidbody/index.ts";
import { listDrives } from "./findConflicts.ts";

/** Accelerations below this, in m/s² or rad/s² or parts of those of a steady turn, are rounding of a formula. */
const NOTHING = 1e-9;

/**
 * What is given and changes its speed at the time `t`: `motor.angle`, a rod whose length is prescribed, a base. A base that
 * turns steadily does not, though its origin has an acceleration towards the axis. Kinematics have been calculated.
 */
export function listAccelerated(kernel: Kernel, t: number): string[] {
  const isChanging = (x: number) => !(Math.abs(x) <= NOTHING);
  const drives = listDrives(kernel).filter(({ law }) => isChanging(law(t)[2]));
  const rods = kernel.acting.filter((c) => c instanceof DistanceRod && c.isOn && isChanging(c.length(t)[2]));
  const bases = kernel.bodies.filter((body) => {
    if (!(body instanceof Ground) || !body.motion) return false;
    const { v, w, a, e } = body.kinematics;
    const turn = cross(w, v);
    const limit = NOTHING * (1 + Math.hypot(...turn));
    return e.some(isChanging) || a.some((x, i) => !(Math.abs(x - turn[i]) <= limit));
  });
  return [...drives, ...rods, ...bases].map(({ name }) => name);
}
