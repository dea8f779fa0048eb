import { checkInstance, describe } from "../../math/index.ts";
import { SurfaceFrame } from "../SurfaceFrame.ts";
import { isCurve } from "../surfaces/Curve.ts";
import { Edge } from "../surfaces/Edge.ts";
import { Plane } from "../surfaces/Plane.ts";
import type { Tracker } from "../Tracker.ts";
import { TrackingError } from "../TrackingError.ts";
import { AlgebraicTracker } from "./AlgebraicTracker.ts";
import { CurveTracker } from "./CurveTracker.ts";
import { createClosedForm } from "./createClosedForm.ts";
import { DifferentialTracker } from "./DifferentialTracker.ts";

/** How the nearest points of two surfaces are found. */
export type TrackerName = "auto" | "closed-form" | "algebraic" | "differential";

const NAMES: readonly TrackerName[] = ["auto", "closed-form", "algebraic", "differential"];

/** The tracker of a curve or a point and a smooth surface. */
function createCurveTracker(name: TrackerName, frameA: SurfaceFrame, frameB: SurfaceFrame): Tracker {
  const isSwapped = frameA.surface.isCurve;
  const [smooth, curve] = isSwapped ? [frameB.surface, frameA.surface] : [frameA.surface, frameB.surface];
  const refuse = (cause: string, remedy: string) =>
    new TrackingError(
      `tracker "${name}" of ${frameA.surface.label} and ${frameB.surface.label}: ${curve.label} is a curve or a point and has no normal of its own${cause}; ${remedy}`,
    );
  if (smooth.isCurve) throw refuse(", nor has the other", "use it against a smooth surface");
  if (name === "differential") throw refuse(", its points are no states", 'leave the choice to "auto"');
  if (!isCurve(curve)) throw refuse(" and no parameter", "derive it from CircularEdge, Edge or Point");
  if (curve instanceof Edge && smooth instanceof Plane) {
    throw refuse(", and touches a plane at its ends", "use a Point at each end instead");
  }
  return new CurveTracker(frameA, frameB, isSwapped, curve);
}

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
  if (frameA.surface.isCurve || frameB.surface.isCurve) return createCurveTracker(chosen, frameA, frameB);
  return chosen === "differential" ? new DifferentialTracker(frameA, frameB) : new AlgebraicTracker(frameA, frameB);
}
