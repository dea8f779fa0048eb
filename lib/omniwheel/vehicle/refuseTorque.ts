import { checkNumber, refusePromise } from "../../math/index.ts";

/** Refuses what a torque function has answered instead of a number. */
export function refuseTorque(owner: string, answer: unknown): number {
  refusePromise(owner, "torque", answer);
  return checkNumber(owner, "what torque returned", answer);
}
