import { ForceElement, Pair } from "../constraints/index.ts";
import type { Stepper } from "../integrators/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Diagnosis } from "../trajectory/Diagnosis.ts";

/** A step shorter than this part of the typical one is a bottleneck worth a word. */
const BOTTLENECK = 1e-3;
/** More rejected than this part of the accepted steps: something jumps. */
const REJECTED = 0.5;
/** More events than this part of the steps: events set the pace. */
const EVENTFUL = 0.3;
/** More steps at the limit of stability than this part of all. */
const STIFF = 0.2;
/** Forces that answer by more than this part of the strongest answer are named with it. */
const ANSWER = 0.5;
/** … when a rate is moved by this, m/s or rad/s, or as far as it comes in so many steps. */
const SHIFT = 1e-6;
const REACH = 10;

/** Follows a run and tells where it was slow and why. */
export class StepDiagnostics {
  private readonly kernel: Kernel;
  private readonly isFree: boolean;
  private readonly counts = new Map<number, number>();
  private readonly owners = new Map<string, number>();
  private steps = 0;
  private eventCount = 0;
  private logSum = 0;
  private stiff: Diagnosis["stiff"];
  private stiffSteps = 0;
  private shortest = { t: Number.NaN, step: Number.POSITIVE_INFINITY, index: -1 };
  /** The same of the steps that only grow after a start or an event, which say more of the first guess than of the model. */
  private starting = this.shortest;
  private last = 0;

  /** `isFree`: whether the run chooses its method by itself. */
  constructor(kernel: Kernel, isFree: boolean) {
    this.kernel = kernel;
    this.isFree = isFree;
  }

  /** Notes an accepted step. Steps cut short by the end of the run do not count. */
  noteStep(stepper: Stepper, isCut: boolean): void {
    const { limiting, h, tOld } = stepper;
    this.steps++;
    this.logSum += Math.log(h);
    this.counts.set(limiting, (this.counts.get(limiting) ?? 0) + 1);
    if (!isCut) {
      const kind = h > this.last ? "starting" : "shortest";
      if (h < this[kind].step) this[kind] = { t: tOld, step: h, index: limiting };
    }
    this.last = h;
    if (!stepper.isStiff) return;
    this.stiff ??= { from: tOld, share: 0, ...this.findStiff(stepper) };
    this.stiffSteps++;
  }

  /** The component that dominates a step at the limit of stability, and the forces that answer most when it is moved. */
  private findStiff(stepper: Stepper): { limitedBy: string; forces: string[] } {
    const { limiting } = stepper;
    const limitedBy = limiting < 0 ? "nothing" : this.kernel.describeState(limiting);
    return { limitedBy, forces: this.findAnswering(stepper) };
  }

  /** Labels of the forces that answer most when the component that limits the last step is moved to both sides. */
  findAnswering({ t, h, y, dydt, limiting }: Stepper): string[] {
    const { kernel } = this;
    const { constraints } = kernel;
    if (limiting < 0) return [];
    const reach = Math.max(SHIFT, REACH * h * Math.abs(dydt[limiting]));
    const read = (shift: number) => {
      const moved = y.slice();
      // Along the fastest motion a coordinate changes by about h times as much as its rate.
      const link = kernel.findMoved(limiting);
      if (link?.rateCount === 1) {
        moved[link.coordinate] += shift * h;
        moved[kernel.coordinateCount + link.rate] += shift;
      } else moved[limiting] += shift;
      kernel.calcDerivative(t, moved, new Float64Array(y.length));
      return constraints.map((c) =>
        c instanceof Pair ? [...c.efforts] : c instanceof ForceElement ? [...c.wrenchB.F, ...c.wrenchB.M] : [],
      );
    };
    const before = read(-reach);
    const answers = read(reach).map((list, k) => Math.hypot(...list.map((x, i) => x - before[k][i])));
    const strongest = Math.max(...answers);
    return constraints.filter((_, k) => answers[k] > ANSWER * strongest).map(({ label }) => label);
  }

  noteEvent(owner: string): void {
    this.eventCount++;
    this.last = 0;
    this.owners.set(owner, (this.owners.get(owner) ?? 0) + 1);
  }

  diagnose(stepper: Stepper): Diagnosis {
    const { kernel, steps } = this;
    const hasSettled = this.shortest.step < Number.POSITIVE_INFINITY;
    const shortest = hasSettled ? this.shortest : this.starting;
    const shares = new Map<string, number>();
    for (const [index, count] of this.counts) {
      const name = index < 0 ? "nothing" : kernel.describeState(index);
      shares.set(name, (shares.get(name) ?? 0) + count / steps);
    }
    const limitedBy = [...shares].map(([name, share]) => ({ name, share })).sort((a, b) => b.share - a.share);
    const events = [...this.owners].map(([owner, count]) => ({ owner, count })).sort((a, b) => b.count - a.count);
    const name = shortest.index < 0 ? "nothing" : kernel.describeState(shortest.index);
    const advice: string[] = [];
    const stiff = this.stiff && { ...this.stiff, share: this.stiffSteps / steps };
    if (stiff && !this.isFree && stiff.share > STIFF) {
      const by = stiff.forces.length > 0 ? `, by the force of ${stiff.forces.slice(0, 3).join(", ")}` : "";
      advice.push(
        `Stability, not accuracy, limited the steps of ${stepper.method} from t = ${Number(stiff.from.toPrecision(6))} s on, in ` +
          `${stiff.limitedBy}${by}: try method "auto" or "radau"`,
      );
    }
    const typical = Math.exp(this.logSum / Math.max(1, steps));
    if (hasSettled && shortest.index >= 0 && shortest.step < BOTTLENECK * typical) {
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
    return {
      shortest: { t: shortest.t, step: shortest.step, limitedBy: name },
      limitedBy,
      events,
      ...(stiff ? { stiff } : {}),
      advice,
    };
  }
}
