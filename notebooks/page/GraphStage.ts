import type { Bond, BondGraph } from "../../lib/bondgraph/index.ts";
import type { BondReadings, LiveGraph } from "../../lib/drawing/index.ts";

/** What a stage shows. */
export interface GraphSource {
  /** The same model in more or less detail, by the names of the choice. */
  graphs: Readonly<Record<string, BondGraph>>;
  /** What the bonds carry, of a circuit; those of a system read what was shown last. */
  at?: BondReadings | undefined;
  units?: { effort: string; flow: string } | undefined;
}

const STYLES = { "no power": undefined, "power as width": "width", "power as colour": "color" } as const;

/** Time between two drawings while time passes, ms. */
const EVERY = 150;

/**
 * A live drawing of a bond graph with its choices. Hover or tap a bond: its name becomes the value of the element, as of an
 * input.
 */
export class GraphStage {
  readonly element: HTMLElement & { value?: string };
  private readonly canvas: HTMLElement;
  private readonly detail: HTMLSelectElement;
  private readonly style: HTMLSelectElement;
  private readonly bonds: HTMLSelectElement;
  private readonly readout: HTMLElement;
  private source: GraphSource | undefined;
  private drawing: LiveGraph | undefined;
  private mounts = 0;
  private lastDrawn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(height: number) {
    this.element = document.createElement("div");
    this.element.className = "lab graph";
    this.canvas = document.createElement("div");
    this.canvas.className = "graph-canvas";
    this.canvas.style.height = `${height}px`;
    this.canvas.tabIndex = 0;
    this.detail = createSelect("detail", []);
    this.style = createSelect("power", Object.keys(STYLES));
    this.style.selectedIndex = 1;
    this.bonds = createSelect("bond", []);
    this.readout = document.createElement("output");
    const bar = document.createElement("div");
    bar.className = "graph-bar";
    bar.append(this.detail, this.style, this.bonds, this.readout);
    this.element.append(this.canvas, bar);
    for (const select of [this.detail, this.style]) {
      select.addEventListener("input", (event) => {
        event.stopPropagation();
        if (select === this.detail) this.listBonds();
        void this.mount();
      });
    }
    this.bonds.addEventListener("input", (event) => {
      event.stopPropagation();
      this.choose(this.bonds.value);
    });
    this.canvas.addEventListener("pointerover", ({ target }) => {
      const id = (target as Element).closest<SVGGElement>("g.bond")?.dataset.id;
      if (id?.startsWith("b:")) this.choose(id.slice(2));
    });
    this.leaveScrolling();
    new ResizeObserver(() => this.drawing?.fit()).observe(this.canvas);
  }

  /** The graph that is drawn. */
  get graph(): BondGraph | undefined {
    return this.source?.graphs[this.detail.value];
  }

  /** Shows another graph, or the same with other numbers. */
  async show(source: GraphSource): Promise<void> {
    const isSame = JSON.stringify(listNames(source)) === JSON.stringify(this.source && listNames(this.source));
    this.source = source;
    if (!isSame) {
      const names = Object.keys(source.graphs);
      this.detail.replaceChildren(...names.map((name) => new Option(name)));
      this.detail.hidden = names.length < 2;
      this.listBonds();
    }
    await this.mount();
  }

  /** Draws what the bonds carry now, but not too often. */
  refresh(): void {
    if (this.timer) return;
    const wait = Math.max(0, this.lastDrawn + EVERY - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.lastDrawn = performance.now();
      if (this.style.selectedIndex > 0) this.drawing?.refresh();
      this.write();
    }, wait);
  }

  private listBonds(): void {
    const bonds = this.graph?.bonds ?? [];
    this.bonds.replaceChildren(...bonds.map(({ name }) => new Option(name)));
    this.choose(findFirst(bonds)?.name ?? "");
  }

  private choose(bond: string): void {
    this.bonds.value = bond;
    this.write();
    if (bond === this.element.value) return;
    this.element.value = bond;
    this.element.dispatchEvent(new Event("input"));
  }

  private async mount(): Promise<void> {
    const { graph, source } = this;
    if (!graph || !source) return;
    const power = STYLES[this.style.value as keyof typeof STYLES];
    const mount = ++this.mounts;
    const drawing = await graph.mount(this.canvas, {
      // Strokes do not change with time.
      causality: graph.causality(),
      ...(power && { power }),
      ...(source.at && { at: source.at }),
    });
    if (mount !== this.mounts) return;
    this.drawing = drawing;
    this.write();
  }

  /** Effort, flow and power of the chosen bond. */
  private write(): void {
    const bond = this.graph?.bonds.find(({ name }) => name === this.bonds.value);
    if (!bond || !this.source) return;
    const { at, units } = this.source;
    const text = (value: number | undefined, unit: string) =>
      value === undefined ? "–" : `${Number(value.toPrecision(4))} ${unit}`;
    if (!at) {
      this.readout.textContent = `power ${text(bond.calcPower(), "W")}`;
      return;
    }
    const [effort, flow] = [at.effort(bond.name), at.flow(bond.name)];
    this.readout.textContent = `${text(effort, units?.effort ?? "")} · ${text(flow, units?.flow ?? "")} = ${text(effort * flow, "W")}`;
  }

  /** The wheel and one finger scroll the page; with Ctrl, after a click, or with two fingers they zoom the drawing. */
  private leaveScrolling(): void {
    const leave = (type: "wheel" | "touchstart", isMeant: (event: Event) => boolean) =>
      this.canvas.addEventListener(type, (event) => isMeant(event) || event.stopPropagation(), {
        capture: true,
        passive: true,
      });
    const isFocused = () => this.canvas.matches(":focus-within");
    leave("wheel", (event) => (event as WheelEvent).ctrlKey || isFocused());
    leave("touchstart", (event) => (event as TouchEvent).touches.length > 1);
  }
}

/** A bond to begin with: that of a source, or one that does not end at a base, where no power goes. */
function findFirst(bonds: readonly Bond[]): Bond | undefined {
  const ends = ({ from, to }: Bond) => [from.element, to.element];
  const isFree = (bond: Bond) => ends(bond).every(({ name, group }) => name !== "ground" && group !== "ground");
  return (
    bonds.find((bond) => isFree(bond) && ["Se", "Sf"].includes(bond.from.element.kind)) ??
    bonds.find(isFree) ??
    bonds[0]
  );
}

function createSelect(label: string, options: readonly string[]): HTMLSelectElement {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  select.append(...options.map((name) => new Option(name)));
  return select;
}

const listNames = ({ graphs }: GraphSource) =>
  Object.entries(graphs).map(([name, { bonds }]) => [name, ...bonds.map((bond) => bond.name)]);
