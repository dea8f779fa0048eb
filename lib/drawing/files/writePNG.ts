import type { Scene } from "../Scene.ts";
import { encodePNG } from "./encodePNG.ts";
import { rasterize } from "./rasterize.ts";

/** The bytes of a PNG file, `scale` pixels for each unit of the scene. With the outlines of all letters: loaded on first use. */
export function writePNG(scene: Scene, scale: number): Promise<Uint8Array> {
  return encodePNG(rasterize(scene, scale));
}
