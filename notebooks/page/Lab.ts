import type { Plot } from "@observablehq/plot";
import { Viewer, type ViewerOptions } from "../../lib/view/index.ts";
import type { FollowedRun, Model } from "../../lib/worker/index.ts";
import { markResult } from "./markResult.ts";
import { Status } from "./Status.ts";

/** The stage of a page: the viewer, and below it how far the run is. Plots follow its time. */
export class Lab {
  readonly element: HTMLElement;
  private readonly status = new Status();
  private readonly options: ViewerOptions;
  /** Holds the viewer's place until there is something to show. */
  private readonly place: HTMLElement;
  private shown: Viewer | undefined;
  private size: string | undefined;
  private cursors: WeakRef<Cursor>[] = [];

  constructor(options: ViewerOptions = {}) {
    this.options = options;
    this.place = document.createElement("div");
    this.place.style.height = `${options.height ?? 420}px`;
    this.element = document.createElement("div");
    this.element.className = "lab";
    this.element.append(this.place, this.status.element);
  }

  /** The viewer, once there was something to show. */
  get viewer(): Viewer | undefined {
    return this.shown;
  }

  /** What the viewer shows, s. */
  get time(): number {
    return this.shown?.time ?? 0;
  }

  /** Shows what is known of a run. The camera stays, but where `size`, what a model's size depends on, is another. */
  show(result: FollowedRun<Model>, size: unknown = undefined): void {
    this.status.show(result);
    // What is seen then belongs to earlier parameters.
    this.element.classList.toggle("stale", result.state === "failed" && !result.run);
    if (!result.run) return;
    const key = JSON.stringify(size);
    const isOther = key !== this.size;
    this.size = key;
    if (this.shown) {
      this.shown.show(result.run);
      if (isOther) this.shown.fit();
      return;
    }
    this.shown = new Viewer(result.run, this.options);
    this.shown.element.addEventListener("timechange", () => this.moveCursors());
    this.place.replaceWith(this.shown.element);
    void this.shown.ready.then(markResult);
  }

  /** Gives back what the viewer holds of the machine; nothing can be shown any more. */
  dispose(): void {
    this.shown?.dispose();
  }

  /** Marks the time of the viewer in a plot over time; a click there chooses another. */
  addCursor(figure: HTMLElement & Plot): void {
    const cursor = createCursor(figure, (time) => {
      if (!this.shown) return;
      this.shown.pause();
      this.shown.time = time;
    });
    if (cursor) this.addFollower(figure, cursor);
  }

  /** Calls back with the time of the viewer, now and whenever it changes, as long as the element is shown. */
  addFollower(element: Element, move: (time: number) => void): void {
    const cursor = { move, isShown: () => element.isConnected };
    this.cursors = this.cursors.filter((entry) => entry.deref()?.isShown());
    this.cursors.push(new WeakRef(cursor));
    // The element keeps its cursor as long as it lives itself.
    Object.assign(element, { cursor });
    move(this.time);
  }

  private moveCursors(): void {
    for (const entry of this.cursors) entry.deref()?.move(this.time);
  }
}

interface Cursor {
  move(time: number): void;
  isShown(): boolean;
}

/** A line in a plot over time; what is returned moves it, a click calls back with the time there. */
export function createCursor(figure: HTMLElement & Plot, choose: (time: number) => void): Cursor["move"] | undefined {
  const x = figure.scale("x");
  const svg = figure.matches("svg") ? figure : figure.querySelector<SVGSVGElement>(":scope > svg:last-of-type");
  if (!x || !svg) return undefined;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const [left, right] = x.range as number[];
  const [from, to] = x.domain as number[];
  line.setAttribute("class", "cursor");
  line.setAttribute("y1", "20");
  line.setAttribute("y2", String(Number(svg.getAttribute("height")) - 30));
  svg.append(line);
  svg.addEventListener("click", (event) => {
    const { left: edge, width } = svg.getBoundingClientRect();
    const place = (((event as MouseEvent).clientX - edge) / width) * Number(svg.getAttribute("width"));
    choose(Math.min(to, Math.max(from, from + ((place - left) / (right - left)) * (to - from))));
  });
  return (time) => {
    const place = String(left + ((time - from) / (to - from)) * (right - left));
    line.setAttribute("x1", place);
    line.setAttribute("x2", place);
    line.style.visibility = time >= from && time <= to ? "visible" : "hidden";
  };
}
