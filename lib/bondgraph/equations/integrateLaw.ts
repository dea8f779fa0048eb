import type { ElementLaw } from "../laws/ElementLaw.ts";

/** Gauss's nodes and weights of order 10 on [0, 1], and how many pieces an integral is cut into. */
const NODES = [0.04691007703066802, 0.23076534494715845, 0.5, 0.7692346550528415, 0.9530899229693319];
const WEIGHTS = [
  0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454,
];
const PIECES = 16;

/** Energy in a storage element: the integral of its law from zero to `x`. */
export function integrateLaw(law: ElementLaw, x: number, t: number, signals: Float64Array): number {
  let sum = 0;
  for (let piece = 0; piece < PIECES; piece++) {
    for (let i = 0; i < NODES.length; i++) {
      sum += WEIGHTS[i] * law.calc((x * (piece + NODES[i])) / PIECES, t, signals);
    }
  }
  return (sum * x) / PIECES;
}
