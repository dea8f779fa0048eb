import test from "ava";
import {
  type EventActions,
  Fragment,
  Gear,
  Inertia,
  JointCircuit,
  RevoluteJoint,
  RigidBody,
  type Snapshot,
  System,
  Trajectory,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";

const at = (time: number) => (now: Snapshot) => now.t - time;
const when = (time: number, action: (actions: EventActions) => void) => ({
  name: `at ${time}`,
  value: at(time),
  action,
});
const PLACE = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
const INERTIA = Inertia.box({ mass: 1, size: [0.2, 0.2, 0.2] });

/** A wheel that a charged capacitor drives. */
function createDrive(): { system: System; hinge: RevoluteJoint } {
  const system = new System({ gravity: [0, 0, 0] });
  const wheel = system.add(new RigidBody("wheel", { inertia: INERTIA }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, wheel, PLACE));
  const fragment = new Fragment("drive");
  fragment.create("C", "C", { parameters: { capacitance: 1 } });
  fragment.create("1", "current");
  fragment.create("R", "R", { parameters: { resistance: 0.05 } });
  fragment.create("GY", "K", { parameters: { ratio: 0.1 } });
  fragment.connect("C", "current");
  fragment.connect("current", "R");
  fragment.connect("current", "K");
  fragment.open("shaft", "K", "out");
  system.add(new JointCircuit("circuit", hinge, fragment, { start: { C: 5 } }));
  return { system, hinge };
}

const readCharge = (now: Snapshot) => {
  const circuit = now.assembly.constraints.find(({ name }) => name === "circuit") as JointCircuit;
  now.show();
  return circuit.present.states[0];
};

test("what acts on a joint that is cut keeps its states until it is switched on again", (t) => {
  const { system, hinge } = createDrive();
  const off = when(0.03, (actions) => actions.switchOff(hinge));
  const on = when(0.04, (actions) => actions.switchOn(hinge));
  const options = { tolerance: 1e-10 };
  const run = system.simulateSync({ ...options, until: 0.06, events: [off, on] });
  t.is(run.segments.length, 3);
  const charge = readCharge(run.point(run.times.indexOf(0.03)));
  isBelow(t, charge, 4.9);
  isAbove(t, charge, 1);
  // Nothing flows while it rests; the wheel turns on, so the energy stays too.
  for (const time of [0.03, 0.033, 0.04]) t.is(readCharge(run.at(time)), charge, `${time} s`);
  const resting = run.at(0.035);
  isClose(t, resting.energy.total, run.at(0.03).energy.total, 1e-9);
  isClose(t, resting.energy.potential, 0.5 * charge ** 2, 1e-14);
  // The wheel keeps its rate meanwhile, so all goes on as if there had been no pause.
  const plain = createDrive().system.simulateSync({ ...options, until: 0.05 });
  isClose(t, readCharge(run.last), readCharge(plain.last), 1e-8);
  isBelow(t, run.energy.total.at(-1) as number, run.energy.total[0]);

  // From the middle of the pause on, and out of a file.
  const first = system.simulateSync({ ...options, until: 0.035, events: [off] });
  const again = Trajectory.fromJSON(JSON.stringify(first), system);
  for (const from of [first, again]) {
    // Another end, other steps.
    isClose(t, readCharge(from.last), charge, 1e-9);
    const second = system.simulateSync({ ...options, from, until: 0.06, events: [on] });
    isClose(t, readCharge(second.last), readCharge(run.last), 1e-8);
  }
});

test("a circuit on a joint that is off from the start waits with its states", (t) => {
  const { system, hinge } = createDrive();
  hinge.enabled = false;
  const on = when(0.04, (actions) => actions.switchOn(hinge));
  const run = system.simulateSync({ tolerance: 1e-10, until: 0.09, events: [on] });
  t.is(readCharge(run.at(0.02)), 5);
  const plain = createDrive().system.simulateSync({ tolerance: 1e-10, until: 0.05 });
  isClose(t, readCharge(run.last), readCharge(plain.last), 1e-8);
  areClose(t, run.last.body("wheel").angularVelocity, plain.last.body("wheel").angularVelocity, 1e-8);
});

/** Two wheels on parallel axes, in free space: the first is on a hinge of the model, the second free and spinning. */
function createWheels(velocity: Vector3 = [0, 0, 0]): {
  system: System;
  driver: RigidBody;
  first: RevoluteJoint;
  wheel: RigidBody;
} {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = INERTIA;
  const driver = system.add(new RigidBody("driver", { inertia }));
  const first = system.add(new RevoluteJoint("first", system.ground, driver, PLACE));
  const wheel = system.add(
    new RigidBody("wheel", { inertia, position: [1, 0, 0], velocity, angularVelocity: [0, 0, 1] }),
  );
  return { system, driver, first, wheel };
}

const SECOND = { point: [1, 0, 0], axis: [0, 0, 1] } as const;
const spinOf = (now: Snapshot, name: string) => now.body(name).angularVelocity[2];

test("with an attached joint goes what acts on it, as where it is switched off", (t) => {
  const ends = (["detach", "switchOff", "both", "reversed"] as const).map((way) => {
    const { system, driver, first, wheel } = createWheels();
    let parts: [RevoluteJoint, Gear] | undefined;
    const mesh = when(0.2, (actions) => {
      const second = actions.attach(new RevoluteJoint("second", system.ground, wheel, SECOND));
      parts = [second, actions.attach(new Gear("gear", first, second, { ratio: -2 }))];
    });
    const part = when(0.5, (actions) => {
      const [second, gear] = parts as [RevoluteJoint, Gear];
      // A blow that a gear in force would pass on.
      actions.applyAngularImpulse(driver, [0, 0, 0.01]);
      if (way === "switchOff") return actions.switchOff(second);
      if (way === "reversed") actions.detach(gear);
      actions.detach(second);
      if (way === "both") actions.detach(gear);
    });
    const run = system.simulateSync({ until: 1, tolerance: 1e-11, events: [mesh, part] });
    // They mesh between the events, and are apart after them.
    const [a, b] = ["driver", "wheel"].map((name) => spinOf(run.at(0.4), name));
    isClose(t, Math.abs(a / b), a / b < -1 ? 2 : 0.5, 1e-12);
    const [before, after] = [run.point(run.times.indexOf(0.5)), run.last];
    isClose(t, spinOf(after, "wheel"), spinOf(before, "wheel"), 1e-12, way);
    isClose(t, spinOf(after, "driver"), spinOf(before, "driver") + 0.01 / INERTIA.tensor[2], 1e-12, way);
    t.deepEqual(run.segments[2].attached, way === "switchOff" ? ["second", "gear"] : []);
    return ["driver", "wheel"].map((name) => spinOf(after, name));
  });
  for (const end of ends.slice(1)) areClose(t, end, ends[0], 1e-11);
});

test("what is attached or switched on can be acted on in the same instant", (t) => {
  const { system, wheel } = createWheels();
  const kick = when(0.5, (actions) => {
    const second = actions.attach(new RevoluteJoint("second", system.ground, wheel, SECOND));
    actions.setRate(second, 2);
  });
  const run = system.simulateSync({ until: 1, events: [kick] });
  isClose(t, run.last.joint("second").rate, 2, 1e-14);
  isClose(t, spinOf(run.last, "wheel"), 2, 1e-14);

  const { system: other, first } = createWheels();
  first.enabled = false;
  const close = when(0.5, (actions) => {
    actions.switchOn(first);
    actions.setRate(first, 2);
  });
  const closed = other.simulateSync({ until: 0.5 + 1e-9, events: [close] });
  isClose(t, closed.point(closed.times.lastIndexOf(0.5)).joint("first").rate, 2, 1e-14);
});

test("what is attached can wait to be switched on, and be left out again", (t) => {
  const { system, wheel } = createWheels([0.5, 0, 0]);
  let weld: WeldJoint | undefined;
  const events = [
    when(0.2, (actions) => {
      weld = actions.attach(new WeldJoint("weld", system.ground, wheel));
      actions.switchOff(weld);
    }),
    when(0.3, (actions) => {
      const hinge = actions.attach(new WeldJoint("never", system.ground, wheel));
      actions.detach(hinge);
    }),
  ];
  const run = system.simulateSync({ until: 1, events });
  isClose(t, run.last.body("wheel").position[0], 1.5, 1e-12);
  t.deepEqual(
    run.segments.map(({ attached, absent }) => [attached, absent]),
    [
      [[], []],
      [["weld"], ["weld"]],
    ],
  );
  // Drawn where the wheel was at 0.2 s, which is too far away by now, but not at once.
  const caught = system.simulateSync({
    until: 1,
    events: [events[0], when(0.2001, (actions) => actions.switchOn(weld as WeldJoint))],
  });
  areClose(t, caught.last.body("wheel").velocity, [0, 0, 0], 1e-14);
  t.throws(
    () => system.simulateSync({ until: 1, events: [events[0], when(0.9, (a) => a.switchOn(weld as WeldJoint))] }),
    { message: /not met after the event/ },
  );
});

test("rates that do not exist are refused when everything is carried out, strangers at once", (t) => {
  const { system, first, wheel } = createWheels();
  const act = (action: (actions: EventActions) => void) => () =>
    system.simulateSync({ until: 1, events: [when(0.5, action)] });
  t.throws(
    act((a) => {
      a.setRate(first, 1);
      a.switchOff(first);
    }),
    { message: /setRate: RevoluteJoint "first" is off, so it has no rate/ },
  );
  const stranger = () => new RevoluteJoint("stranger", system.ground, wheel, SECOND);
  t.throws(
    act((a) => a.setRate(stranger(), 1)),
    { message: /setRate: .* is not a constraint of the system/ },
  );
  t.throws(
    act((a) => {
      const joint = a.attach(stranger());
      a.setRate(joint, 1);
      a.detach(joint);
    }),
    { message: /setRate: .* is not a constraint of the system/ },
  );
});

test("what a run has attached is no part of the system, and can be added to it", (t) => {
  const { system, wheel } = createWheels();
  let made: WeldJoint | undefined;
  const attach = when(0.5, (actions) => {
    made = actions.attach(new WeldJoint("weld", system.ground, wheel));
  });
  system.simulateSync({ until: 1, events: [attach] });
  const weld = made as WeldJoint | undefined;
  if (!weld) return t.fail();
  t.throws(() => system.remove(weld), { message: /is not in this system/ });
  const count = system.constraints.length;
  t.is(system.add(weld), weld);
  t.is(system.constraints.length, count + 1);
  t.throws(() => system.add(weld), { message: /in the system already/ });
  t.throws(() => createWheels().system.add(weld), { message: /belongs to another system/ });
});
