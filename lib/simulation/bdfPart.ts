/** What runs with `bdf` and with multipliers as unknowns need beside the rest. */
export { Bdf } from "../integrators/Bdf.ts";
export { GglProblem } from "./GglProblem.ts";
