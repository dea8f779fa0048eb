import type { Surface } from "../Surface.ts";
import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { CircularEdge } from "../surfaces/CircularEdge.ts";
import { CircularSpindle } from "../surfaces/CircularSpindle.ts";
import { Cylinder } from "../surfaces/Cylinder.ts";
import { Ellipsoid } from "../surfaces/Ellipsoid.ts";
import { Plane } from "../surfaces/Plane.ts";
import { Point } from "../surfaces/Point.ts";
import { Sphere } from "../surfaces/Sphere.ts";
import { Torus } from "../surfaces/Torus.ts";
import type { Tracker } from "../Tracker.ts";
import { CylindersTracker } from "./CylindersTracker.ts";
import { EllipsoidPlaneTracker } from "./EllipsoidPlaneTracker.ts";
import type { Ring } from "./Ring.ts";
import { RingPlaneTracker } from "./RingPlaneTracker.ts";
import { type CylinderShape, SphereLineTracker } from "./SphereLineTracker.ts";
import { SphereRingTracker } from "./SphereRingTracker.ts";

/** The tracker with formulas for two surfaces, in either order; nothing where there is none. */
export function createClosedForm(frameA: SurfaceFrame, frameB: SurfaceFrame): Tracker | undefined {
  return create(frameA, frameB, false) ?? create(frameA, frameB, true);
}

function create(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean): Tracker | undefined {
  const first = (isSwapped ? frameB : frameA).surface;
  const second = (isSwapped ? frameA : frameB).surface;
  if (first.inside || (first.isCurve && second.isCurve)) return undefined;
  if (second.inside) return createHollow(frameA, frameB, isSwapped);
  const ring = findRing(second);
  if (first instanceof Plane) {
    if (ring) return new RingPlaneTracker(frameA, frameB, isSwapped, first, ring);
    if (second instanceof Ellipsoid)
      return new EllipsoidPlaneTracker(frameA, frameB, isSwapped, first, second.semiAxes);
  }
  const radius = findRadius(first);
  if (radius !== undefined) {
    if (ring) return new SphereRingTracker(frameA, frameB, isSwapped, radius, ring);
    if (second instanceof Cylinder) {
      return new SphereLineTracker(frameA, frameB, isSwapped, radius, findCylinder(second));
    }
  }
  if (first instanceof Cylinder && second instanceof Cylinder && !isSwapped) {
    return new CylindersTracker(frameA, frameB, findCylinder(first), findCylinder(second));
  }
  return undefined;
}

/** A sphere or a point in a hollow sphere, pipe or ring. */
function createHollow(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean): Tracker | undefined {
  const first = (isSwapped ? frameB : frameA).surface;
  const second = (isSwapped ? frameA : frameB).surface;
  const radius = findRadius(first);
  if (radius === undefined) return undefined;
  if (second instanceof Cylinder) {
    const shape = { axis: findAxis(second), radius: -second.radius };
    return new SphereLineTracker(frameA, frameB, isSwapped, radius, shape);
  }
  const ring = findRing(second);
  if (!ring || ring.ring < 0) return undefined;
  return new SphereRingTracker(frameA, frameB, isSwapped, radius, { ...ring, tube: -ring.tube });
}

/** Of a ball; a point is one without. */
function findRadius(surface: Surface): number | undefined {
  if (surface instanceof Sphere) return surface.radius;
  return surface instanceof Point ? 0 : undefined;
}

function findRing(surface: Surface): Ring | undefined {
  if (surface instanceof Sphere) return { axis: [1, 0, 0], ring: 0, tube: surface.radius };
  if (surface instanceof Point) return { axis: [1, 0, 0], ring: 0, tube: 0 };
  if (surface instanceof Torus) return { axis: findAxis(surface), ring: surface.radius, tube: surface.tubeRadius };
  if (surface instanceof CircularEdge) return { axis: findAxis(surface), ring: surface.radius, tube: 0 };
  if (surface instanceof CircularSpindle)
    return { axis: findAxis(surface), ring: -surface.offset, tube: surface.radius };
  return undefined;
}

function findCylinder(surface: Cylinder): CylinderShape {
  return { axis: findAxis(surface), radius: surface.radius };
}

function findAxis({ axis }: { axis: string }): number[] {
  return ["x", "y", "z"].map((name) => (name === axis ? 1 : 0));
}
