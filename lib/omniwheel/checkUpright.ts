import type { ContactReactions } from "../constraints/contact/index.ts";
import { ModelError, rotate } from "../math/index.ts";
import type { RigidBody } from "../rigidbody/index.ts";
import { Plane } from "../tracking/index.ts";
import { RollerTracker } from "./trackers/RollerTracker.ts";

/** A tilt of the wheel above this (rad) is no rounding: formulas for an upright wheel do not hold. */
const UPRIGHT = 1e-8;

/** Refuses a wheel that leans where the tracker of its contact is for upright ones; z of the disc is the axle. */
export function checkUpright({ label, tracker, portA, disc }: ContactReactions & { disc: RigidBody }, t: number): void {
  const { surface } = tracker.frameA;
  if (!(tracker instanceof RollerTracker) || !(surface instanceof Plane)) return;
  const k = rotate(disc.port.T, [0, 0, 1]);
  const n = rotate(portA.T, rotate(surface.rotation, surface.normal));
  const tilt = k[0] * n[0] + k[1] * n[1] + k[2] * n[2];
  if (Math.abs(tilt) <= UPRIGHT) return;
  const flat = k.map((x, i) => x - tilt * n[i]);
  const length = Math.hypot(...flat);
  const nearest = flat.map((x) => Number((x / length).toPrecision(6)) + 0);
  const lean = (Math.asin(Math.max(-1, Math.min(1, tilt))) * 180) / Math.PI;
  throw new ModelError(
    `${label}: the wheel is not upright at t = ${t} s: its axle leans by ${lean.toPrecision(4)}° to the floor, and the tracker ` +
      `"${tracker.name}" is for upright wheels; lay the axle along [${nearest.join(", ")}], or take the tracker "algebraic"`,
  );
}
