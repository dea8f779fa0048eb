import { ModelError } from "../../math/index.ts";
import { Frame } from "./controls/Frame.ts";
import { Legend } from "./controls/Legend.ts";
import { getPalette } from "./palette.ts";
import type { Stage } from "./Stage.ts";
import type { RunScene } from "./scene/RunScene.ts";
import { LAYERS, type Layer, type ViewerSettings } from "./ViewerOptions.ts";
import { Watch } from "./Watch.ts";

/** Sharper pictures than this cost more than they show. */
const LARGEST_RATIO = 2;

/** Where so many frames in a row, or all of a second, take longer than this on average (s), they are drawn more cheaply. */
const SLOW_FRAME = 1 / 24;
const SLOW_COUNT = 12;
const SLOW_TIME = 1;
/** A page that was out of sight is not slow. */
const BREAK = 2.5;

/** What is said where the browser cannot draw. */
const NO_STAGE = {
  webgl: 'Viewer: this browser has no WebGL; give renderer: "auto" for a flat drawing',
  any: "Viewer: this browser can draw neither with WebGL nor on a canvas; take another one",
};

/** The picture in the page: a stage that comes when three.js is loaded, its size and colours, the legend. */
export class Screen {
  readonly frame: Frame;
  /** Resolves when the first picture can be drawn. */
  readonly ready: Promise<void>;
  readonly shown: Record<Layer, boolean>;
  /** Whether somebody can see it. */
  isVisible = false;
  private readonly settings: ViewerSettings;
  private readonly legend = new Legend();
  private readonly watch: Watch;
  private readonly onChange: () => void;
  private scene: RunScene;
  private stage: Stage | undefined;
  private width = 0;
  private height = 0;
  private isDisposed = false;
  /** Whether the camera still looks at everything by itself: until the reader moves it. */
  private isFitting = true;
  private isPlain = false;
  private readonly frames = { count: 0, time: 0 };

  constructor(scene: RunScene, settings: ViewerSettings, onChange: () => void) {
    this.scene = scene;
    this.settings = settings;
    this.onChange = onChange;
    this.shown = { ...settings.shown };
    this.frame = new Frame(settings.height);
    this.frame.picture.append(this.legend.element);
    this.watch = new Watch(this.frame.picture, settings.theme, {
      onResize: (width, height) => this.resize(width, height),
      onVisible: (isVisible) => {
        this.isVisible = isVisible;
        onChange();
      },
      onTheme: () => this.paint(),
    });
    this.paint();
    this.ready = this.load(settings.renderer);
    this.ready.catch((error: unknown) => this.frame.say(error instanceof Error ? error.message : String(error), true));
  }

  /** How it is drawn, once that is known. */
  get kind(): "webgl" | "canvas" | undefined {
    return this.stage?.kind;
  }

  /** Whether the reader wants less motion. */
  get isStill(): boolean {
    return this.watch.isStill;
  }

  /** The canvas, when it can be drawn on. */
  async getCanvas(): Promise<HTMLCanvasElement> {
    await this.ready;
    if (!this.stage) throw new ModelError("Viewer: it was disposed of; make a new one");
    if (this.width === 0) {
      // Just put into the page, it has not been told its size yet.
      const { width, height } = this.frame.picture.getBoundingClientRect();
      this.resize(width, height);
    }
    if (this.width > 0) return this.stage.canvas;
    throw new ModelError("Viewer: it has no size; put viewer.element into a page first");
  }

  /** Another scene; the camera stays. If it is of the same run, grown since, what was in view stays in view. */
  setScene(scene: RunScene): void {
    const isOther = scene.run !== this.scene.run;
    this.scene = scene;
    this.stage?.setScene(scene);
    if (isOther && this.stage) this.isFitting = false;
    this.refit();
  }

  setLayer(layer: Layer, isShown: boolean): void {
    this.shown[layer] = isShown;
    this.stage?.setLayer(layer, isShown);
  }

  /** Brings the whole run into view, and keeps it there. */
  fit(): void {
    this.isFitting = true;
    this.stage?.fit();
  }

  /** Takes the camera around what it looks at, rad. */
  turn(right: number, up: number): void {
    this.isFitting = false;
    this.stage?.turn(right, up);
  }

  /** Takes the camera so many times as far away. */
  zoom(factor: number): void {
    this.isFitting = false;
    this.stage?.zoom(factor);
  }

  /** The run was looked at further. */
  refit(): void {
    if (this.isFitting) this.stage?.fit();
  }

  /** Tells how long a frame took while it plays, s: a slow machine gets no shadows and larger pixels. */
  noteFrame(seconds: number): void {
    if (this.isPlain || seconds > BREAK) return;
    const { frames } = this;
    frames.time += seconds;
    frames.count++;
    if (frames.count < 3 || (frames.count < SLOW_COUNT && frames.time < SLOW_TIME)) return;
    if (frames.time > SLOW_FRAME * frames.count) {
      this.isPlain = true;
      this.resize(this.width, this.height);
    }
    frames.time = frames.count = 0;
  }

  /** Draws the scene where it stands. True: the camera still moves by itself. */
  draw(): boolean {
    const { stage } = this;
    if (!stage || this.width === 0) return false;
    stage.update();
    const isMoving = stage.render();
    const { force, torque } = this.scene.scales;
    this.legend.update("force", this.shown.forces ? stage.measure(force) : 0);
    this.legend.update("torque", this.shown.torques ? stage.measure(torque) : 0);
    return isMoving;
  }

  dispose(): void {
    this.isDisposed = true;
    this.watch.stop();
    this.stage?.dispose();
    this.stage = undefined;
    this.frame.host.remove();
  }

  private async load(renderer: ViewerSettings["renderer"]): Promise<void> {
    const { createStage } = await import("#stage");
    if (this.isDisposed) return;
    this.stage?.dispose();
    const stage = createStage({
      renderer,
      from: this.settings.from,
      damping: !this.watch.isStill,
      mayZoom: (event) => event.ctrlKey || this.frame.isActive,
      onTouch: () => {
        this.isFitting = false;
      },
      onChange: this.onChange,
      onLost: () => {
        if (this.stage === stage) void this.load("canvas");
      },
    });
    // Not by the stage: its error would be of another class.
    if (!stage) throw new ModelError(NO_STAGE[renderer === "webgl" ? "webgl" : "any"]);
    this.stage = stage;
    const { canvas, kind } = stage;
    this.frame.setCanvas(canvas);
    canvas.addEventListener("pointerdown", () => this.frame.host.focus({ preventScroll: true }));
    const isWanted = this.settings.renderer === "canvas";
    this.frame.say(kind === "canvas" && !isWanted ? "2D drawing: this browser has no WebGL" : "");
    for (const layer of LAYERS) stage.setLayer(layer, this.shown[layer]);
    stage.setScene(this.scene);
    this.paint();
    this.resize(this.width, this.height);
  }

  private resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    if (width === 0 || height === 0) return;
    this.frame.setWidth(width);
    this.stage?.setPlain(this.isPlain);
    this.stage?.setSize(width, height, Math.min(this.isPlain ? 1 : LARGEST_RATIO, window.devicePixelRatio));
    this.refit();
    // At once: the canvas is empty now.
    this.draw();
    this.onChange();
  }

  private paint(): void {
    const palette = getPalette(this.watch.isDark);
    this.frame.setTheme(palette.isDark);
    this.legend.setPalette(palette);
    this.stage?.setPalette(palette);
    this.onChange();
  }
}
