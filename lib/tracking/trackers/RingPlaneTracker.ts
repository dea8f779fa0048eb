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
    const d0 = down[0];
    const d1 = down[1];
    const d2 = down[2];
    result[two] = r[0] + tube * d0;
    result[two + 1] = r[1] + tube * d1;
    result[two + 2] = r[2] + tube * d2;
    if (ring === 0) return;
    const { x, e, parts } = this.radial;
    x[0] = d0;
    x[1] = d1;
    x[2] = d2;
    this.radial.find();
    const s = parts[4];
    if (!(s > 1e-9)) {
      throw this.describe("a whole circle is nearest, the axis is along the plane's normal", "tilt the body");
    }
    if (!(ring + tube * s > 0)) {
      throw this.describe("the nearest point is a tip, where there is no normal", "keep the body lying on its side");
    }
    result[two] += ring * e[0];
    result[two + 1] += ring * e[1];
    result[two + 2] += ring * e[2];
  }

  protected override calcLowestVelocity(): void {
    const { result, down, two, ring, tube } = this;
    const { v } = this.second;
    const d0 = down[3];
    const d1 = down[4];
    const d2 = down[5];
    result[9 + two] = v[0] + tube * d0;
    result[10 + two] = v[1] + tube * d1;
    result[11 + two] = v[2] + tube * d2;
    if (ring === 0) return;
    const { x, e } = this.radial;
    x[3] = d0;
    x[4] = d1;
    x[5] = d2;
    this.radial.calcRate();
    result[9 + two] += ring * e[3];
    result[10 + two] += ring * e[4];
    result[11 + two] += ring * e[5];
  }
}
