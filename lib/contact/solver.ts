export { checkOverlap } from "./checkOverlap.ts";
export { prepareSlip } from "./prepareSlip.ts";
export { resolveContacts } from "./resolveContacts.ts";
export { shareForces, solveShared } from "./solveShared.ts";
export { measureContacts, measureOpen, solveToShow } from "./solveToShow.ts";
