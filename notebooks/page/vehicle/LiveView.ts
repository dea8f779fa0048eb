import type { Viewer } from "../../../lib/view/index.ts";

/** The picture is behind what is computed by this, so that it moves evenly, s. */
const BEHIND = 0.04;

/** How fast it makes up for what it is behind or ahead, 1/s. */
const GAIN = 5;

/** Lets a viewer show a run while it is computed, in step with the clock, a little behind its end. */
export class LiveView {
  private readonly viewer: Viewer;
  private end = 0;
  private request = 0;
  private last: number | undefined;

  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  /** The run goes on to this time now. */
  follow(end: number): void {
    this.end = end;
    this.viewer.pause();
    if (this.request === 0) this.request = requestAnimationFrame((now) => this.step(now));
  }

  /** Lets the viewer alone. */
  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.last = undefined;
  }

  private step(now: number): void {
    const { viewer, end } = this;
    const passed = this.last === undefined ? 0 : Math.min(0.1, (now - this.last) / 1000);
    // Somewhere else before, or far behind: there is no way to catch up, only to jump.
    const from = Math.abs(end - viewer.time) > 0.5 ? end - BEHIND : viewer.time;
    const rate = 1 + GAIN * (end - BEHIND - from);
    const next = Math.min(end, from + passed * Math.max(0.2, rate));
    viewer.time = next;
    this.last = next < end ? now : undefined;
    this.request = next < end ? requestAnimationFrame((time) => this.step(time)) : 0;
  }
}
