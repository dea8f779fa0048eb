/** A number as JSON can hold it: NaN, the infinities and −0 as texts. */
export type JSONNumber = number | "NaN" | "Infinity" | "-Infinity" | "-0";

export type ConstantJSON = JSONNumber | JSONNumber[] | string | boolean;

/** Gravity, a body or a constraint: what tells it from others. */
export interface PartJSON {
  kind: string;
  name: string;
  /** Names of the bodies that a constraint acts on. */
  bodies?: string[];
  constants: Record<string, ConstantJSON>;
}
