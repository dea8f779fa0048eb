import type { Stepper } from "../integrators/index.ts";
import { ModelError } from "../math/index.ts";
import { hasFixedSteps } from "./MethodChoice.ts";
import { MOST_POINTS, MOST_STEPS, type RunSettings } from "./SimulateOptions.ts";
import type { StepDiagnostics } from "./StepDiagnostics.ts";

/** So many steps are judged together; they have to take a run forward by at least this part of it. */
const WINDOW = 20_000;
const LEAST_PART = 1e-6;
/**
 * Where the rest of the run would take more steps than it can store, so many windows in a row may pass before one of them is
 * faster than all before it by so much: few where more than this part of the steps is rejected, for there a law jumps and
 * nothing will change; many where steps are short because the motion is.
 */
const GROPING = 0.2;
const PATIENCE = { groping: 3, smooth: 25 };
const FASTER = 1.5;
/** A run that gropes may take this part of the steps that fit: it is no better for more of them. */
const GROPING_SHARE = 0.1;

/** Stops a run that would never end, by counts of its steps. */
export class PaceGuard {
  private readonly settings: RunSettings;
  private readonly diagnostics: StepDiagnostics;
  private readonly mostSteps: number;
  private lastTime = Number.NEGATIVE_INFINITY;
  private lastRejected = 0;
  /** The longest way that a window of the present crawl has taken the run, s, and how many came after it. */
  private longest = 0;
  private slow = 0;

  constructor(settings: RunSettings, diagnostics: StepDiagnostics) {
    this.settings = settings;
    this.diagnostics = diagnostics;
    const storesAll = settings.dense || settings.every === undefined;
    this.mostSteps = storesAll ? MOST_POINTS : MOST_STEPS;
  }

  /** Looks at the step that was just taken. */
  check(stepper: Stepper): void {
    const { accepted, rejected, t } = stepper;
    if (accepted % WINDOW !== 0) return;
    const { from, until, method } = this.settings;
    const way = t - this.lastTime;
    const isGroping = rejected - this.lastRejected > GROPING * WINDOW;
    this.lastTime = t;
    this.lastRejected = rejected;
    if (hasFixedSteps(method)) return;
    const left = ((until - t) / way) * WINDOW;
    if (accepted + left <= (isGroping ? GROPING_SHARE : 1) * this.mostSteps) this.slow = this.longest = 0;
    else if (way > FASTER * this.longest) {
      this.longest = way;
      this.slow = 0;
    } else this.slow++;
    const patience = isGroping ? PATIENCE.groping : PATIENCE.smooth;
    if (way >= LEAST_PART * (until - from) && this.slow < patience) return;
    throw new ModelError(this.explain(stepper, way, left));
  }

  private explain(stepper: Stepper, way: number, left: number): string {
    const { advice, shortest } = this.diagnostics.diagnose(stepper);
    const answering = this.diagnostics.findAnswering(stepper).slice(0, 3).join(", ");
    const remedies = [
      ...advice,
      `Look at the laws of ${answering || "joints and forces"}: one that jumps, such as -c * Math.sign(w), makes the method grope; ` +
        "for dry friction in a joint add a JointFriction, which sticks and slips by events, give other jumps an event, or smooth " +
        "them: Math.tanh(w / 0.01)",
      "Otherwise look for something very stiff, loosen the tolerance, or simulate a shorter time",
    ];
    return (
      `the run crawls: the last ${WINDOW} steps took it forward by ${way.toExponential(1)} s, limited by ${shortest.limitedBy}; ` +
      `${left.toExponential(1)} more are left at this pace. ${remedies.join(". ")}`
    );
  }
}
