import { DRAWING_OPTIONS, type DrawingModel } from "../bondgraph/export/DrawingModel.ts";
import * as groups from "../bondgraph/export/drawnGroups.ts";
import type { PaintOptions } from "../bondgraph/export/PictureOptions.ts";
import { checkChoice, checkOptions, checkText } from "../math/index.ts";
import { findLayout as find } from "./layout/findLayout.ts";
import type { Layout } from "./layout/Layout.ts";
import { type LayoutFaults, measureLayout as measure } from "./measureLayout.ts";
import { paint as paintLayout } from "./paint.ts";
import { readData } from "./readData.ts";
import type { Scene } from "./Scene.ts";
import { writeSVG as write } from "./writeSVG.ts";

/*
 * The steps of a drawing for users, who may give them anything. The library itself takes the bare ones: they are in bundles
 * of their own, whose errors would be of another class than those of the library.
 */

const MODEL = "what createDrawingModel returns";
const LAYOUT = "what findLayout returns";
const POWER_STYLES = ["width", "color"] as const;

/** The groups of a model or a graph in the order of their first elements. */
export const listGroups = (model: Parameters<typeof groups.listGroups>[0]): string[] =>
  readData("listGroups", model, MODEL, () => groups.listGroups(model));

/** Replaces each of the named groups by one word; bonds inside them disappear. */
export const foldGroups = (model: DrawingModel, names: Iterable<string>): DrawingModel =>
  readData("foldGroups", model, MODEL, () => groups.foldGroups(model, names));

/**
 * Finds a place for everything: groups in layers from left to right, the elements of a group along a line, one-port elements
 * above and below. The same model gives the same layout.
 */
export const findLayout = (model: DrawingModel): Layout => readData("findLayout", model, MODEL, () => find(model));

/** Looks for everything that overlaps or crosses in a layout. */
export const measureLayout = (layout: Layout): LayoutFaults =>
  readData("measureLayout", layout, LAYOUT, () => measure(layout));

/** Turns places into shapes. */
export function paint(layout: Layout, options: PaintOptions = {}): Scene {
  const owner = "BondGraph: drawing";
  // Options of drawings may stand beside these.
  checkOptions(owner, options, [...DRAWING_OPTIONS, "folded"]);
  if (options.title !== undefined) checkText(owner, "title", options.title);
  if (options.power !== undefined) checkChoice(owner, "power", options.power, POWER_STYLES);
  return readData("paint", layout, LAYOUT, () => {
    const scene = paintLayout(layout, options);
    if (!Number.isFinite(scene.width) || !Number.isFinite(scene.height)) throw new RangeError("its size is no number");
    return scene;
  });
}

/** The text of a self-contained SVG picture. Each thing is a `g` with the class of its kind, its id and a tooltip. */
export const writeSVG = (scene: Scene): string =>
  readData("writeSVG", scene, "what paint or drawGraph returns", () => write(scene));
