import { hasStates } from "../constraints/capabilities/HasStates.ts";
import type { Kernel } from "../kernel/Kernel.ts";

/** What one component of the rates is. */
export interface RateName {
  /** `hinge.angle`, `socket.x`, `body.position.x`, `body.rotation.x` */
  readonly name: string;
  /** `RevoluteJoint "hinge", angle` */
  readonly label: string;
  /** Unit of the motion; the rate is per second. */
  readonly unit: "m" | "rad";
}

const XYZ = ["x", "y", "z"];

/** Names of all rates of a kernel, in their order. Rotations of free bodies and balls count about the axes of the body. */
export function listRates(kernel: Kernel): RateName[] {
  const names: RateName[] = [];
  for (const { pair, body, motionIndex, rate, rateCount } of kernel.links) {
    if (rateCount === 0) continue;
    if (!pair) {
      const label = `RigidBody "${body?.name}"`;
      XYZ.forEach((axis, i) => {
        names[rate + i] = { name: `${body?.name}.position.${axis}`, label: `${label}, position ${axis}`, unit: "m" };
        names[rate + 3 + i] = {
          name: `${body?.name}.rotation.${axis}`,
          label: `${label}, rotation about its ${axis}`,
          unit: "rad",
        };
      });
      continue;
    }
    const motion = pair.motions[motionIndex];
    const own = motion.kind === "ball" ? XYZ : [motion.name];
    own.forEach((text, i) => {
      names[rate + i] = {
        name: `${pair.name}.${text}`,
        label: `${pair.label}, ${motion.kind === "ball" ? `rotation about ${text}` : text}`,
        unit: motion.kind === "slide" ? "m" : "rad",
      };
    });
  }
  return names;
}

/** First components of the rates that come in threes as an angular velocity: free bodies and balls. */
export function listTurns(kernel: Kernel): number[] {
  return kernel.links.flatMap(({ rate, rateCount }) => (rateCount === 6 ? [rate + 3] : rateCount === 3 ? [rate] : []));
}

/** Names of the states that constraints own, in their order: `strut.state.0`. */
export function listStates(kernel: Kernel): string[] {
  return kernel.constraints
    .filter(hasStates)
    .flatMap(({ name, stateCount }) => Array.from({ length: stateCount }, (_, i) => `${name}.state.${i}`));
}
