import * as Inputs from "@observablehq/inputs";
import { panel } from "../panel.ts";

type Input = HTMLElement & { value: unknown };

const LAYOUTS = new Map([
  ["4 mecanum wheels", "mecanum"],
  ["3 omni wheels", "kiwi"],
  ["4 omni wheels", "ring"],
]);

const CONTACTS = new Map([
  ["rolling, no slip", "rolling"],
  ["dry friction", "friction"],
]);

const CONTROLS = new Map([
  ["knows the touching roller", "exact"],
  ["textbook", "mean"],
]);

/** The inclination that rollers usually have, degrees. */
const USUAL: Record<string, number> = { mecanum: 45, kiwi: 0, ring: 0 };

/** Inputs for a vehicle. Another layout brings its usual inclination of the rollers. */
export function vehiclePanel(): HTMLElement {
  const layout = Inputs.select(LAYOUTS, { label: "Wheels" }) as Input;
  const psi = Inputs.range([0, 60], { label: "Inclination ψ of the rollers (°)", step: 1, value: 45 }) as Input;
  layout.addEventListener("input", () => {
    psi.value = USUAL[String(layout.value)];
  });
  return panel({
    layout,
    psi,
    rollers: Inputs.range([5, 12], { label: "Rollers on a wheel", step: 1, value: 9 }) as HTMLElement,
    contact: Inputs.select(CONTACTS, { label: "Contact with the floor" }) as HTMLElement,
    friction: Inputs.range([0.1, 1], { label: "Coefficient of friction μ", step: 0.05, value: 0.6 }) as HTMLElement,
    control: Inputs.select(CONTROLS, { label: "Controller" }) as HTMLElement,
    mass: Inputs.range([2, 30], { label: "Mass of the platform (kg)", step: 1, value: 10 }) as HTMLElement,
    speed: Inputs.range([0.2, 1], { label: "Top speed (m/s)", step: 0.05, value: 0.8 }) as HTMLElement,
  });
}

const DRIVES = new Map([
  ["figure eight, turning once", "eight"],
  ["square, looking ahead", "square"],
  ["circle, as a car", "circle"],
  ["straight, spinning", "spin"],
  ["by hand", "hand"],
]);

/** Which drive: one that is known beforehand, or by hand, which a hand on the pad chooses as well. */
export function chooseDrive(pad: { element: HTMLElement; isActive: boolean }): HTMLElement {
  const choice = Inputs.select(DRIVES, { label: "Drive" }) as Input;
  choice.classList.add("drive-choice");
  pad.element.addEventListener("input", () => {
    if (choice.value === "hand" || !pad.isActive) return;
    choice.value = "hand";
    choice.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return choice;
}
