import test from "ava";
import {
  type Body,
  type EventActions,
  ForceElement,
  Inertia,
  RevoluteJoint,
  RigidBody,
  type Snapshot,
  System,
  WeldJoint,
} from "../../lib/index.ts";
import { areClose, isClose } from "../helpers/compare.ts";

const at = (time: number) => (now: Snapshot) => now.t - time;
const sphere = (mass: number) => Inertia.sphere({ mass, radius: 0.1 });

test("a joint on the tree that catches bodies a little apart moves both, by what their masses and inertias say", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const drawn = { position: [0.2, -0.1, 0.4] } as const;
  const one = system.add(new RigidBody("one", { inertia: sphere(1), ...drawn }));
  const two = system.add(
    new RigidBody("two", {
      inertia: sphere(3),
      ...drawn,
      velocity: [0.1, 0.2, -0.1],
      angularVelocity: [0.2, -0.1, 0.1],
    }),
  );
  const weld = system.add(new WeldJoint("weld", one, two));
  weld.enabled = false;
  const time = 2e-4;
  const run = system.simulateSync({
    until: 0.01,
    events: [{ name: "catch", value: at(time), action: (actions) => actions.switchOn(weld) }],
  });
  t.is(run.segments.length, 2);
  t.is(run.segments[1].stateNames.length, 13);
  // Concentric spheres: ways and turns of `time` times the rates are shared as 3 to 1; small turns add up to 1e-9 of them.
  const after = run.at(time);
  for (const name of ["one", "two"]) {
    const { position, orientation, velocity, angularVelocity } = after.body(name);
    areClose(
      t,
      position,
      [0.1, 0.2, -0.1].map((v, i) => drawn.position[i] + 0.75 * time * v),
      1e-15,
      name,
    );
    areClose(
      t,
      orientation.slice(1),
      [0.2, -0.1, 0.1].map((w) => 0.5 * 0.75 * time * w),
      1e-12,
      name,
    );
    areClose(t, velocity, [0.075, 0.15, -0.075], 1e-14, name);
    areClose(t, angularVelocity, [0.15, -0.075, 0.075], 1e-12, name);
  }
});

/** A state that decays by itself. */
class Decay extends ForceElement {
  get stateCount(): number {
    return 1;
  }

  get initialStates(): readonly number[] {
    return [2];
  }

  calcStateRates(): void {
    this.stateRates[0] = -this.states[0];
  }

  protected override calcWrench(): void {}
}

/** A wheel on two bearings, of which one closes a loop, and an arm beside it whose joint is cut. */
function createWheel(): { system: System; arm: Body; hinge: RevoluteJoint } {
  const system = new System({ gravity: [0, 0, 0] });
  const arm = system.add(new RigidBody("arm", { inertia: sphere(1), position: [1, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const wheel = system.add(new RigidBody("wheel", { inertia: sphere(2), position: [0, 2, 0] }));
  const axis = [0, 0, 1] as const;
  system.add(new RevoluteJoint("left", system.ground, wheel, { point: [0, 2, -1], axis, rate: 20 }));
  system.add(new RevoluteJoint("right", system.ground, wheel, { point: [0, 2, 1], axis }));
  system.add(new Decay("decay", arm, wheel));
  return { system, arm, hinge };
}

test("states of constraints and turns of joints go on: on the tree and where a loop is closed", (t) => {
  const { system, hinge } = createWheel();
  const events = [
    { name: "cut", value: at(0.4), action: (actions: EventActions) => actions.switchOff(hinge) },
    { name: "again", value: at(0.7), action: (actions: EventActions) => actions.switchOn(hinge) },
  ];
  const run = system.simulateSync({ until: 1, tolerance: 1e-11, events });
  t.is(run.segments.length, 3);
  for (const time of [0.39, 0.4, 0.5, 0.7, 1]) {
    const row = run.sample({ columns: ["left.angle", "right.angle", "decay.state.0"], times: [time] });
    isClose(t, row["left.angle"][0], 20 * time, 1e-9, `left at ${time} s`);
    isClose(t, row["right.angle"][0], 20 * time, 1e-9, `right at ${time} s`);
    isClose(t, row["decay.state.0"][0], 2 * Math.exp(-time), 1e-10, `decay at ${time} s`);
  }
  // Cut and caught in the same place the joint is on the tree again, and the same variant of the model as at first.
  t.deepEqual(run.segments[2].stateNames, run.segments[0].stateNames);
  isClose(t, run.last.joint("hinge").position, 0, 1e-12);
});

test("an impulse and a new rate at the instant of a cut act on what is left", (t) => {
  const { system, arm, hinge } = createWheel();
  const cut = (more: (actions: EventActions) => void) => {
    const action = (actions: EventActions) => {
      actions.switchOff(hinge);
      more(actions);
    };
    return system.simulateSync({ until: 1, events: [{ name: "cut", value: at(0.5), action }] });
  };
  const run = cut((actions) => {
    actions.applyImpulse(arm, [0.3, 0.1, -0.2]);
    actions.setRate(system.get("left") as RevoluteJoint, 5);
  });
  // The hinge would have taken the parts along x and z.
  areClose(t, run.last.body("arm").velocity, [0.3, 0.1, -0.2], 1e-14);
  isClose(t, run.last.joint("right").rate, 5, 1e-12);
  const error = t.throws(() => cut((actions) => actions.setRate(hinge, 5)));
  t.regex(error.message, /setRate: RevoluteJoint "hinge" is off, so it has no rate; switch it on first/);
});
