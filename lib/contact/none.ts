import type { Kernel } from "../kernel/Kernel.ts";
import type * as contacts from "./solver.ts";

/*
 * What `solver.ts` does where there are no contacts. The core bundle, which has no classes of contacts, takes this in its place
 * (scripts/bundle.mjs): everything that solves contacts is left out.
 */

const nothing = (): void => {};
const solve = (kernel: Kernel, t: number): void => kernel.solve(t);

export const checkOverlap: typeof contacts.checkOverlap = nothing;
export const measureContacts: typeof contacts.measureContacts = nothing;
export const measureOpen: typeof contacts.measureOpen = nothing;
export const prepareSlip: typeof contacts.prepareSlip = (_kernel, _t, _y, h) => h;
export const resolveContacts: typeof contacts.resolveContacts = nothing;
export const shareForces: typeof contacts.shareForces = nothing;
export const solveShared: typeof contacts.solveShared = solve;
export const solveToShow: typeof contacts.solveToShow = solve;
