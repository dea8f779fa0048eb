import type { AuditedRun } from "../bondgraph/index.ts";
import type { Trajectory } from "../trajectory/Trajectory.ts";

/**
 * A run that ends with an event that joins or parts bodies, as an audit of its first segment sees it. Behind the event only
 * energies are known: bonds show the state before it, since the model has other ones then.
 */
export class ClosedRun implements AuditedRun {
  readonly times: Float64Array;
  readonly events: Trajectory["events"];
  readonly statistics: Trajectory["statistics"];
  private readonly run: Trajectory;
  /** The number of the last point before the event. */
  private readonly before: number;
  private isAfter = false;

  constructor(run: Trajectory) {
    this.run = run;
    this.times = run.times;
    this.events = run.events;
    this.statistics = run.statistics;
    this.before = run.store.points.findIndex(({ segment }) => segment > 0) - 1;
  }

  at(t: number): { show(): void } {
    return t >= this.run.end ? this.point(this.before + 1) : this.view(false, () => this.run.at(t).show());
  }

  point(index: number): { show(): void } {
    return this.view(index > this.before, () => this.run.point(Math.min(index, this.before)).show());
  }

  /** Reads an energy at the state shown, also at that behind the event. */
  follow(read: () => number): () => number {
    this.run.last.show();
    const after = read();
    return () => (this.isAfter ? after : read());
  }

  private view(isAfter: boolean, show: () => void): { show(): void } {
    return {
      show: () => {
        this.isAfter = isAfter;
        show();
      },
    };
  }
}
