import type { ContactMaterial } from "../../shape/ContactMaterial.ts";

/** A material as tables have it: its density, and what it is like in a contact. */
export interface SolidMaterial {
  /** kg/m³ */
  readonly density: number;
  readonly contact: ContactMaterial & { readonly name: string };
}

const create = (name: string, density: number, youngsModulus: number, poissonRatio: number): SolidMaterial =>
  Object.freeze({ density, contact: Object.freeze({ name, youngsModulus, poissonRatio }) });

/**
 * Materials of Modia3D: `new Object3D("ball", { …, density: MATERIALS.steel.density, contact: MATERIALS.steel.contact })`. What
 * holds between two of them is found by their names, `findPair("steel", "steel")`.
 */
export const MATERIALS = Object.freeze({
  steel: create("steel", 8000, 2e11, 0.3),
  dryWood: create("dry wood", 700, 1.1e10, 0.4),
  billiardBall: create("billiard ball", 1768, 5.4e9, 0.34),
  billiardTable: create("billiard table", 700, 1.1e10, 0.4),
  billiardCushion: create("billiard cushion", 700, 1.1e10, 0.4),
});
