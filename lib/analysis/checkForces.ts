import type { Kernel } from "../kernel/Kernel.ts";
import { ModelError } from "../math/ModelError.ts";

/** Refuses accelerations that are not finite, as `kernel.calcDerivative` wrote them, with the law they come from. */
export function checkForces(owner: string, kernel: Kernel, t: number, derivative: Float64Array): void {
  if (derivative.every(Number.isFinite)) return;
  const culprit = kernel.findNonFinite();
  const gravity = kernel.findBadGravity();
  if (gravity) throw new ModelError(`${owner}: ${gravity}`);
  throw new ModelError(
    culprit
      ? `${owner}: the force or effort of ${culprit.label} is not a finite number at t = ${t} s; check its law`
      : `${owner}: the accelerations are not finite numbers at t = ${t} s; look for a division by zero in a force law, or a ` +
          "mechanism in a singular position",
  );
}
