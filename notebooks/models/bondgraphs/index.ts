import type { BondEntry, CircuitEntry, SystemEntry, Values } from "./BondModel.ts";
import { quarterCar, rlc, tanks } from "./circuits.ts";
import { fourBar, motorPendulum } from "./systems.ts";

export type { BondEntry, CircuitEntry, Setting, SystemEntry, Values } from "./BondModel.ts";
export { findCurrent } from "./circuits.ts";

/** The graphs of the page, by the names of the choice. */
export const bondEntries = {
  "RLC circuit": rlc,
  "two tanks": tanks,
  "quarter car": quarterCar,
  "motor on a pendulum": motorPendulum,
  "four-bar": fourBar,
} satisfies Record<string, BondEntry>;

export interface BondParameters {
  model: keyof typeof bondEntries;
  values: Values;
}

export const isCircuit = (entry: BondEntry): entry is CircuitEntry => "createGraph" in entry;

export const findEntry = ({ model }: BondParameters): BondEntry => bondEntries[model];

/** The model of one of the systems, to be run. */
export function createBondSystem(parameters: BondParameters) {
  const { createSystem, until } = findEntry(parameters) as SystemEntry;
  return { system: createSystem(parameters.values), options: { until, tolerance: 1e-9 } };
}
