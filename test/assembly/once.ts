import test from "ava";
import { createChain } from "../../bench/models.ts";
import { Inertia, RevoluteJoint, RigidBody, System } from "../../lib/index.ts";

test("a model is assembled once: runs, readings and analyses search no other tree", async (t) => {
  const system = createChain(5);
  const assembly = system.assemble();
  t.is(assembly.searches, 1);
  const { plan } = assembly.reader.kernel;
  const run = system.simulateSync({ until: 0.1 });
  run.last.show();
  system.evaluate();
  await system.report();
  t.is(system.assemble(), assembly);
  t.is(assembly.createWorkspace().kernel.plan, plan);
  t.is(assembly.searches, 1);
});

test("a run that cuts a joint searches a tree for what is left, and the next run none", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const arm = system.add(new RigidBody("arm", { inertia, position: [1, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const simulate = () =>
    system.simulateSync({
      until: 0.5,
      events: [
        { name: "cut", value: (now) => now.t - 0.2, action: (actions) => actions.switchOff(hinge) },
        { name: "look", value: (now) => now.t - 0.3 },
      ],
    });
  const first = simulate();
  t.is(system.assemble().searches, 2);
  const second = simulate();
  t.is(system.assemble().searches, 2);
  t.deepEqual(second.lastState, first.lastState);
  t.deepEqual(second.column("arm.position.y"), first.column("arm.position.y"));
});

test("copies have their own numbers, and share what no run changes", (t) => {
  const system = createChain(2);
  const assembly = system.assemble();
  const [one, two] = [assembly.createWorkspace(), assembly.createWorkspace()];
  one.bodies.forEach((body, i) => {
    const other = two.bodies[i];
    t.not(body, other);
    t.not(body.port, other.port);
    t.is(body.referencePose, other.referencePose);
  });
  one.constraints.forEach((joint, i) => {
    t.not(joint.wrenchB.F.buffer, two.constraints[i].wrenchB.F.buffer);
    t.is(joint.bodyB, one.find(system.constraints[i].bodyB));
    // The copy of another workspace leads to the own one.
    t.is(two.find(joint), two.constraints[i]);
    t.is(one.find(joint), joint);
  });
});
