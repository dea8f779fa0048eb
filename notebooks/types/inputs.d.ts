declare module "@observablehq/inputs" {
  /** One element of several; its value has an entry for each. */
  export function form(inputs: Record<string, HTMLElement>): HTMLElement;
  /** A slider with a field for the number. */
  export function range(extent: [number, number], options: { label: string; step: number; value: number }): HTMLElement;
  /** Buttons for values, by their names. */
  export function radio(entries: Map<string, unknown>, options: { label: string; value?: unknown }): HTMLElement;
  /** A choice of values by their names. */
  export function select(entries: Map<string, unknown>, options: { label: string; value?: unknown }): HTMLElement;
}
