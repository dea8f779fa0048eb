import { checkInstance, checkNumber, checkOptions, checkVector3 } from "../../math/index.ts";
import { KinematicPort } from "../../rigidbody/index.ts";
import { Plane, type SurfaceFrame } from "../../tracking/index.ts";
import { PlaneTracker } from "../../tracking/trackers/PlaneTracker.ts";

/** How a roller sits on its wheel. */
export interface RollerMount {
  readonly radius: number;
  readonly rollerDistance: number;
  readonly psi: number;
  /** Centre of the roller's row, in the axes of the disc from its centre of mass. */
  readonly center: ArrayLike<number>;
  /** Normal of the wheel, in the axes of the disc. */
  readonly axis: ArrayLike<number>;
}

export function checkMount(owner: string, mount: RollerMount): void {
  checkOptions(`${owner}, mount`, mount, ["radius", "rollerDistance", "psi", "center", "axis"]);
  for (const name of ["radius", "rollerDistance", "psi"] as const) checkNumber(owner, `mount.${name}`, mount?.[name]);
  for (const name of ["center", "axis"] as const) checkVector3(owner, `mount.${name}`, mount[name]);
}

/**
 * Trackers of a roller on a flat floor that know the wheel: while it stands upright, simple formulas give the lowest
 * point. With `O_A` the centre of the roller's row, `O_B` that of the roller, `j1` the floor's normal, `k1` the wheel's,
 * `i1 = j1 × k1` and `ρ = (r_OA − r_OB)/|…|`.
 */
export abstract class RollerTracker extends PlaneTracker {
  /** Kinematics of the disc. */
  wheel: KinematicPort;
  /** Of the disc: O_A (0–2), arm to it from the centre of mass (3–5), k1 (6–8); ρ (9–11); i2 (12–14). */
  protected readonly pose = new Float64Array(15);
  /** v_OA (0–2), k̇1 (3–5), ρ̇ (6–8), the rate of i2 (9–11) */
  protected readonly rates = new Float64Array(12);
  /** R, R1, cosψ, tanψ */
  protected readonly numbers: Float64Array;
  /** Centre (0–2) and axis (3–5) in the axes of the disc. */
  private readonly mount = new Float64Array(6);

  constructor(floor: SurfaceFrame, roller: SurfaceFrame, plane: Plane, mount: RollerMount, wheel: KinematicPort) {
    super(floor, roller, false, checkInstance(new.target.name, "the plane", plane, Plane));
    this.wheel = checkInstance(new.target.name, "the wheel", wheel, KinematicPort);
    checkMount(new.target.name, mount);
    const { radius, rollerDistance, psi } = mount;
    this.numbers = Float64Array.of(radius, rollerDistance, Math.cos(psi), Math.tan(psi));
    this.mount.set(mount.center, 0);
    this.mount.set(mount.axis, 3);
  }

  /** Goes on with a roller of the same wheel whose row has its centre there, in the axes of the disc. */
  setCenter(center: ArrayLike<number>): void {
    this.mount[0] = center[0];
    this.mount[1] = center[1];
    this.mount[2] = center[2];
  }

  protected calcPose(): void {
    const { pose, mount, wheel } = this;
    const { r, T } = wheel;
    const { r: rB, T: B } = this.second;
    let square = 0;
    for (let i = 0; i < 3; i++) {
      const j = 3 * i;
      const arm = T[j] * mount[0] + T[j + 1] * mount[1] + T[j + 2] * mount[2];
      const d = r[i] - rB[i] + arm;
      pose[i] = r[i] + arm;
      pose[3 + i] = arm;
      pose[6 + i] = T[j] * mount[3] + T[j + 1] * mount[4] + T[j + 2] * mount[5];
      pose[9 + i] = d;
      pose[12 + i] = B[j];
      square += d * d;
    }
    const scale = 1 / Math.sqrt(square);
    pose[9] *= scale;
    pose[10] *= scale;
    pose[11] *= scale;
  }

  /** Rates of the wheel's centre and normal. */
  protected calcWheelRates(): void {
    const { pose: p, rates } = this;
    const { v, w } = this.wheel;
    const w0 = w[0];
    const w1 = w[1];
    const w2 = w[2];
    rates[0] = v[0] + w1 * p[5] - w2 * p[4];
    rates[1] = v[1] + w2 * p[3] - w0 * p[5];
    rates[2] = v[2] + w0 * p[4] - w1 * p[3];
    rates[3] = w1 * p[8] - w2 * p[7];
    rates[4] = w2 * p[6] - w0 * p[8];
    rates[5] = w0 * p[7] - w1 * p[6];
  }

  /** Rates of ρ and i2: they turn with the disc. */
  protected calcRollerRates(): void {
    const { pose: p, rates } = this;
    const { w } = this.wheel;
    const w0 = w[0];
    const w1 = w[1];
    const w2 = w[2];
    for (let i = 0; i < 6; i += 3) {
      rates[6 + i] = w1 * p[11 + i] - w2 * p[10 + i];
      rates[7 + i] = w2 * p[9 + i] - w0 * p[11 + i];
      rates[8 + i] = w0 * p[10 + i] - w1 * p[9 + i];
    }
  }
}
