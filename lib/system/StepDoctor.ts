import type { Stepper } from "./integrators/index.ts";
import type { Kernel } from "./kernel/Kernel.ts";

/** What limited the steps of a run, and what to try. */
export interface Diagnosis {
  /** The shortest step: when, how long (s), and what limited it. */
  shortest: { t: number; step: number; limitedBy: string };
  /** What limited the steps, most frequent first, with its share of all steps (0 to 1). */
  limitedBy: { name: string; share: number }[];
  /** Events of each owner, most frequent first. */
  events: { owner: string; count: number }[];
  /** What to try if the run is slow; empty for a healthy one. */
  advice: string[];
}

/** A step shorter than this part of the typical one is a bottleneck worth a word. */
const BOTTLENECK = 1e-3;
/** More rejected than this part of the accepted steps: something jumps. */
const REJECTED = 0.5;
/** More events than this part of the steps: events set the pace. */
const EVENTFUL = 0.3;

/** Follows a run and tells where it was slow and why. */
export class StepDoctor {
  private readonly kernel: Kernel;
  private readonly counts = new Map<number, number>();
  private readonly owners = new Map<string, number>();
  private steps = 0;
  private eventCount = 0;
  private logSum = 0;
  private shortest = { t: Number.NaN, step: Number.POSITIVE_INFINITY, index: -1 };

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** Notes an accepted step. Steps cut short by the end of the run do not count. */
  noteStep(stepper: Stepper, isCut: boolean): void {
    const { limiting, h, tOld } = stepper;
    this.steps++;
    this.logSum += Math.log(h);
    this.counts.set(limiting, (this.counts.get(limiting) ?? 0) + 1);
    if (h < this.shortest.step && !isCut) this.shortest = { t: tOld, step: h, index: limiting };
  }

  noteEvent(owner: string): void {
    this.eventCount++;
    this.owners.set(owner, (this.owners.get(owner) ?? 0) + 1);
  }

  diagnose(stepper: Stepper): Diagnosis {
    const { kernel, steps, shortest } = this;
    const shares = new Map<string, number>();
    for (const [index, count] of this.counts) {
      const name = index < 0 ? "nothing" : kernel.describeState(index);
      shares.set(name, (shares.get(name) ?? 0) + count / steps);
    }
    const limitedBy = [...shares].map(([name, share]) => ({ name, share })).sort((a, b) => b.share - a.share);
    const events = [...this.owners].map(([owner, count]) => ({ owner, count })).sort((a, b) => b.count - a.count);
    const name = shortest.index < 0 ? "nothing" : kernel.describeState(shortest.index);
    const advice: string[] = [];
    const typical = Math.exp(this.logSum / Math.max(1, steps));
    if (shortest.step < BOTTLENECK * typical) {
      advice.push(
        `The step fell to ${shortest.step.toExponential(1)} s at t = ${shortest.t.toPrecision(6)} s (typical: ` +
          `${typical.toExponential(1)} s), limited by ${name}: look for a force that jumps or grows steeply there, or a ` +
          "mechanism near a singular position",
      );
    }
    if (stepper.rejected > REJECTED * Math.max(10, stepper.accepted)) {
      advice.push(
        `${stepper.rejected} steps were rejected against ${stepper.accepted} taken, most of them because of ` +
          `${limitedBy[0]?.name}: a law that jumps or has a kink makes the method grope; give it a mode and an event, or smooth it`,
      );
    }
    if (this.eventCount > EVENTFUL * steps && this.eventCount > 20) {
      advice.push(
        `${this.eventCount} events in ${steps} steps, most of them of "${events[0].owner}": they set the pace; ` +
          "let the motion come to rest where it chatters",
      );
    }
    return { shortest: { t: shortest.t, step: shortest.step, limitedBy: name }, limitedBy, events, advice };
  }
}
