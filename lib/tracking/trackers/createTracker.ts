import { checkInstance, describe } from "../../math/index.ts";
import { SurfaceFrame } from "../SurfaceFrame.ts";
import type { Tracker } from "../Tracker.ts";
import { TrackingError } from "../TrackingError.ts";
import { AlgebraicTracker } from "./AlgebraicTracker.ts";
import { createClosedForm } from "./createClosedForm.ts";
import { DifferentialTracker } from "./DifferentialTracker.ts";

/** How the nearest points of two surfaces are found. */
export type TrackerName = "auto" | "closed-form" | "algebraic" | "differential";

const NAMES: readonly TrackerName[] = ["auto", "closed-form", "algebraic", "differential"];

/**
 * A tracker by name. `auto` (or nothing) takes formulas where there are some for the pair and the algebraic tracker
 * otherwise: it needs no states. A name that does not apply to the surfaces is refused.
 */
export function createTracker(name: TrackerName | undefined, frameA: SurfaceFrame, frameB: SurfaceFrame): Tracker {
  checkInstance("createTracker", "the first frame", frameA, SurfaceFrame);
  checkInstance("createTracker", "the second frame", frameB, SurfaceFrame);
  const chosen = name ?? "auto";
  const pair = `${frameA.surface.label} and ${frameB.surface.label}`;
  if (!NAMES.includes(chosen)) {
    throw new TrackingError(
      `tracker ${describe(chosen)} of ${pair}: no such tracker; choose one of ${NAMES.join(", ")}`,
    );
  }
  if (chosen === "auto" || chosen === "closed-form") {
    const tracker = createClosedForm(frameA, frameB);
    if (tracker) return tracker;
    if (chosen === "closed-form") {
      throw new TrackingError(
        `tracker "closed-form" of ${pair}: there are no formulas for this pair; leave the choice to "auto"`,
      );
    }
  }
  const curve = [frameA.surface, frameB.surface].find((surface) => surface.isCurve);
  if (curve) {
    throw new TrackingError(
      `tracker "${chosen}" of ${pair}: ${curve.label} is a curve and has no normal of its own; use it against a plane or a sphere with "closed-form"`,
    );
  }
  return chosen === "differential" ? new DifferentialTracker(frameA, frameB) : new AlgebraicTracker(frameA, frameB);
}
