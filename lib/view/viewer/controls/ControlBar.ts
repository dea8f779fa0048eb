import { type Player, SPEEDS } from "../Player.ts";
import { LAYERS, type Layer } from "../ViewerOptions.ts";
import { drawIcon, type IconName } from "./icons.ts";

/** What the bar and the keys can ask for. */
export interface ControlTarget {
  readonly player: Player;
  isShown(layer: Layer): boolean;
  toggle(layer: Layer): void;
  togglePlay(): void;
  seek(time: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  /** Takes the camera around what it looks at, rad. */
  turn(right: number, up: number): void;
  /** Takes it so many times as far away. */
  zoom(factor: number): void;
  act(action: Action): void;
  isRecording(): boolean;
}

/** Buttons that do something once. */
export type Action = "fit" | "screenshot" | "record" | "model" | "fullscreen" | "help";

const ACTIONS: Record<Action, string> = {
  fit: "Fit everything into view (F)",
  screenshot: "Save a picture (PNG)",
  record: "Record one pass as a video (WebM)",
  model: "Save the motion as a 3D model (glTF)",
  fullscreen: "Full screen",
  help: "Keys and gestures (?)",
};

const SPEED_TEXTS: Record<number, string> = { 0.25: "¼×", 0.5: "½×" };

/** Play, scrub, speed, what is shown, and what can be saved. */
export class ControlBar {
  readonly element = document.createElement("div");
  private readonly target: ControlTarget;
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly range = document.createElement("input");
  private readonly time = document.createElement("span");
  private readonly speed = document.createElement("select");
  private readonly toggles = new Map<Layer, HTMLButtonElement>();
  private readonly actions = new Map<Action, HTMLButtonElement>();
  private shownState = "";

  constructor(target: ControlTarget) {
    this.target = target;
    this.element.className = "bar";
    this.playButton = createButton("play", "Play (space)", () => target.togglePlay());
    this.loopButton = createButton("loop", "Begin again at the end", () => target.setLoop(!target.player.loop));
    this.range.type = "range";
    this.range.step = "any";
    this.range.setAttribute("aria-label", "Time");
    this.range.addEventListener("input", () => target.seek(Number(this.range.value)));
    this.time.className = "time";
    this.fillSpeeds();
    for (const layer of LAYERS) {
      this.toggles.set(
        layer,
        createButton(layer, `Show ${layer}`, () => target.toggle(layer)),
      );
    }
    for (const action of Object.keys(ACTIONS) as Action[]) {
      this.actions.set(
        action,
        createButton(action, ACTIONS[action], () => target.act(action)),
      );
    }
    this.element.append(
      createGroup("travel", this.playButton, this.range, this.time),
      createGroup("group", this.speed, this.loopButton),
      createGroup("group", ...this.toggles.values()),
      createGroup("group", ...this.actions.values()),
    );
  }

  private fillSpeeds(): void {
    this.speed.setAttribute("aria-label", "Speed");
    this.speed.title = "Speed (+ and −)";
    const speeds = SPEEDS.includes(this.target.player.speed) ? SPEEDS : [...SPEEDS, this.target.player.speed];
    for (const speed of [...speeds].sort((a, b) => a - b)) {
      this.speed.append(new Option(SPEED_TEXTS[speed] ?? `${speed}×`, String(speed)));
    }
    this.speed.addEventListener("change", () => this.target.setSpeed(Number(this.speed.value)));
  }

  /** Shows how things are; writes to the page only what has changed. */
  update(): void {
    const { player } = this.target;
    const isRecording = this.target.isRecording();
    const { time, start, end, isPlaying, loop, speed } = player;
    const digits = end - start >= 100 ? 1 : 2;
    const text = `${time.toFixed(digits)} / ${end.toFixed(digits)} s`;
    if (this.time.textContent !== text) this.time.textContent = text;
    const [min, max] = [String(start), String(end)];
    if (this.range.min !== min) this.range.min = min;
    if (this.range.max !== max) this.range.max = max;
    this.range.value = String(time);
    this.range.setAttribute("aria-valuetext", `${time.toFixed(digits)} seconds`);
    const state = JSON.stringify([
      isPlaying,
      loop,
      speed,
      isRecording,
      LAYERS.map((layer) => this.target.isShown(layer)),
    ]);
    if (state === this.shownState) return;
    this.shownState = state;
    this.playButton.innerHTML = drawIcon(isPlaying ? "pause" : "play");
    describe(this.playButton, isPlaying ? "Pause (space)" : "Play (space)");
    press(this.loopButton, loop);
    for (const [layer, button] of this.toggles) press(button, this.target.isShown(layer));
    this.speed.value = String(speed);
    const record = this.actions.get("record");
    if (record) {
      press(record, isRecording);
      describe(record, isRecording ? "Stop recording" : ACTIONS.record);
    }
  }
}

function createGroup(name: string, ...parts: HTMLElement[]): HTMLElement {
  const group = document.createElement("div");
  group.className = name === "group" ? "group" : `group ${name}`;
  group.append(...parts);
  return group;
}

function createButton(icon: IconName, label: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.name = icon;
  button.innerHTML = drawIcon(icon);
  describe(button, label);
  button.addEventListener("click", onClick);
  return button;
}

function describe(button: HTMLButtonElement, label: string): void {
  button.title = label;
  button.setAttribute("aria-label", label);
}

const press = (button: HTMLButtonElement, isPressed: boolean) => button.setAttribute("aria-pressed", String(isPressed));
