/**
 * `open`: nothing acts. `unloaded`: the bodies touch, but others carry the load. `touch`: they press on each other, and
 * friction, if any, follows from the velocity. `slip` and `stick`: the same with Coulomb's friction. `roll`: without slip.
 * `up` and `down`: a joint at rest whose friction drives the coordinate up or down with all it can give, while others that
 * stick hold the joint.
 */
export const CONTACT_MODES = ["open", "unloaded", "touch", "slip", "stick", "roll"] as const;
export type ContactMode = (typeof CONTACT_MODES)[number] | "up" | "down";
export const JOINT_MODES: readonly ContactMode[] = [...CONTACT_MODES, "up", "down"];

/** Those without friction. */
export const SMOOTH_MODES: readonly ContactMode[] = ["open", "unloaded", "touch"];
