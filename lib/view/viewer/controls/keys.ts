import { LAYERS } from "../ViewerOptions.ts";
import type { Action, ControlTarget } from "./ControlBar.ts";

/** What keys and fingers do, as the help lists it. */
export const KEYS: readonly (readonly [string, string])[] = [
  ["Space", "play, pause"],
  ["← →", "one frame back, ahead"],
  ["Shift ← →", "a tenth of the run"],
  ["Home End", "start, end"],
  ["+ −", "faster, slower"],
  ["Alt ← → ↑ ↓", "turn the camera"],
  ["Page ↑ ↓", "nearer, farther"],
  ["F", "everything into view"],
  ["1 … 5", "forces, torques, traces, frames, contacts"],
  ["Drag", "turn; right button or two fingers: move"],
  ["Wheel, pinch", "nearer, farther (click first, or Ctrl)"],
];

const ACTION_KEYS: Record<string, Action> = { f: "fit", F: "fit", "?": "help" };

/** A press turns the camera by so much, rad, and brings it so much nearer. */
const TURN = Math.PI / 24;
const ZOOM = 1.15;

/** Where the camera goes: right and up. */
const TURNS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-TURN, 0],
  ArrowRight: [TURN, 0],
  ArrowUp: [0, TURN],
  ArrowDown: [0, -TURN],
};

/** Whether a part of the bar has a use of its own for a key: a list for all of them. */
function isTaken(event: KeyboardEvent): boolean {
  const [part] = event.composedPath();
  if (part instanceof HTMLSelectElement) return true;
  if (part instanceof HTMLButtonElement) return event.key === " ";
  return part instanceof HTMLInputElement && event.key.startsWith("Page");
}

/** Does what a key says; false if it says nothing, or not to the viewer. */
export function handleKey(event: KeyboardEvent, target: ControlTarget): boolean {
  if (event.metaKey || isTaken(event)) return false;
  if (event.ctrlKey || event.altKey) {
    const turn = TURNS[event.key];
    if (turn) target.turn(...turn);
    return turn !== undefined;
  }
  const { player } = target;
  const { key } = event;
  const action = ACTION_KEYS[key];
  const layer = LAYERS[Number(key) - 1];
  if (action) target.act(action);
  else if (layer) target.toggle(layer);
  else if (key === " ") target.togglePlay();
  else if (key === "ArrowLeft" || key === "ArrowRight") {
    player.step(key === "ArrowLeft" ? -1 : 1, event.shiftKey ? "tenth" : "frame");
    target.seek(player.time);
  } else if (key === "Home" || key === "End") target.seek(key === "Home" ? player.start : player.end);
  else if (key === "+" || key === "-" || key === "−") {
    player.changeSpeed(key === "+" ? 1 : -1);
    target.setSpeed(player.speed);
  } else if (key === "PageUp" || key === "PageDown") target.zoom(key === "PageUp" ? 1 / ZOOM : ZOOM);
  else return false;
  return true;
}
