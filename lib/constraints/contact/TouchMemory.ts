import { describe, ModelError } from "../../math/index.ts";

/** Between a mode and the speed in what a run stores. */
const SIGN = "@";

/**
 * How fast the bodies met when they began to touch, for normal laws that read it. It is set at events only, so it is stored with
 * the mode: `touch@0.25`.
 */
export class TouchMemory {
  /** m/s (of a joint that turns: rad/s); not a number: they have not met. */
  readonly speed = Float64Array.of(Number.NaN);

  /** Whether they have been apart since. */
  private isApart = false;

  forget(): void {
    this.speed[0] = Number.NaN;
    this.isApart = false;
  }

  /** The bodies are apart: when they touch again, they meet. */
  part(): void {
    this.isApart = true;
  }

  /** Whether bodies that begin to touch meet: for the first time, or again. */
  get isMeeting(): boolean {
    return this.isApart || Number.isNaN(this.speed[0]);
  }

  /** They meet with this speed. */
  meet(speed: number): void {
    this.speed[0] = speed;
    this.isApart = false;
  }

  /** The mode with what is remembered. */
  describe(mode: string): string {
    const speed = this.speed[0];
    return Number.isNaN(speed) ? mode : `${mode}${SIGN}${speed}`;
  }

  /** Takes what was stored; returns the mode. */
  restore(owner: string, text: string): string {
    const [mode, speed] = text.split(SIGN);
    this.forget();
    if (speed === undefined) return mode;
    this.speed[0] = speed === "" ? Number.NaN : Number(speed);
    if (this.speed[0] >= 0 && this.speed[0] < Number.POSITIVE_INFINITY) return mode;
    throw new ModelError(
      `${owner}: the speed of touching in the mode ${describe(text)} is none; it is zero or positive, m/s`,
    );
  }
}
