import * as Inputs from "@observablehq/inputs";

/** Buttons for values, by their names, over the width of the page; the first is chosen. */
export function choice(entries: Map<string, unknown>, label: string): HTMLElement {
  const [value] = entries.values();
  const form = Inputs.radio(entries, { label, value });
  form.classList.add("choice");
  return form;
}
