import type { Vector3 } from "../../math/index.ts";

const read = (hex: string): Vector3 =>
  [0, 2, 4].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as unknown as Vector3;

/** Colours of bodies, one after the other: calm, told apart by most eyes, seen on light and on dark ground. */
const BODIES = ["4269d0", "efb118", "ff725c", "6cc5b0", "3ca951", "ff8ab7", "a463f2", "97bbf5", "9c6b4e"].map(read);

/** The colour of the body with this number. */
export const findColor = (index: number): Vector3 => BODIES[index % BODIES.length];

/** What is fixed. */
export const BASE = read("9498a0");
/** What turns in one another. */
export const PIN = read("5b616b");
