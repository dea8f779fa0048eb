import { checkNumber, checkPositive } from "../../math/index.ts";

/** The speeds that buttons and keys offer. */
export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4];

/** A frame that is stepped by hand, s of the run. */
const FRAME = 1 / 30;

/** Where a run is being watched: time, speed, and what happens at the end. It knows no clock. */
export class Player {
  isPlaying = false;
  loop: boolean;
  private rate: number;
  private now = 0;
  private first = 0;
  private last = 0;

  constructor(options: { loop: boolean; speed: number }) {
    this.loop = options.loop;
    this.rate = options.speed;
  }

  /** First and last time of the run, s. */
  get start(): number {
    return this.first;
  }

  get end(): number {
    return this.last;
  }

  /** A run, or the same one grown; the time stays as far as it can. */
  setRange(start: number, end: number): void {
    this.first = start;
    this.last = end;
    this.time = this.now;
  }

  /** What is shown, s of the run; never outside of it. */
  get time(): number {
    return this.now;
  }

  set time(value: number) {
    this.now = Math.min(this.last, Math.max(this.first, checkNumber("Viewer", "the time", value)));
  }

  get speed(): number {
    return this.rate;
  }

  set speed(value: number) {
    this.rate = checkPositive("Viewer", "the speed", value);
  }

  /** Plays, from the start again if it stands at the end. */
  play(): void {
    if (this.now >= this.last) this.now = this.first;
    this.isPlaying = true;
  }

  pause(): void {
    this.isPlaying = false;
  }

  /** Lets seconds of the watch pass. At the end it begins again or stops. */
  advance(seconds: number): void {
    if (!this.isPlaying) return;
    const span = this.last - this.first;
    const next = this.now + seconds * this.rate;
    if (next <= this.last) this.now = next;
    else if (!this.loop || span <= 0) {
      this.now = this.last;
      this.isPlaying = false;
    } else this.now = this.first + ((next - this.first) % span);
  }

  /** Steps by frames, or by tenths of the run; stops playing. */
  step(count: number, unit: "frame" | "tenth"): void {
    this.pause();
    this.time = this.now + count * (unit === "frame" ? FRAME : (this.last - this.first) / 10);
  }

  /** The next speed up or down of those offered. */
  changeSpeed(direction: 1 | -1): void {
    const others = SPEEDS.filter((speed) => (speed - this.rate) * direction > 1e-12);
    if (others.length > 0) this.rate = direction > 0 ? Math.min(...others) : Math.max(...others);
  }
}
