import { checkBoolean, describe, ModelError } from "../../math/index.ts";
import type { Trajectory } from "../../system/index.ts";
import { CanvasRecorder } from "./CanvasRecorder.ts";
import { type Action, ControlBar, type ControlTarget } from "./controls/ControlBar.ts";
import { handleKey } from "./controls/keys.ts";
import { saveFile } from "./controls/saveFile.ts";
import { exportGLB } from "./exportGLB.ts";
import { Player } from "./Player.ts";
import { Screen } from "./Screen.ts";
import { RunScene } from "./scene/RunScene.ts";
import { LAYERS, type Layer, readViewerOptions, type ViewerOptions, type ViewerSettings } from "./ViewerOptions.ts";

/** A page that was asleep does not jump: no step of the clock is longer, s. */
const LONGEST_STEP = 0.1;

/** So long a look ahead in the run may take before the page gets its turn, ms. */
const SURVEY_TIME = 8;

/**
 * Shows a run in a page, in three dimensions: `document.body.append(new Viewer(run).element)`. Bodies, contact points, force
 * and torque arrows, traces and axes; a bar to play, scrub and save. It draws only when something changes. The element has an
 * event `timechange`.
 */
export class Viewer {
  private readonly settings: ViewerSettings;
  private readonly player: Player;
  private readonly screen: Screen;
  private readonly bar: ControlBar | undefined;
  private scene: RunScene;
  private request = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastFrame: number | undefined;
  private isDisposed = false;
  /** Ends the recording that is under way. */
  private stopRecording: (() => void) | undefined;

  constructor(run: Trajectory, options: ViewerOptions = {}) {
    if (typeof document === "undefined") {
      throw new ModelError("Viewer: there is no page here; make it in a browser, not in Node");
    }
    this.settings = readViewerOptions(options);
    this.scene = new RunScene(run, this.settings);
    this.player = new Player(this.settings);
    this.player.setRange(run.start, run.end);
    this.screen = new Screen(this.scene, this.settings, () => this.draw());
    const { host } = this.screen.frame;
    const target = this.createTarget();
    if (this.settings.controls) {
      this.bar = new ControlBar(target);
      this.screen.frame.append(this.bar.element);
    }
    host.addEventListener("keydown", (event) => {
      if (handleKey(event, target)) event.preventDefault();
    });
    if (this.settings.autoplay ?? !this.screen.isStill) this.player.play();
    this.bar?.update();
  }

  /** To be put into a page. */
  get element(): HTMLElement {
    return this.screen.frame.host;
  }

  /** Resolves when the first picture can be drawn: three.js is loaded then. */
  get ready(): Promise<void> {
    return this.screen.ready;
  }

  /** How it is drawn: `"webgl"`, or `"canvas"` where there is none; nothing before `ready`. */
  get renderer(): "webgl" | "canvas" | undefined {
    return this.screen.kind;
  }

  /** What is shown, s of the run; never outside of it. */
  get time(): number {
    return this.player.time;
  }

  set time(value: number) {
    this.player.time = value;
    this.draw();
  }

  /** Seconds of the run in a second. */
  get speed(): number {
    return this.player.speed;
  }

  set speed(value: number) {
    this.player.speed = value;
    this.draw();
  }

  /** Whether it begins again at the end. */
  get loop(): boolean {
    return this.player.loop;
  }

  set loop(value: boolean) {
    this.player.loop = checkBoolean("Viewer", "loop", value);
    this.draw();
  }

  get isPlaying(): boolean {
    return this.player.isPlaying;
  }

  /** Plays, from the start if it stands at the end. */
  play(): void {
    this.player.play();
    this.draw();
  }

  pause(): void {
    this.player.pause();
    this.draw();
  }

  /**
   * Another run, of the same or another system, or the same run grown since. Camera, time and speed stay, and the paths too
   * where a run continues the last one.
   */
  show(run: Trajectory): void {
    if (!this.scene.takes(run)) {
      this.scene = new RunScene(run, this.settings);
      this.screen.setScene(this.scene);
    }
    this.player.setRange(run.start, run.end);
    this.draw();
  }

  /** Whether `"forces"`, `"torques"`, `"traces"`, `"frames"` or `"contacts"` are shown. */
  isShown(layer: Layer): boolean {
    return this.screen.shown[layer];
  }

  /** Shows or hides them. */
  setLayer(layer: Layer, isShown: boolean): void {
    if (!LAYERS.includes(layer)) {
      throw new ModelError(`Viewer: there is no layer ${describe(layer)}; the layers are ${LAYERS.join(", ")}`);
    }
    this.screen.setLayer(layer, checkBoolean("Viewer", `whether ${layer} are shown`, isShown));
    this.draw();
  }

  /** Brings the whole run into view. */
  fit(): void {
    this.screen.fit();
    this.draw();
  }

  /** The picture as it is, as a PNG file. */
  async screenshot(): Promise<Blob> {
    const canvas = await this.screen.getCanvas();
    this.update();
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new ModelError("Viewer: the browser gave no picture; a smaller one may help"));
      }, "image/png");
    });
  }

  /** One pass of the run from its start, as a WebM file. It takes as long as the pass does at the present speed. */
  async record(): Promise<Blob> {
    const canvas = await this.screen.getCanvas();
    if (this.stopRecording) throw new ModelError("Viewer: it is recording already; wait for that to end");
    const recorder = new CanvasRecorder(canvas);
    const { loop, isPlaying, time } = this.player;
    this.player.loop = false;
    this.player.time = this.player.start;
    try {
      this.update();
      recorder.start();
      await new Promise<void>((resolve) => {
        this.stopRecording = resolve;
        this.play();
      });
      return await recorder.finish();
    } finally {
      recorder.release();
      this.stopRecording = undefined;
      this.player.loop = loop;
      this.player.isPlaying = isPlaying;
      this.time = time;
    }
  }

  /** The bodies as they look and their motion, as a .glb file (glTF 2.0). */
  toGLB(): Uint8Array {
    return exportGLB(this.scene);
  }

  /** Takes it out of the page and gives back what it uses. */
  dispose(): void {
    this.isDisposed = true;
    cancelAnimationFrame(this.request);
    clearTimeout(this.timer);
    this.stopRecording?.();
    this.screen.dispose();
  }

  /** Draws with the next frame of the page. */
  private draw(): void {
    if (this.request !== 0 || this.isDisposed) return;
    this.request = requestAnimationFrame((now) => {
      this.request = 0;
      this.onFrame(now);
    });
  }

  private onFrame(now: number): void {
    const { player, screen, scene } = this;
    const isRecording = this.stopRecording !== undefined;
    if (!screen.isVisible && !isRecording) {
      this.lastFrame = undefined;
      return;
    }
    if (scene.run.end !== player.end) this.show(scene.run);
    if (this.lastFrame !== undefined) {
      const seconds = (now - this.lastFrame) / 1000;
      player.advance(Math.min(LONGEST_STEP, seconds));
      if (scene.survey.isComplete) screen.noteFrame(seconds);
    }
    this.lastFrame = player.isPlaying ? now : undefined;
    const isMoving = this.update();
    if (isRecording && !player.isPlaying) this.stopRecording?.();
    this.lookAhead();
    if (isMoving || player.isPlaying) this.draw();
  }

  /** Brings scene, picture and bar to the present time. */
  private update(): boolean {
    const { player, scene } = this;
    if (scene.time !== player.time) {
      scene.update(player.time);
      this.element.dispatchEvent(new Event("timechange"));
    }
    const isMoving = this.screen.draw();
    this.bar?.update();
    return isMoving;
  }

  /** Looks at more of the run between the frames, until all is known. */
  private lookAhead(): void {
    if (this.timer !== undefined || this.scene.survey.isComplete) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const { survey } = this.scene;
      const begin = performance.now();
      while (!survey.isComplete && performance.now() - begin < SURVEY_TIME) survey.advance(1);
      if (survey.isComplete) {
        this.screen.refit();
        this.draw();
      } else this.lookAhead();
    });
  }

  private createTarget(): ControlTarget {
    const { player } = this;
    return {
      player,
      isRecording: () => this.stopRecording !== undefined,
      isShown: (layer) => this.isShown(layer),
      toggle: (layer) => this.setLayer(layer, !this.isShown(layer)),
      togglePlay: () => (player.isPlaying ? this.pause() : this.play()),
      seek: (time) => {
        this.time = time;
      },
      setSpeed: (speed) => {
        this.speed = speed;
      },
      setLoop: (loop) => {
        this.loop = loop;
      },
      turn: (right, up) => this.screen.turn(right, up),
      zoom: (factor) => this.screen.zoom(factor),
      act: (action) => {
        this.act(action).catch((error: unknown) => {
          this.screen.frame.say(error instanceof Error ? error.message : String(error), true);
        });
      },
    };
  }

  private async act(action: Action): Promise<void> {
    const { frame } = this.screen;
    if (action === "fit") this.fit();
    else if (action === "help") frame.toggleHelp();
    else if (action === "fullscreen") await frame.toggleFullscreen();
    else if (action === "screenshot") saveFile("multibond.png", await this.screenshot());
    else if (action === "model")
      saveFile("multibond.glb", new Blob([Uint8Array.from(this.toGLB())], { type: "model/gltf-binary" }));
    else if (this.stopRecording) this.stopRecording();
    else saveFile("multibond.webm", await this.record());
  }
}
