export type { Cut } from "./Cut.ts";
export { createSurfaceMesh } from "./createSurfaceMesh.ts";
export { type Appearance, type AppearanceModel, type AppearanceOptions, findAppearance } from "./findAppearance.ts";
export { findLinks, type Link, type LinkEnd } from "./findLinks.ts";
