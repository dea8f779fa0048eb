import type { Constraint } from "../constraints/index.ts";

/** Whether a constraint has a place in the bond graph: what users know, and contacts of others that are on now. */
export const isShown = ({ isListed, isUnilateral, isOn }: Constraint): boolean => isListed || (isUnilateral && isOn);
