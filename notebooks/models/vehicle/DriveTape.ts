import type { Twist } from "../../../lib/omniwheel/index.ts";

/** Between two commands of a drive, s. */
export const PART = 0.05;

/** How fast a driver's wish becomes a command, m/s² and rad/s². */
const ACCELERATION = 1.5;
const TURN_ACCELERATION = 6;

const STILL: Twist = { vx: 0, vy: 0, wz: 0 };

/** The commands of a drive: a twist at the end of every part, and straight lines between. The same tape is the same drive. */
export class DriveTape {
  readonly twists: Twist[];

  constructor(twists: readonly Twist[] = [STILL]) {
    this.twists = [...twists];
  }

  /** How long the drive is, s. */
  get end(): number {
    return (this.twists.length - 1) * PART;
  }

  /** The command of the end. */
  get last(): Twist {
    return this.twists[this.twists.length - 1];
  }

  /** The command at a time; the first before and the last behind the tape. */
  at(t: number): Twist {
    const { twists } = this;
    const place = Math.min(twists.length - 1, Math.max(0, t / PART));
    const i = Math.min(Math.floor(place), twists.length - 2);
    if (i < 0) return twists[0];
    const [a, b] = [twists[i], twists[i + 1]];
    const mix = (key: keyof Twist) => a[key] + (place - i) * (b[key] - a[key]);
    return { vx: mix("vx"), vy: mix("vy"), wz: mix("wz") };
  }

  /** One part more, in which the command goes towards what the driver wants. */
  steer(wish: Twist): void {
    const { last } = this;
    const [dx, dy] = [wish.vx - last.vx, wish.vy - last.vy];
    const way = Math.hypot(dx, dy);
    const part = way > ACCELERATION * PART ? (ACCELERATION * PART) / way : 1;
    const turn = Math.max(-TURN_ACCELERATION * PART, Math.min(TURN_ACCELERATION * PART, wish.wz - last.wz));
    this.twists.push({ vx: last.vx + part * dx, vy: last.vy + part * dy, wz: last.wz + turn });
  }
}
