import { checkList, checkOptions, describe, findNearest, hasMethod, ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import { checkGraph } from "../checkGraph.ts";
import { createDrawingModel, DRAWING_OPTIONS, type DrawingModel } from "./DrawingModel.ts";
import { foldGroups, listGroups } from "./drawnGroups.ts";
import type { DrawingOptions } from "./PictureOptions.ts";

const POWER_STYLES = ["width", "color"];
const MOST_GROUPS = 1e5;

/** What is to be drawn, with the folded groups as words. */
export function readGraph(graph: BondGraph, options: DrawingOptions): DrawingModel {
  const folded = findFolded(graph, options);
  return foldGroups(createDrawingModel(graph, options), folded);
}

/** Checks the options, and returns the names of the groups to fold. */
export function findFolded(graph: BondGraph, options: DrawingOptions): readonly string[] {
  const owner = "BondGraph: drawing";
  checkGraph(owner, graph);
  checkOptions(owner, options, DRAWING_OPTIONS);
  const { at, causality, power, values, title, fold = false } = options;
  const refuse = (what: string, value: unknown, remedy: string): never => {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}; ${remedy}`);
  };
  if (power !== undefined && !POWER_STYLES.includes(power)) refuse("power", power, 'give "width" or "color"');
  if (at !== undefined && !(hasMethod(at, "effort") && hasMethod(at, "flow"))) {
    refuse("at", at, "give run.at(t) of a circuit, or show a state of a System before: run.at(t).show()");
  }
  if (values !== undefined && typeof values !== "boolean") refuse("values", values, "give true or false");
  if (title !== undefined && typeof title !== "string") refuse("title", title, "give a string");
  if (causality !== undefined && typeof causality !== "boolean" && !hasMethod(causality, "strokeAt")) {
    refuse("causality", causality, "give true, false, or what graph.causality() returns");
  }
  const groups = listGroups(graph);
  if (typeof fold === "boolean") return fold ? groups : [];
  const names = checkList(owner, "fold", fold, "names of groups, or true for all", MOST_GROUPS) as string[];
  for (const name of names) {
    if (groups.includes(name)) continue;
    const near = typeof name === "string" ? findNearest(name, groups) : undefined;
    refuse("a group to fold", name, near ? `did you mean "${near}"?` : `the groups are ${groups.join(", ") || "none"}`);
  }
  return names;
}
