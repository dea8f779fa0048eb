import type { Palette } from "../Stage.ts";
import { findRound, writeQuantity } from "../scene/chooseScale.ts";

/** The arrow of the legend is at most so many pixels long. */
const LONGEST = 90;

interface Row {
  readonly element: HTMLElement;
  readonly bar: HTMLElement;
  readonly text: HTMLElement;
  readonly unit: string;
}

/** How long the arrow of a round force and of a round torque is. */
export class Legend {
  readonly element = document.createElement("div");
  private readonly rows: Record<"force" | "torque", Row>;

  constructor() {
    this.element.className = "legend";
    this.rows = { force: this.createRow("N"), torque: this.createRow("Nm") };
  }

  private createRow(unit: string): Row {
    const element = document.createElement("div");
    const bar = document.createElement("i");
    const text = document.createElement("span");
    element.append(bar, text);
    element.hidden = true;
    this.element.append(element);
    return { element, bar, text, unit };
  }

  setPalette({ force, torque }: Palette): void {
    this.rows.force.element.style.color = force;
    this.rows.torque.element.style.color = torque;
  }

  /** Pixels per newton or newton-metre; zero: nothing to show. */
  update(kind: "force" | "torque", pixels: number): void {
    const { element, bar, text, unit } = this.rows[kind];
    element.hidden = !(pixels > 0);
    if (element.hidden) return;
    const value = findRound(LONGEST / pixels);
    bar.style.width = `${(value * pixels).toFixed(1)}px`;
    text.textContent = writeQuantity(value, unit);
  }
}
