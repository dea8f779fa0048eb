// A double pendulum: two rods, two hinges, every reaction force.
import { Inertia, RevoluteJoint, RigidBody, System } from "multibond";

const system = new System({ gravity: [0, -9.81, 0] });
const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
const upper = system.add(new RigidBody("upper", { inertia, position: [0.5, 0, 0] }));
const lower = system.add(new RigidBody("lower", { inertia, position: [1.5, 0, 0] }));
system.add(new RevoluteJoint("shoulder", system.ground, upper, { point: [0, 0, 0], axis: [0, 0, 1] }));
system.add(new RevoluteJoint("elbow", upper, lower, { point: [1, 0, 0], axis: [0, 0, 1] }));

const run = await system.simulate({ until: 5, tolerance: 1e-9 });

for (const t of [0, 1, 2, 3, 4, 5]) {
  const now = run.at(t);
  const [x, y] = now.reaction("elbow").force;
  const angle = now.joint("shoulder").position;
  console.log(`t = ${t} s   shoulder ${angle.toFixed(6)} rad   elbow force ${Math.hypot(x, y).toFixed(6)} N`);
}
console.log(`energy drift ${run.energy.drift.toExponential(1)} J in ${run.statistics.steps} steps`);

export { run, system };
