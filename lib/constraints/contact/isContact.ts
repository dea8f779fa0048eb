import type { Constraint } from "../Constraint.ts";
import type { ContactReactions } from "./ContactReactions.ts";

/** Whether a constraint is a contact of two surfaces, as stops and friction in joints are not. Loads no contacts. */
export function isContact(constraint: Constraint): constraint is ContactReactions {
  return "readContact" in constraint;
}
