import type { SurfaceFrame } from "../SurfaceFrame.ts";
import { type PlaneShape, PlaneTracker } from "./PlaneTracker.ts";
import { RadialDirection } from "./RadialDirection.ts";
import type { Ring } from "./Ring.ts";

/*
 * With d the direction to the plane and e its radial direction about the ring's axis, s its part across the axis:
 *
 *   P = O + ring e + tube d,   v = v_O + ring ė + tube ḋ.
 *
 * The point leaves the axis by ring + tube s: on a spindle (ring < 0) nothing is left beyond the tip.
 */
/** Sphere, torus, circular edge or circular spindle on a plane. */
export class RingPlaneTracker extends PlaneTracker {
  private readonly radial: RadialDirection;
  private readonly ring: number;
  private readonly tube: number;

  constructor(frameA: SurfaceFrame, frameB: SurfaceFrame, isSwapped: boolean, plane: PlaneShape, shape: Ring) {
    super(frameA, frameB, isSwapped, plane);
    this.radial = new RadialDirection(this.second, shape.axis);
    this.ring = shape.ring;
    this.tube = shape.tube;
  }

  protected override findLowest(): void {
    const { result, down, two, ring, tube } = this;
    const { r } = this.second;
    for (let i = 0; i < 3; i++) result[two + i] = r[i] + tube * down[i];
    if (ring === 0) return;
    const { x, e, parts } = this.radial;
    for (let i = 0; i < 3; i++) x[i] = down[i];
    this.radial.find();
    const s = parts[4];
    if (!(s > 1e-9)) {
      throw this.describe("a whole circle is nearest, the axis is along the plane's normal", "tilt the body");
    }
    if (!(ring + tube * s > 0)) {
      throw this.describe("the nearest point is a tip, where there is no normal", "keep the body lying on its side");
    }
    for (let i = 0; i < 3; i++) result[two + i] += ring * e[i];
  }

  protected override calcLowestVelocity(): void {
    const { result, down, two, ring, tube } = this;
    const { v } = this.second;
    for (let i = 0; i < 3; i++) result[9 + two + i] = v[i] + tube * down[3 + i];
    if (ring === 0) return;
    const { x, e } = this.radial;
    for (let i = 3; i < 6; i++) x[i] = down[i];
    this.radial.calcRate();
    for (let i = 0; i < 3; i++) result[9 + two + i] += ring * e[3 + i];
  }
}
