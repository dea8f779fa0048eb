/** What is missed by more than this is given up: the simulation goes on more slowly instead of hurrying after the clock, s. */
const PATIENCE = 0.1;

/** How much of the last measurement counts. */
const WEIGHT = 0.2;

/** Keeps a simulation in step with a clock. */
export class Pace {
  private readonly now: () => number;
  /** What the clock shows at the simulated time 0, s. */
  private origin = 0;
  private begun = 0;
  /** Simulated seconds in a second of computing. */
  speed = Number.NaN;

  /** `now` shows seconds. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** The simulation stands at `time`, and goes on now. */
  restart(time: number): void {
    this.begun = this.now();
    this.origin = this.begun - time;
  }

  /** A part of this length is about to be computed. */
  begin(): void {
    this.begun = this.now();
  }

  /** A part is computed, up to `time`: how long to wait until it is over, s; zero if there is no time to lose. */
  end(time: number, length: number): number {
    const now = this.now();
    // A clock that shows no difference is too coarse, not fast.
    const speed = length / Math.max(1e-4, now - this.begun);
    this.speed = Number.isNaN(this.speed) ? speed : (1 - WEIGHT) * this.speed + WEIGHT * speed;
    const ahead = time - (now - this.origin);
    if (ahead < -PATIENCE) this.origin = now - PATIENCE - time;
    return Math.max(0, ahead);
  }
}
