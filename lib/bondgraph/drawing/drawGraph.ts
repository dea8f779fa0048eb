import { checkOptions, describe, findNearest, ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import { createDrawingModel, type DrawingModel, foldGroups, listGroups, type ModelOptions } from "./DrawingModel.ts";
import { findLayout } from "./layout/findLayout.ts";
import { type PaintOptions, paint } from "./paint.ts";
import type { Scene } from "./Scene.ts";

export interface DrawingOptions extends ModelOptions, PaintOptions {
  /** Groups to draw as one word each; `true` for all of them. Default: none. */
  fold?: boolean | readonly string[];
}

const NAMES = ["at", "causality", "values", "title", "power", "fold"] as const;
const POWER_STYLES = ["width", "color"];

/** The picture of a graph, as plain data. */
export function drawGraph(graph: BondGraph, options: DrawingOptions = {}): Scene {
  return paint(findLayout(readGraph(graph, options)), options);
}

/** What is to be drawn, with the folded groups as words. */
export function readGraph(graph: BondGraph, options: DrawingOptions): DrawingModel {
  const folded = findFolded(graph, options);
  return foldGroups(createDrawingModel(graph, options), folded);
}

/** Checks the options, and returns the names of the groups to fold. */
export function findFolded(graph: BondGraph, options: DrawingOptions): readonly string[] {
  const owner = "BondGraph: drawing";
  checkOptions(owner, options, NAMES);
  const { at, causality, power, values, title, fold = false } = options;
  const refuse = (what: string, value: unknown, remedy: string): never => {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}; ${remedy}`);
  };
  if (power !== undefined && !POWER_STYLES.includes(power)) refuse("power", power, 'give "width" or "color"');
  if (at !== undefined && (typeof at?.effort !== "function" || typeof at.flow !== "function")) {
    refuse("at", at, "give run.at(t) of a circuit, or show a state of a System before: run.at(t).show()");
  }
  if (values !== undefined && typeof values !== "boolean") refuse("values", values, "give true or false");
  if (title !== undefined && typeof title !== "string") refuse("title", title, "give a string");
  if (causality !== undefined && typeof causality !== "boolean" && typeof causality?.strokeAt !== "function") {
    refuse("causality", causality, "give true, false, or what graph.causality() returns");
  }
  if (typeof fold !== "boolean" && !Array.isArray(fold)) refuse("fold", fold, "give names of groups, or true for all");
  const groups = listGroups(graph);
  if (typeof fold === "boolean") return fold ? groups : [];
  for (const name of fold) {
    if (groups.includes(name)) continue;
    const near = typeof name === "string" ? findNearest(name, groups) : undefined;
    refuse("a group to fold", name, near ? `did you mean "${near}"?` : `the groups are ${groups.join(", ") || "none"}`);
  }
  return fold;
}
