import type { BondGraph, System } from "../../../lib/index.ts";

/** A number that a slider sets. */
export interface Setting {
  label: string;
  range: readonly [number, number];
  step: number;
  value: number;
}

interface Entry {
  /** What it is, in a sentence. */
  text: string;
  settings: Readonly<Record<string, Setting>>;
  /** End of the run, s. */
  until: number;
}

/** Values of the settings, by their names. */
export type Values = Readonly<Record<string, number>>;

/** A scalar graph that runs on its own. */
export interface CircuitEntry extends Entry {
  units: { effort: string; flow: string };
  createGraph(values: Values): BondGraph;
}

/** A system, whose graph has multibonds. */
export interface SystemEntry extends Entry {
  createSystem(values: Values): System;
  /** A scalar part of it, closed, for its equations. */
  createPart?(values: Values): BondGraph;
}

export type BondEntry = CircuitEntry | SystemEntry;
