/** While a drive goes on, a figure is drawn anew after this time at the soonest, ms: where it can be seen, and elsewhere. */
const PATIENCE = { seen: 500, hidden: 2000 };

/** A figure whose content changes while something is computed: it stays where it is, and is drawn anew now and then. */
export class LiveFigure {
  readonly element: HTMLElement;
  private draw: ((width: number) => HTMLElement | SVGElement) | undefined;
  private width = 0;
  private drawn = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSeen = false;

  constructor({ wide, height }: { wide: boolean; height: number }) {
    this.element = document.createElement("div");
    this.element.className = wide ? "figure wide" : "figure half";
    this.element.style.minHeight = `${height}px`;
    new ResizeObserver(([{ contentRect }]) => {
      const width = Math.floor(contentRect.width);
      if (width === this.width || width < 50) return;
      this.width = width;
      this.redraw();
    }).observe(this.element);
    new IntersectionObserver((entries) => {
      this.isSeen = entries[entries.length - 1].isIntersecting;
      if (this.isSeen && this.timer !== undefined) this.redraw();
    }).observe(this.element);
  }

  /** Draws this from now on: at once, or, if it was drawn a moment ago, soon. */
  show(draw: (width: number) => HTMLElement | SVGElement): void {
    this.draw = draw;
    if (this.timer !== undefined) return;
    const patience = this.isSeen ? PATIENCE.seen : PATIENCE.hidden;
    const wait = Math.max(0, this.drawn + patience - performance.now());
    this.timer = setTimeout(() => this.redraw(), wait);
  }

  private redraw(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.draw || this.width === 0) return;
    this.element.replaceChildren(this.draw(this.width));
    this.drawn = performance.now();
  }
}
