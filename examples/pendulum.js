// A ball on a hinge, let go at 60° from the vertical.
import { Inertia, RevoluteJoint, RigidBody, System } from "multibond";

export const system = new System({ gravity: [0, -9.81, 0] });
const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
const bob = system.add(new RigidBody("bob", { inertia, position: [0, -1, 0] }));
const hinge = { point: [0, 0, 0], axis: [0, 0, 1], angle: Math.PI / 3 };
system.add(new RevoluteJoint("hinge", system.ground, bob, hinge));
const run = await system.simulate({ until: 10, tolerance: 1e-9 });
console.log(run.at(5).joint("hinge").position, "rad");
console.log(run.at(5).reaction("hinge").force, "N");
