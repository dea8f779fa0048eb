import type { TrackerName } from "../tracking/index.ts";
import { unknownName } from "../trajectory/Snapshot.ts";
import type { Trajectory } from "../trajectory/Trajectory.ts";

/** One of the runs that are compared, and what it cost. */
export interface ComparedRun {
  tracker: TrackerName;
  trajectory: Trajectory;
  steps: number;
  rejected: number;
  /** Evaluations of the accelerations, each with one of the tracker. */
  evaluations: number;
  /** Seconds of work: depends on the machine and on what it did before, so for information only. */
  seconds: number;
}

/** How far a run is from the reference over time: of a body's centre of mass, or of the points of a constraint. */
export interface Divergence {
  tracker: TrackerName;
  /** Name of the body or of the constraint. */
  of: string;
  /** Distances at the times of the comparison, m, m/s and m/s²; of two tracked points the larger one. */
  position: Float64Array;
  velocity: Float64Array;
  acceleration: Float64Array;
}

/** A line of the table: the largest divergences of all times. */
export interface ComparisonRow {
  tracker: TrackerName;
  of: string;
  position: number;
  velocity: number;
  acceleration: number;
}

/** What `compareTrackers` found: the same model with several trackers, measured against the first of them. */
export class TrackerComparison {
  /** Times at which the runs were compared, s. */
  readonly times: Float64Array;
  /** One per tracker, the reference first. */
  readonly runs: readonly ComparedRun[];
  /** For every tracker but the reference, and everything that was compared. */
  readonly divergences: readonly Divergence[];

  constructor(times: Float64Array, runs: readonly ComparedRun[], divergences: readonly Divergence[]) {
    this.times = times;
    this.runs = runs;
    this.divergences = divergences;
  }

  /** The tracker that the others are measured against. */
  get reference(): TrackerName {
    return this.runs[0].tracker;
  }

  /** The divergence of a tracker, of a body or a constraint. */
  get(tracker: TrackerName, of: string): Divergence {
    const ofTracker = this.divergences.filter((entry) => entry.tracker === tracker);
    if (ofTracker.length === 0) {
      const others = this.runs.slice(1).map((run) => ({ name: run.tracker }));
      throw unknownName("tracker that was compared with the reference", tracker, others);
    }
    const found = ofTracker.find((entry) => entry.of === of);
    if (found) return found;
    const names = ofTracker.map((entry) => ({ name: entry.of }));
    throw unknownName("body or constraint that was compared", of, names);
  }

  /** The largest divergences. */
  get rows(): ComparisonRow[] {
    const most = (list: Float64Array) => list.reduce((a, b) => (b > a || Number.isNaN(b) ? b : a), 0);
    return this.divergences.map(({ tracker, of, position, velocity, acceleration }) => ({
      tracker,
      of,
      position: most(position),
      velocity: most(velocity),
      acceleration: most(acceleration),
    }));
  }

  /** Two tables: the largest divergences, and the cost of the runs. */
  toString(): string {
    const number = (x: number) => (x === 0 ? "0" : x.toExponential(1));
    const { times, reference, rows, runs } = this;
    return [
      `${times[0]} s to ${times[times.length - 1]} s at ${times.length} times, against "${reference}"`,
      ...alignColumns([
        ["tracker", "of", "position (m)", "velocity (m/s)", "acceleration (m/s²)"],
        ...rows.map((row) => [row.tracker, row.of, ...[row.position, row.velocity, row.acceleration].map(number)]),
      ]),
      "",
      ...alignColumns([
        ["tracker", "steps", "rejected", "evaluations", "time (s)"],
        ...runs.map((run) => [
          run.tracker,
          ...[run.steps, run.rejected, run.evaluations].map(String),
          run.seconds.toPrecision(2),
        ]),
      ]),
      "",
    ].join("\n");
  }
}

/** Names to the left, numbers to the right. */
function alignColumns(lines: readonly string[][]): string[] {
  const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
  const isText = lines[0].map((_, k) => lines.slice(1).every((line) => Number.isNaN(Number(line[k]))));
  return lines.map((line) =>
    line
      .map((cell, k) => (isText[k] ? cell.padEnd(widths[k]) : cell.padStart(widths[k])))
      .join("  ")
      .trimEnd(),
  );
}
