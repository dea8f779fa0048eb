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
  /** On a spindle: sine of the angle between the axis and its steepest normal. */
  private readonly tip: number;

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, radius: number, shape: Ring) {
    super(frameA, frameB, isSwapped, radius, shape.tube);
    this.radial = new RadialDirection(this.second, shape.axis);
    this.ring = shape.ring;
    this.tip = -shape.ring / shape.tube;
  }

  protected override findWay(): void {
    const { way, ring, radial } = this;
    const { x, e, parts } = radial;
    const { r } = this.second;
    const c = this.first.r;
    x[0] = c[0] - r[0];
    x[1] = c[1] - r[1];
    x[2] = c[2] - r[2];
    way[0] = -x[0];
    way[1] = -x[1];
    way[2] = -x[2];
    if (ring === 0) return;
    radial.find();
    const a = parts[3];
    const s = parts[4];
    if (!(s > 1e-9 * Math.abs(ring))) {
      throw this.describe("a whole circle is nearest, the sphere's centre is on the axis", "move the sphere off it");
    }
    if (ring < 0 && !(s - ring > this.tip * Math.sqrt(a * a + (s - ring) * (s - ring)))) {
      throw this.describe("the nearest point is a tip, where there is no normal", "keep the sphere beside the spindle");
    }
    way[0] += ring * e[0];
    way[1] += ring * e[1];
    way[2] += ring * e[2];
  }

  protected override calcWayRate(): void {
    const { way, ring, radial } = this;
    const { x, e } = radial;
    const { v } = this.second;
    const c = this.first.v;
    x[3] = c[0] - v[0];
    x[4] = c[1] - v[1];
    x[5] = c[2] - v[2];
    way[3] = -x[3];
    way[4] = -x[4];
    way[5] = -x[5];
    if (ring === 0) return;
    radial.calcRate();
    way[3] += ring * e[3];
    way[4] += ring * e[4];
    way[5] += ring * e[5];
  }
}
