import type { Observer } from "../assembly/Observer.ts";
import type { BondGraph } from "../bondgraph/index.ts";
import { checkChoice, checkOptions } from "../math/index.ts";
import type { Gravity } from "../rigidbody/Gravity.ts";
import { createBondGraph } from "./createBondGraph.ts";
import { createWordGraph } from "./createWordGraph.ts";

export interface BondGraphOptions {
  /** `full` (default): all elements; `word`: one node for each body and each constraint. */
  detail?: "word" | "full";
}

/** The bond graph of a model in the detail that is asked for. */
export function createDetailedGraph(observer: Observer, gravity: Gravity, options: BondGraphOptions): BondGraph {
  checkOptions("System.bondGraph", options, ["detail"]);
  const detail = checkChoice("System.bondGraph", "detail", options.detail ?? "full", ["word", "full"]);
  return detail === "word" ? createWordGraph(observer) : createBondGraph(observer, gravity);
}
