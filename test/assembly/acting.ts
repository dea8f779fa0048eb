import test from "ava";
import {
  type EventActions,
  Fragment,
  Inertia,
  JointCircuit,
  RevoluteJoint,
  RigidBody,
  type Snapshot,
  System,
  Trajectory,
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
