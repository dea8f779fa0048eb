import type { AssemblyChange } from "../assembly/Assembly.ts";

/** A part of a run in which the model stays the same; at an event that joins or parts bodies another one begins. */
export interface RunSegment {
  /** What each component of the state vector is. */
  readonly stateNames: readonly string[];
  /** Joints of the model, or attached, that are off and carry nothing. */
  readonly absent: readonly string[];
  /** Constraints that events have attached. */
  readonly attached: readonly string[];
}

export function createSegment(stateNames: readonly string[], change?: AssemblyChange): RunSegment {
  const list = (parts: AssemblyChange["absent"] = []) => Object.freeze(parts.map(({ name }) => name));
  return Object.freeze({
    stateNames: Object.freeze([...stateNames]),
    absent: list(change?.absent),
    attached: list(change?.attached),
  });
}
