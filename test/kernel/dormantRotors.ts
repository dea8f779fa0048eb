import test from "ava";
import { CoulombFriction, JointFriction, JointLimit } from "../../lib/constraints/contact/index.ts";
import { type Constraint, DistanceRod, RevoluteJoint } from "../../lib/constraints/index.ts";
import { Kernel } from "../../lib/kernel/Kernel.ts";
import { UniformGravity } from "../../lib/rigidbody/Gravity.ts";
import { Ground, Inertia, RigidBody, turning } from "../../lib/rigidbody/index.ts";
import { isBelow } from "../helpers/compare.ts";
import { RandomSource } from "../helpers/random.ts";

/**
 * A free platform on a rod, with rotors on it, on an arm of it and on the ground, which turns; bearings with springs, dampers
 * and torques, one of which reads rotors.
 */
function createKernel(random: RandomSource): { kernel: Kernel; rotors: RigidBody[] } {
  const angle = (t: number) => [Math.sin(3 * t), 3 * Math.cos(3 * t), -9 * Math.sin(3 * t)] as const;
  const ground = new Ground("ground", { motion: turning({ axis: random.direction(), angle }) });
  const platform = new RigidBody("platform", {
    inertia: new Inertia({ mass: 2, tensor: [0.1, 0.15, 0.2, 0.01, -0.02, 0.015] }),
    position: random.vector(1),
    orientation: random.quaternion(),
    velocity: random.vector(1),
    angularVelocity: random.vector(3),
  });
  const arm = new RigidBody("arm", {
    inertia: new Inertia({ mass: 1, tensor: [0.1, 0.12, 0.15] }),
    position: [1, 0, 0],
  });
  const hinge = { point: random.vector(1), axis: random.direction(), rate: 4 };
  const elbow = new RevoluteJoint("hinge", platform, arm, hinge);
  const bodies: RigidBody[] = [];
  const constraints: Constraint[] = [
    elbow,
    new JointFriction("rub", elbow, { torque: 1, friction: new CoulombFriction({ coefficient: 1 }) }),
    new DistanceRod("rod", ground, platform, {
      pointA: [0, 2, 0],
      pointB: platform.referencePose.r.map((x) => x + 0.2),
    }),
  ];
  const torque = () => {
    const [first, , own] = bodies.map(({ kinematics }) => kinematics);
    return 0.7 + 0.1 * first.w[0] + 0.2 * first.v[1] + 0.3 * own.T[1] + 0.05 * own.r[2];
  };
  for (let i = 0; i < 4; i++) {
    const axis = random.direction();
    const [along, across, mass] = [random.number(0.01, 0.04), random.number(0.02, 0.05), random.number(0.1, 1)];
    const shift = random.number(-0.3, 0.3);
    const point = random.vector(1);
    // Alike around the axis: `across + (along − across) n nᵀ`.
    const [x, y, z] = axis;
    const d = along - across;
    const tensor = [across + d * x * x, across + d * y * y, across + d * z * z, d * x * y, d * x * z, d * y * z];
    const rotor = new RigidBody(`rotor${i}`, {
      inertia: new Inertia({ mass, tensor }),
      position: [point[0] + shift * x, point[1] + shift * y, point[2] + shift * z],
    });
    bodies.push(rotor);
    const carrier = [platform, platform, arm, ground][i];
    const [a, b] = random.chance(0.5) ? [carrier, rotor] : [rotor, carrier];
    constraints.push(
      new RevoluteJoint(`bearing${i}`, a, b, {
        ...{ point, axis, rate: random.number(-20, 20), angle: 0.3 },
        ...(i === 1 ? { stiffness: 2, damping: 0.1 } : i === 2 ? { torque } : {}),
      }),
    );
  }
  const kernel = new Kernel([ground, platform, arm, ...bodies], constraints, new UniformGravity([0.3, -9.81, 0.2]));
  return { kernel, rotors: bodies };
}

/** Largest difference relative to the largest value. */
function compare(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [worst, largest] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    worst = Math.max(worst, Math.abs(a[i] - b[i]));
    largest = Math.max(largest, Math.abs(a[i]));
  }
  return worst / largest;
}

test("rotors left out of the recursion change nothing: accelerations, projections and what is read of them", (t) => {
  const random = new RandomSource(7);
  for (let n = 0; n < 20; n++) {
    const { kernel, rotors } = createKernel(random);
    const y = new Float64Array(kernel.size);
    kernel.writeState(y);
    for (let i = 0; i < y.length; i++) y[i] += random.number(-0.5, 0.5);
    const measure = (isDormant: boolean) => {
      kernel.dormantRotors.setDormant(isDormant);
      const rates = new Float64Array(kernel.size);
      kernel.calcDerivative(0.1, y, rates);
      const poses = rotors.map(({ kinematics: { r, T, v, w } }) => [...r, ...T, ...v, ...w]);
      const tension = (kernel.constraints[2] as DistanceRod).multipliers.slice();
      kernel.readState(y);
      kernel.project(0.1, 20, 1e-14);
      const projected = new Float64Array(kernel.size);
      kernel.writeState(projected);
      kernel.dormantRotors.setDormant(false);
      return { rates, projected, poses: poses.flat(), tension };
    };
    const [full, dormant] = [measure(false), measure(true)];
    // Rounding of a few hundred operations, at accelerations of some hundred rad/s².
    isBelow(t, compare(full.rates, dormant.rates), 1e-12, `rates ${compare(full.rates, dormant.rates)}`);
    isBelow(t, compare(full.tension, dormant.tension), 1e-12, `tension ${compare(full.tension, dormant.tension)}`);
    // Newton's steps from far away, not all with new factors, end at slightly different points of the rod's sphere.
    isBelow(
      t,
      compare(full.projected, dormant.projected),
      1e-10,
      `projection ${compare(full.projected, dormant.projected)}`,
    );
    t.is(compare(full.poses, dormant.poses), 0);
  }
});

test("only what is alike around its axis is left out", (t) => {
  const ground = new Ground("ground");
  const make = (tensor: number[], position: number[]) => {
    const body = new RigidBody("body", { inertia: new Inertia({ mass: 1, tensor }), position });
    const other = new RigidBody("other", { inertia: new Inertia({ mass: 1, tensor: [1, 1, 1.5] }) });
    const joint = new RevoluteJoint("joint", ground, body, { point: [0, 0, 0], axis: [0, 0, 1], rate: 1 });
    const slide = new JointLimit(
      "stop",
      new RevoluteJoint("other", ground, other, { point: [0, 0, 0], axis: [1, 0, 0] }),
      { upper: 9 },
    );
    const kernel = new Kernel(
      [ground, body, other],
      [joint, slide.joints[0], slide],
      new UniformGravity([0, -9.81, 0]),
    );
    kernel.dormantRotors.setDormant(true);
    const isDormant = (kernel.getLink(body) as { isDormant?: boolean }).isDormant ?? false;
    kernel.dormantRotors.setDormant(false);
    return isDormant;
  };
  t.true(make([1, 1, 1.5], [0, 0, 0.2]));
  t.false(make([1, 1.01, 1.5], [0, 0, 0]));
  t.false(make([1, 1, 1.5], [0, 0.01, 0]));
});
