import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { RadialDirection } from "./RadialDirection.ts";
import type { Ring } from "./Ring.ts";
import { SphereTracker } from "./SphereTracker.ts";

/*
 * With p = c − O the way from the ring's centre to the sphere's and e its radial direction about the axis, the nearest
 * point of the circle is q = O + ring e, so that q − c = ring e − p.
 *
 * With a and s the parts of p along and across the axis, the foot on a spindle (ring < 0) leaves the axis by
 * ring + tube (s − ring)/D, D² = a² + (s − ring)²: nothing is left beyond the tip.
 */
/** A sphere and a sphere, a torus, a circular edge or a circular spindle. */
export class SphereRingTracker extends SphereTracker {
  private readonly radial: RadialDirection;
  private readonly ring: number;
  private readonly tip: number;

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, radius: number, shape: Ring) {
    super(frameA, frameB, isSwapped, radius, shape.tube);
    this.radial = new RadialDirection(this.second, shape.axis);
    this.ring = shape.ring;
    // Sine of the angle between the axis and the steepest normal of a spindle; every normal occurs on the others.
    this.tip = shape.ring < 0 ? -shape.ring / shape.tube : -2;
  }

  protected override findWay(): void {
    const { way, ring, radial } = this;
    const { x, e, parts } = radial;
    const { r } = this.second;
    const c = this.first.r;
    for (let i = 0; i < 3; i++) {
      x[i] = c[i] - r[i];
      way[i] = -x[i];
    }
    if (ring === 0) return;
    radial.find();
    const a = parts[3];
    const s = parts[4];
    if (!(s > 1e-9 * Math.abs(ring))) {
      throw this.describe("a whole circle is nearest, the sphere's centre is on the axis", "move the sphere off it");
    }
    if (!(s - ring > this.tip * Math.sqrt(a * a + (s - ring) * (s - ring)))) {
      throw this.describe("the nearest point is a tip, where there is no normal", "keep the sphere beside the spindle");
    }
    for (let i = 0; i < 3; i++) way[i] += ring * e[i];
  }

  protected override calcWayRate(): void {
    const { way, ring, radial } = this;
    const { x, e } = radial;
    const { v } = this.second;
    const c = this.first.v;
    for (let i = 0; i < 3; i++) {
      x[3 + i] = c[i] - v[i];
      way[3 + i] = -x[3 + i];
    }
    if (ring === 0) return;
    radial.calcRate();
    for (let i = 0; i < 3; i++) way[3 + i] += ring * e[3 + i];
  }
}
