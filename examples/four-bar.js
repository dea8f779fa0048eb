// A four-bar linkage, released from rest: a crank and a rocker on the ground, and a coupler between them.
import { Inertia, RevoluteJoint, RigidBody, System } from "multibond";

const axis = [0, 0, 1];
const [A, B, C, D] = [
  [0, 0, 0],
  [0, 0.1, 0],
  [0.3, 0.3, 0],
  [0.4, 0, 0],
];

const system = new System();
const rod = (name, from, to) => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const angle = Math.atan2(dy, dx);
  return system.add(
    new RigidBody(name, {
      inertia: Inertia.rod({ mass: length, length, axis: "x" }),
      position: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0],
      orientation: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)],
    }),
  );
};
const crank = rod("crank", A, B);
const coupler = rod("coupler", B, C);
const rocker = rod("rocker", D, C);
system.add(new RevoluteJoint("A", system.ground, crank, { point: A, axis, damping: 0.001 }));
system.add(new RevoluteJoint("B", crank, coupler, { point: B, axis }));
system.add(new RevoluteJoint("C", coupler, rocker, { point: C, axis }));
system.add(new RevoluteJoint("D", system.ground, rocker, { point: D, axis }));

const run = await system.simulate({ until: 2, tolerance: 1e-9 });

for (const t of [0, 0.5, 1, 1.5, 2]) {
  const now = run.at(t);
  const [x, y] = now.reaction("C").force;
  console.log(
    `t = ${t} s   crank ${now.joint("A").position.toFixed(6)} rad   force in C ${Math.hypot(x, y).toFixed(6)} N`,
  );
}

export { run, system };
