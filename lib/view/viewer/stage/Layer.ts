import type { Object3D } from "three";
import type { Palette } from "../Stage.ts";
import type { RunScene } from "../scene/RunScene.ts";

/** Objects that show one kind of thing of a scene. */
export interface SceneLayer {
  readonly object: Object3D;
  setPalette(palette: Palette): void;
  /** To where the scene stands. */
  update(scene: RunScene): void;
  dispose(): void;
}
