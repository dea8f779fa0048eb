import { LONGEST } from "../../tasks/drive.ts";
import type { Lab } from "../Lab.ts";
import type { DrivePad } from "./DrivePad.ts";
import type { DriveResult } from "./followDrive.ts";
import { LiveView } from "./LiveView.ts";
import { chooseDrive } from "./vehiclePanel.ts";

/** The stage of a page with a vehicle: choice of a drive, picture and pad. Its value is the drive that is chosen. */
export class DriveView {
  readonly element: HTMLElement & { value?: string };
  /** What is shown. */
  result: DriveResult | undefined;
  private readonly lab: Lab;
  private readonly pad: DrivePad;
  private readonly choice: HTMLElement & { value: string };
  private live: LiveView | undefined;

  constructor(lab: Lab, pad: DrivePad) {
    this.lab = lab;
    this.pad = pad;
    this.choice = chooseDrive(pad) as HTMLElement & { value: string };
    this.element = document.createElement("div");
    this.element.className = "lab drive-stage";
    const bar = document.createElement("div");
    bar.className = "drive-bar";
    const anew = document.createElement("button");
    anew.type = "button";
    anew.textContent = "Start anew";
    anew.addEventListener("click", () => this.choice.dispatchEvent(new Event("input", { bubbles: true })));
    bar.append(this.choice, anew);
    this.element.append(bar, lab.element, pad.element);
    Object.defineProperty(this.element, "value", { get: () => this.choice.value });
  }

  /** Shows what is known of a drive. */
  show(result: DriveResult): void {
    this.result = result;
    this.lab.show(result);
    const { viewer } = this.lab;
    if (!viewer || !result.run) return;
    if (result.speed === undefined) {
      // Driven by hand it stood still; a reader who wants less motion plays it.
      if (this.live && !matchMedia("(prefers-reduced-motion: reduce)").matches) viewer.play();
      this.live?.stop();
      this.live = undefined;
      return;
    }
    this.live ??= new LiveView(viewer);
    this.live.follow(result.run.end);
    this.pad.say(describeDrive(result.run.end, result.speed));
  }
}

function describeDrive(end: number, speed: number): string {
  if (end >= LONGEST) return `${LONGEST} s are driven, which is all that is kept. Start anew to drive on.`;
  const clock = `${end.toFixed(1)} s of at most ${LONGEST} s driven.`;
  if (speed >= 1) return `${clock} Computed ${speed.toFixed(1)} times as fast as real time.`;
  return `${clock} Slow motion: this machine computes ${speed.toFixed(2)} s of driving in a second.`;
}
