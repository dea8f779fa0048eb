import type { Plot } from "@observablehq/plot";
import { createCursor } from "./Lab.ts";

/** The whole run takes so long, s. */
const LENGTH = 8;

/** A time to choose or to play where there is no viewer to do it; plots mark it. */
export class Timeline {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly text: HTMLElement;
  private readonly onChange: (time: number) => void;
  private cursors: { figure: Element; move: (time: number) => void }[] = [];
  private end = 1;
  /** Part of the run; a slider may round it. */
  private part = 0.05;
  private frame = 0;

  constructor(onChange: (time: number) => void) {
    this.onChange = onChange;
    this.element = document.createElement("div");
    this.element.className = "timeline";
    this.button = document.createElement("button");
    this.button.type = "button";
    this.slider = document.createElement("input");
    this.slider.type = "range";
    this.slider.setAttribute("aria-label", "time");
    Object.assign(this.slider, { min: "0", max: "1", step: "any" });
    this.text = document.createElement("span");
    this.element.append(this.button, this.slider, this.text);
    this.button.addEventListener("click", () => (this.frame ? this.pause() : this.play()));
    this.slider.addEventListener("input", (event) => {
      event.stopPropagation();
      this.pause();
      this.moveTo(this.slider.valueAsNumber);
    });
    this.pause();
  }

  /** s */
  get time(): number {
    return this.part * this.end;
  }

  setEnd(end: number): void {
    this.end = end;
    this.moveTo(this.part);
  }

  /** Marks the time in a plot; a click there chooses another. */
  addCursor(figure: HTMLElement & Plot): void {
    const move = createCursor(figure, (time) => {
      this.pause();
      this.moveTo(time / this.end);
    });
    if (!move) return;
    this.cursors = this.cursors.filter((cursor) => cursor.figure.isConnected);
    this.cursors.push({ figure, move });
    move(this.time);
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.label("▶", "Play");
  }

  private play(): void {
    this.label("❚❚", "Pause");
    let last: number | undefined;
    const step = (now: number) => {
      if (!this.element.isConnected) {
        this.pause();
        return;
      }
      const passed = Math.min(0.1, (now - (last ?? now)) / 1000 / LENGTH);
      last = now;
      this.moveTo((this.part + passed) % 1);
      this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  private label(sign: string, name: string): void {
    this.button.textContent = sign;
    this.button.title = name;
    this.button.setAttribute("aria-label", name);
  }

  private moveTo(part: number): void {
    this.part = part;
    this.slider.valueAsNumber = part;
    this.text.textContent = `t = ${Number(this.time.toPrecision(3))} s`;
    for (const { move } of this.cursors) move(this.time);
    this.onChange(this.time);
  }
}
