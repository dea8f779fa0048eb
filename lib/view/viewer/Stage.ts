import type { RunScene } from "./scene/RunScene.ts";
import type { Layer } from "./ViewerOptions.ts";

/** Colours of everything that is not a body, as CSS has them. */
export interface Palette {
  readonly isDark: boolean;
  readonly background: string;
  readonly grid: string;
  /** Floors that are part of the model. */
  readonly floor: string;
  readonly force: string;
  readonly friction: string;
  readonly torque: string;
  readonly contact: string;
  readonly link: string;
  /** Paths of bodies, in turn. */
  readonly traces: readonly string[];
}

/** What a stage needs to know of the page it is on. */
export interface StageHost {
  readonly renderer: "auto" | "webgl" | "canvas";
  /** Direction from which the camera looks; none: the scene says. */
  readonly from: readonly [number, number, number] | undefined;
  /** Whether the camera comes to rest softly. */
  readonly damping: boolean;
  /** Whether the wheel turns the camera, or the page. */
  mayZoom(event: WheelEvent): boolean;
  /** The reader takes hold of the camera. */
  onTouch(): void;
  /** The camera was moved: draw again. */
  onChange(): void;
  /** WebGL has gone and does not come back. */
  onLost(): void;
}

/** Where a scene is drawn. Made by the bundle with three.js inside, which is loaded when the first viewer is. */
export interface Stage {
  readonly kind: "webgl" | "canvas";
  readonly canvas: HTMLCanvasElement;
  /** Another scene; the camera stays where it is. */
  setScene(scene: RunScene): void;
  setSize(width: number, height: number, ratio: number): void;
  /** For slow machines: no shadows, which cost half of the time, and a camera that stops at once. */
  setPlain(isPlain: boolean): void;
  setPalette(palette: Palette): void;
  setLayer(layer: Layer, isShown: boolean): void;
  /** Everything to where the scene stands. */
  update(): void;
  /** Draws. True: the camera still moves by itself, draw again soon. */
  render(): boolean;
  /** The whole run into view. */
  fit(): void;
  /** Takes the camera around what it looks at, rad. */
  turn(right: number, up: number): void;
  /** Takes the camera so many times as far away. */
  zoom(factor: number): void;
  /** Pixels of a length (m) where the camera looks at. */
  measure(length: number): number;
  dispose(): void;
}
