import {
  BallJoint,
  type Body,
  ForceElement,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SpringDamper,
  System,
} from "../../lib/index.ts";

export const ARM = Inertia.box({ mass: 2, size: [1, 0.2, 0.1] });

export const BALL = Inertia.sphere({ mass: 1, radius: 0.1 });

/** A double pendulum out of the plane with a spring: chaotic enough that nothing agrees by chance. */
export function makePendulum(): System {
  const system = new System();
  const arm = system.add(new RigidBody("arm", { inertia: ARM, position: [0.5, 0, 0] }));
  const bob = system.add(new RigidBody("bob", { inertia: BALL, position: [1.5, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0.1, 1], rate: 3 }));
  system.add(new BallJoint("elbow", arm, bob, { point: [1, 0, 0], rate: [0, 1, 2] }));
  system.add(new SpringDamper("spring", system.ground, bob, { from: [0, 2, 0.5], stiffness: 20, damping: 0.1 }));
  return system;
}

/** A spring along x from the origin: `x = cos(w t)` from rest at 1. */
export function makeOscillator(w: number, force: (t: number, x: number) => number = () => 0): System {
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(new RigidBody("body", { inertia: BALL, position: [1, 0, 0] }));
  const joint = { point: [0, 0, 0], axis: [1, 0, 0], stiffness: w * w, restPosition: -1 } as const;
  system.add(new PrismaticJoint("rail", system.ground, body, { ...joint, force }));
  return system;
}

/** Changes between two modes whenever x changes its sign, and counts in its state. */
export class Switch extends ForceElement {
  private current = "right";

  override get mode(): string {
    return this.current;
  }

  override set mode(value: string) {
    this.current = value;
  }

  get stateCount(): number {
    return 1;
  }

  get eventCount(): number {
    return 1;
  }

  calcEvents(_t: number, out: Float64Array): void {
    out[0] = this.portB.r[0];
  }

  handleEvent(): void {
    this.current = this.portB.r[0] >= 0 ? "right" : "left";
    this.states[0] += 1;
  }

  protected override calcWrench(): void {
    this.wrenchB.F.set([this.current === "right" ? -1 : 1, 0, 0]);
    this.wrenchB.P.set(this.portB.r);
  }
}

export function makeSwitched(): System {
  const system = makeOscillator(2);
  system.add(new Switch("switch", system.ground, system.get("body") as Body));
  return system;
}
