// A slider-crank at constant speed: a closed loop, and the torque that the motor has to give.
import { Inertia, PrismaticJoint, RevoluteJoint, RigidBody, System } from "multibond";

const speed = 10; // rad/s
const system = new System();
const crank = system.add(
  new RigidBody("crank", { inertia: Inertia.rod({ mass: 0.5, length: 0.1, axis: "x" }), position: [0.05, 0, 0] }),
);
const rod = system.add(
  new RigidBody("rod", { inertia: Inertia.rod({ mass: 0.8, length: 0.3, axis: "x" }), position: [0.25, 0, 0] }),
);
const piston = system.add(
  new RigidBody("piston", { inertia: Inertia.box({ mass: 1, size: [0.06, 0.05, 0.05] }), position: [0.4, 0, 0] }),
);
const axis = [0, 0, 1];
system.add(
  new RevoluteJoint("motor", system.ground, crank, { point: [0, 0, 0], axis, motion: (t) => [speed * t, speed, 0] }),
);
system.add(new RevoluteJoint("pin", crank, rod, { point: [0.1, 0, 0], axis }));
system.add(new RevoluteJoint("wrist", rod, piston, { point: [0.4, 0, 0], axis }));
system.add(new PrismaticJoint("guide", system.ground, piston, { point: [0.4, 0, 0], axis: [1, 0, 0] }));

const run = await system.simulate({ until: 1.2, tolerance: 1e-9 });

for (const t of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) {
  const now = run.at(t);
  const x = now.body("piston").position[0];
  const torque = now.joint("motor").effort;
  const side = now.reaction("guide").force[1];
  console.log(`t = ${t} s   piston ${x.toFixed(6)} m   motor ${torque.toFixed(6)} Nm   guide ${side.toFixed(6)} N`);
}

export { run, system };
