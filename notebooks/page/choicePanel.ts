import * as Inputs from "@observablehq/inputs";
import { panel } from "./panel.ts";

/** A number that a slider sets. */
interface SliderSetting {
  label: string;
  range: readonly [number, number];
  step: number;
  value: number;
}

/** A choice, and the sliders of what is chosen: `{ model: "RLC circuit", values: { R: 12, … } }`. */
export function choicePanel(
  label: string,
  entries: Readonly<Record<string, { text: string; settings: Readonly<Record<string, SliderSetting>> }>>,
  title: string,
): HTMLElement {
  const frame = document.createElement("div");
  frame.className = "panel";
  const heading = document.createElement("div");
  heading.className = "panel-title";
  heading.textContent = title;
  const choice = Inputs.select(new Map(Object.keys(entries).map((name) => [name, name])), { label }) as HTMLElement & {
    value: string;
  };
  const note = document.createElement("p");
  note.className = "panel-text";
  let sliders: HTMLElement & { value?: unknown };
  const open = () => {
    const { settings, text } = entries[choice.value];
    note.textContent = text;
    const inputs = Object.entries(settings).map(([name, { range, ...options }]) => [
      name,
      Inputs.range([range[0], range[1]], options),
    ]);
    const next = panel(Object.fromEntries(inputs), "Parameters");
    next.classList.remove("panel");
    next.classList.add("panel-part");
    if (sliders) sliders.replaceWith(next);
    else frame.append(next);
    sliders = next;
    Object.assign(frame, { value: { model: choice.value, values: sliders.value } });
  };
  frame.append(heading, choice, note);
  open();
  frame.addEventListener("input", (event) => {
    if (choice.contains(event.target as Node)) open();
    else Object.assign(frame, { value: { model: choice.value, values: sliders.value } });
  });
  return frame;
}
