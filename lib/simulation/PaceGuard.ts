import type { Stepper } from "../integrators/index.ts";
import { ModelError } from "../math/index.ts";
import type { RunSettings } from "./SimulateOptions.ts";
import type { StepDiagnostics } from "./StepDiagnostics.ts";

/** So many steps have to take a run forward by at least this part of it. */
const PACE_STEPS = 20000;
const PACE_PART = 1e-6;

/** Stops a run that would never end. */
export class PaceGuard {
  private readonly settings: RunSettings;
  private readonly diagnostics: StepDiagnostics;
  private lastTime = Number.NEGATIVE_INFINITY;

  constructor(settings: RunSettings, diagnostics: StepDiagnostics) {
    this.settings = settings;
    this.diagnostics = diagnostics;
  }

  /** Looks at the step that was just taken. */
  check(stepper: Stepper): void {
    const { accepted, t } = stepper;
    if (accepted % PACE_STEPS !== 0) return;
    const { from, until, method } = this.settings;
    const span = until - from;
    const part = (t - this.lastTime) / span;
    this.lastTime = t;
    if (part >= PACE_PART || method === "rk4") return;
    const { advice, shortest } = this.diagnostics.diagnose(stepper);
    throw new ModelError(
      `the run crawls: the last ${PACE_STEPS} steps took it forward by ${(part * span).toExponential(1)} s, ` +
        `limited by ${shortest.limitedBy}. ${advice.join(". ") || "Look for a law that is not smooth or not pure (Math.random, Math.sign), for something very stiff, or loosen the tolerance"}`,
    );
  }
}
