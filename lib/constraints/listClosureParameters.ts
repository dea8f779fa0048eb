import type { ElementParameters } from "../bondgraph/index.ts";
import type { BondClosure } from "./BondClosure.ts";

/** What is known of the elements that close a pair's scalar bonds: springs, dampers, given efforts and motions. */
export function listClosureParameters(closures: readonly BondClosure[]): Record<string, ElementParameters> {
  const out: Record<string, ElementParameters> = {};
  for (const { name, motion } of closures) if (motion !== undefined) out[name] = describeMotion(motion);
  return out;
}

function describeMotion(motion: NonNullable<BondClosure["motion"]>): ElementParameters {
  if (motion.kind === "ball") return motion.damping === 0 ? {} : { damping: motion.damping };
  const { stiffness, damping, rest, effort, motion: given } = motion.bond;
  return {
    ...(stiffness === 0 ? {} : { stiffness, rest }),
    ...(damping === 0 ? {} : { damping }),
    ...(effort === undefined ? {} : { law: "a function of t, coordinate and rate" }),
    ...(given === undefined ? {} : { motion: "a function of t" }),
  };
}
