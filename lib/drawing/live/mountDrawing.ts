import { select } from "d3-selection";
import { type D3ZoomEvent, zoom, zoomIdentity } from "d3-zoom";
import type { DrawingModel } from "../../bondgraph/export/DrawingModel.ts";
import { foldGroups, listGroups } from "../../bondgraph/export/drawnGroups.ts";
import type { LiveDrawing } from "../../bondgraph/export/LiveDrawing.ts";
import type { PaintOptions } from "../../bondgraph/export/PictureOptions.ts";
import { findLayout } from "../layout/findLayout.ts";
import { paint } from "../paint.ts";
import type { Item, Scene } from "../Scene.ts";
import { writeShapes } from "../writeSVG.ts";

export interface LiveOptions extends PaintOptions {
  /** Groups that are folded at first. */
  folded?: readonly string[];
}

const STYLE = `
.multibond { position: relative; width: 100%; height: 100%; min-height: 240px; overflow: hidden; background: #fff; }
.multibond > svg { display: block; width: 100%; height: 100%; cursor: grab; }
.multibond g.group, .multibond g.word { cursor: pointer; }
.multibond g.bond > .hit { stroke: transparent; stroke-width: 12; fill: none; }
.multibond g.bond:hover > .hit { stroke: #ffd54a88; }
.multibond nav { position: absolute; top: 8px; right: 8px; display: flex; gap: 4px; }
.multibond nav button { font: 13px "DejaVu Sans", Verdana, sans-serif; padding: 2px 8px; }
.multibond .tip { position: absolute; pointer-events: none; white-space: pre; background: #fffffff0; border: 1px solid #bbb;
  border-radius: 4px; padding: 4px 8px; font: 12px/1.4 "DejaVu Sans", Verdana, sans-serif; box-shadow: 0 1px 4px #0003; }
.multibond .tip[hidden] { display: none; }
`;
const MOST_GROUPS = 1e5;
const MARGIN = 0.96;
const LARGEST_FIT = 1.5;

/**
 * Shows a drawing inside an element of a page: drag to move, wheel to zoom, hover to read effort, flow and power, click on the frame
 * of a group to fold it and on the word to unfold it.
 */
export function mountDrawing(target: HTMLElement, start: DrawingModel, options: LiveOptions = {}): LiveDrawing {
  let model = start;
  const folded = new Set(options.folded ?? []);
  target.replaceChildren();
  const root = select(target).append("div").attr("class", "multibond");
  root.append("style").text(STYLE);
  const svg = root.append("svg").attr("font-family", "'DejaVu Sans', Verdana, sans-serif").attr("role", "img");
  const canvas = svg.append("g");
  const tip = root.append("div").attr("class", "tip").attr("hidden", "");
  const behaviour = zoom<SVGSVGElement, unknown>()
    .scaleExtent([0.02, 8])
    .on("zoom", ({ transform }: D3ZoomEvent<SVGSVGElement, unknown>) => canvas.attr("transform", transform.toString()));
  svg.call(behaviour).on("dblclick.zoom", null);
  let scene: Scene;

  const draw = () => {
    scene = paint(findLayout(foldGroups(model, folded)), options);
    svg.attr("aria-label", scene.title || "bond graph");
    canvas
      .selectAll<SVGGElement, Item>("g.item")
      .data(scene.items, ({ kind, id }) => `${kind} ${id}`)
      .join("g")
      .attr("class", ({ kind, id }) => `item ${kind}${kind === "element" && id.startsWith("g:") ? " word" : ""}`)
      .attr("data-id", ({ id }) => id)
      .html((item) => writeShapes(item) + (item.kind === "bond" ? writeHitLine(item) : ""))
      .order()
      .on("click", (_event, { kind, id }) => {
        if (!id.startsWith("g:")) return;
        toggle(id.slice(2), kind === "group");
      })
      .on("pointermove", (event: PointerEvent, item) => showTip(event, item.tooltip))
      .on("pointerleave", () => tip.attr("hidden", ""));
  };

  const showTip = ({ clientX, clientY }: PointerEvent, text: string) => {
    if (text === "") return;
    const { left, top, width } = target.getBoundingClientRect();
    tip.attr("hidden", null).text(text);
    const own = (tip.node() as HTMLElement).offsetWidth;
    const x = Math.max(0, Math.min(clientX - left + 14, width - own - 4));
    tip.style("left", `${x}px`).style("top", `${clientY - top + 14}px`);
  };

  const bringIntoView = () => {
    const { clientWidth: width, clientHeight: height } = svg.node() as SVGSVGElement;
    if (width === 0 || height === 0) return;
    const scale = Math.min(LARGEST_FIT, MARGIN * Math.min(width / scene.width, height / scene.height));
    const place = zoomIdentity
      .translate((width - scale * scene.width) / 2, (height - scale * scene.height) / 2)
      .scale(scale);
    svg.call(behaviour.transform, place);
  };

  const change = (edit: () => void) => {
    edit();
    tip.attr("hidden", "");
    draw();
    bringIntoView();
  };
  const toggle = (group: string, isFolded: boolean) =>
    change(() => (isFolded ? folded.add(group) : folded.delete(group)));

  const buttons = root.append("nav");
  const addButton = (text: string, action: () => void) =>
    buttons.append("button").attr("type", "button").text(text).on("click", action);
  if (listGroups(model).length > 0) {
    addButton("fold all", () => change(() => listGroups(model).forEach((group) => void folded.add(group))));
    addButton("unfold all", () => change(() => folded.clear()));
  }
  addButton("fit", bringIntoView);
  draw();
  bringIntoView();
  return {
    get folded() {
      return [...folded];
    },
    fold: (groups) => change(() => checkGroups(groups).forEach((group) => void folded.add(group))),
    unfold: (groups) => change(() => checkGroups(groups).forEach((group) => void folded.delete(group))),
    update: (next) => {
      const last = model;
      try {
        model = next;
        draw();
      } catch (cause) {
        model = last;
        throw cause;
      }
    },
    fit: bringIntoView,
    remove: () => void root.remove(),
  };
}

function checkGroups(groups: readonly string[]): readonly string[] {
  if (Array.isArray(groups) && groups.length <= MOST_GROUPS) return groups;
  throw new TypeError("LiveDrawing: give a list of names of groups");
}

/** A wide invisible line over a bond, easy to hit with the pointer. */
function writeHitLine({ shapes }: Item): string {
  const line = shapes.find((shape) => shape.type === "line");
  if (!line) return "";
  const points = line.points.map(({ x, y }) => `${x},${y}`).join(" ");
  return `<polyline class="hit" points="${points}"/>`;
}
