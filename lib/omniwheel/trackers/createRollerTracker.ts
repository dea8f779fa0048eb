import { checkChoice, ModelError } from "../../math/index.ts";
import type { KinematicPort } from "../../rigidbody/index.ts";
import { createTracker, Plane, type SurfaceFrame, type Tracker } from "../../tracking/index.ts";
import { ExplicitTracker } from "./ExplicitTracker.ts";
import { ImplicitTracker } from "./ImplicitTracker.ts";
import type { RollerMount } from "./RollerTracker.ts";

/** How the lowest point of a roller is found: by formulas for an upright wheel on a flat floor, or by the general ways. */
export type RollerTrackerName = "explicit" | "implicit" | "algebraic" | "differential";

export const ROLLER_TRACKERS: readonly RollerTrackerName[] = ["explicit", "implicit", "algebraic", "differential"];

export const checkRollerTracker = (owner: string, name: unknown): RollerTrackerName =>
  checkChoice(owner, "tracker", name, ROLLER_TRACKERS);

export function createRollerTracker(
  owner: string,
  name: RollerTrackerName,
  floor: SurfaceFrame,
  roller: SurfaceFrame,
  mount: RollerMount,
  wheel: KinematicPort,
): Tracker {
  if (name === "algebraic" || name === "differential") return createTracker(name, floor, roller);
  const { surface } = floor;
  if (!(surface instanceof Plane)) {
    throw new ModelError(
      `${owner}: the tracker "${name}" is for a flat floor, and the floor is ${surface.label}; give a Plane, or take the ` +
        'tracker "algebraic"',
    );
  }
  const Kind = name === "explicit" ? ExplicitTracker : ImplicitTracker;
  return new Kind(floor, roller, surface, mount, wheel);
}
