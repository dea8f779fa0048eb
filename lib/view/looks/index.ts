export type { Cut } from "./Cut.ts";
export { createSurfaceMesh } from "./createSurfaceMesh.ts";
export { findLinks, type Link, type LinkEnd } from "./findLinks.ts";
export { findLooks, type Look, type LookModel, type LookOptions } from "./findLooks.ts";
