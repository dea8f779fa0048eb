import * as Inputs from "@observablehq/inputs";

/**
 * Inputs with a heading in one frame; its value has one entry for each of them. `shows` says of an input for which values
 * it is shown; the others are shown always.
 */
export function panel<V extends object>(
  inputs: Record<keyof V & string, HTMLElement>,
  title = "Parameters",
  shows: Partial<Record<keyof V & string, (value: V) => boolean>> = {},
): HTMLElement {
  const form = Inputs.form(inputs) as HTMLElement & { value: V };
  form.classList.add("panel");
  const heading = document.createElement("div");
  heading.className = "panel-title";
  heading.textContent = title;
  form.prepend(heading);
  const update = () => {
    for (const [name, isShown] of Object.entries(shows) as [keyof V & string, (value: V) => boolean][]) {
      inputs[name].hidden = !isShown(form.value);
    }
  };
  form.addEventListener("input", update);
  update();
  return form;
}
