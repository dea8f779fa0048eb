import { type Quaternion, quaternionFromMatrix } from "../math/index.ts";
import type { Ground } from "../rigidbody/index.ts";
import { KinematicPort } from "../rigidbody/index.ts";
import { Link } from "./Link.ts";

/** A base: its motion is given. Uniform gravity enters here, as an acceleration upwards. */
export class BaseLink extends Link {
  override readonly coordinateCount = 0;
  override readonly rateCount = 0;
  private readonly ground: Ground;
  private readonly gravity: Float64Array;
  private readonly port: KinematicPort;

  constructor(ground: Ground, gravity: Float64Array) {
    super(null, true);
    this.ground = ground;
    this.gravity = gravity;
    this.body = ground;
    this.port = new KinematicPort(this.w);
    this.port.set({ position: ground.position, orientation: ground.orientation });
    this.setTime(0);
  }

  setTime(t: number): void {
    const { w, gravity } = this;
    this.ground.calcMotion(t, this.port);
    for (let i = 0; i < 3; i++) {
      w[24 + i] = w[i];
      w[27 + i] = w[12 + i];
      w[30 + i] = w[18 + i] - gravity[i];
      w[33 + i] = w[21 + i];
    }
  }

  override calcKinematics(): void {}
  override calcPositions(): void {}
  override calcRigid(): void {}
  override eliminate(): void {}
  override accelerate(): void {}
  override sweepIn(): void {}
  override sweepOut(): void {}
  override sweepRows(): void {}
  override calcCoordinateRates(): void {}
  override getQuaternion(): Quaternion {
    return quaternionFromMatrix(this.port.T);
  }
  override moveCoordinates(): void {}
  override findPivots(): number[] {
    return [];
  }
}
