export { createElasticLaws, type ElasticLaws, type ElasticPairOptions } from "./createElasticLaws.ts";
export { findEffectiveRadius } from "./findEffectiveRadius.ts";
export { findPair, type PairProperties } from "./findPair.ts";
export { MATERIALS, type SolidMaterial } from "./materials.ts";
export type { MaterialPair, RigidLaws } from "./PairLaws.ts";
