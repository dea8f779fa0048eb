import test from "ava";
import { auditRun } from "../../lib/audit/index.ts";
import {
  BallJoint,
  type EventActions,
  Gear,
  Inertia,
  JointLimit,
  RevoluteJoint,
  RigidBody,
  type Snapshot,
  System,
  Trajectory,
} from "../../lib/index.ts";
import { RunStore } from "../../lib/trajectory/RunStore.ts";
import { appendParts, takeParts } from "../../lib/worker/runParts.ts";
import { areClose, isAbove, isBelow, isClose } from "../helpers/compare.ts";

const GRAVITY = 9.81;
const ROD = Inertia.cylinder({ mass: 2, radius: 0.05, length: 1, axis: "x" });
const at = (time: number) => (now: Snapshot) => now.t - time;

function createArm(): { system: System; hinge: RevoluteJoint } {
  const system = new System();
  const arm = system.add(new RigidBody("arm", { inertia: ROD, position: [0.5, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] }));
  return { system, hinge };
}

const cut = (hinge: RevoluteJoint, time: number) => ({
  name: "cut",
  value: at(time),
  action: (actions: EventActions) => actions.switchOff(hinge),
});

test("an arm whose hinge is cut flies on: its centre on a parabola, its spin constant", (t) => {
  const { system, hinge } = createArm();
  const run = system.simulateSync({ until: 1.5, tolerance: 1e-11, events: [cut(hinge, 0.5)] });
  const start = run.at(0.5).body("arm");
  for (const time of [0.5, 0.73, 1, 1.5]) {
    const passed = time - 0.5;
    const now = run.at(time).body("arm");
    // Polynomials: the method integrates them to rounding.
    const expected = start.position.map(
      (x, i) => x + start.velocity[i] * passed - (i === 1 ? 0.5 * GRAVITY * passed ** 2 : 0),
    );
    areClose(t, now.position, expected, 1e-9, `${time} s`);
    areClose(t, now.angularVelocity, start.angularVelocity, 1e-9, `${time} s`);
    // About an axis that stands still the angle is the time times the spin.
    const half = 0.5 * start.angularVelocity[2] * passed;
    const [c, , , s] = start.orientation;
    const turned = [c * Math.cos(half) - s * Math.sin(half), 0, 0, s * Math.cos(half) + c * Math.sin(half)];
    areClose(t, now.orientation, turned, 1e-9, `${time} s`);
  }
  // The pendulum until then: energy from straight out.
  const { position, angularVelocity, velocity } = start;
  const inertia = ROD.tensor[2] + ROD.mass * 0.25;
  isClose(t, 0.5 * inertia * angularVelocity[2] ** 2, -ROD.mass * GRAVITY * position[1], 1e-9);
  isClose(t, Math.hypot(...velocity), 0.5 * Math.abs(angularVelocity[2]), 1e-14);
  isBelow(t, run.energy.drift, 1e-9);
});

test("a cut moves nothing: pose and velocity are the same before and after, bit by bit", (t) => {
  const { system, hinge } = createArm();
  const run = system.simulateSync({ until: 1, events: [cut(hinge, 0.5)] });
  const place = run.times.lastIndexOf(0.5);
  t.is(run.times[place - 1], 0.5);
  const [before, after] = [place - 1, place].map((i) => run.point(i).body("arm"));
  t.deepEqual(after.position, before.position);
  t.deepEqual(after.velocity, before.velocity);
  // From an angle to a quaternion and back.
  areClose(t, after.orientation, before.orientation, 1e-15);
  areClose(t, after.angularVelocity, before.angularVelocity, 1e-14);
});

test("what a joint tells while it is cut: no coordinates, no force", (t) => {
  const { system, hinge } = createArm();
  const run = system.simulateSync({ until: 1, every: 0.1, events: [cut(hinge, 0.45)] });
  const times = run.times;
  const [angle, force] = ["hinge.angle", "hinge.reaction.force.y"].map((name) => run.column(name));
  times.forEach((time, i) => {
    const isCut = time > 0.45 || (time === 0.45 && i === times.lastIndexOf(0.45));
    t.is(Number.isNaN(angle[i]), isCut, `${time}`);
    if (isCut) t.is(force[i], 0);
    else isAbove(t, force[i], 0);
  });
  t.deepEqual(
    run.segments.map(({ start, end, absent, attached, stateNames }) => ({
      ...{ start, end, absent, attached },
      size: stateNames.length,
    })),
    [
      { start: 0, end: 0.45, absent: [], attached: [], size: 2 },
      { start: 0.45, end: 1, absent: ["hinge"], attached: [], size: 13 },
    ],
  );
  t.is(run.stateNames.length, 13);
  t.true(
    run
      .toCSV({ columns: ["hinge.angle"] })
      .trim()
      .endsWith("1,NaN"),
  );
});

test("a joint that is off before the run carries nothing; any joint, without switchable", (t) => {
  const { system, hinge } = createArm();
  hinge.enabled = false;
  const run = system.simulateSync({ until: 1, events: [{ ...cut(hinge, 2), name: "never" }] });
  isClose(t, run.last.body("arm").position[1], -0.5 * GRAVITY, 1e-12);
  t.is(run.last.body("arm").position[0], 0.5);
  t.deepEqual(run.segments[0].absent, ["hinge"]);
  // And on again: no trace is left.
  const { system: fresh } = createArm();
  hinge.enabled = true;
  const again = system.simulateSync({ until: 1 });
  t.deepEqual(again.lastState, fresh.simulateSync({ until: 1 }).lastState);
});

/** A four-bar in a plane, the last joint with its own slack so that no row is redundant; one of its joints breaks. */
function createFourBar(broken: string, switchable: boolean): { system: System; joint: RevoluteJoint | BallJoint } {
  const system = new System();
  const add = (name: string, position: [number, number, number]) =>
    system.add(new RigidBody(name, { inertia: Inertia.box({ mass: 1, size: [0.3, 0.2, 0.1] }), position }));
  const crank = add("crank", [0, 0.5, 0]);
  const coupler = add("coupler", [1, 1.2, 0]);
  const rocker = add("rocker", [2, 0.6, 0]);
  const place = (name: string) => (name === broken && switchable ? { switchable } : {});
  const axis = [0, 0, 1] as const;
  const joints = [
    new RevoluteJoint("a", system.ground, crank, { point: [0, 0, 0], axis, rate: 2, ...place("a") }),
    new RevoluteJoint("b", crank, coupler, { point: [0, 1, 0], axis, ...place("b") }),
    new BallJoint("c", coupler, rocker, { point: [2, 1.4, 0], ...place("c") }),
    new RevoluteJoint("d", system.ground, rocker, { point: [2, 0, 0], axis, ...place("d") }),
  ];
  for (const joint of joints) system.add(joint);
  return { system, joint: joints.find(({ name }) => name === broken) as RevoluteJoint };
}

const compareBodies = (one: Trajectory, two: Trajectory, time: number): number =>
  Math.max(
    ...["crank", "coupler", "rocker"].flatMap((name) => {
      const [a, b] = [one, two].map((run) => run.at(time).body(name));
      return (["position", "velocity", "angularVelocity", "acceleration"] as const).flatMap((key) =>
        a[key].map((x, i) => Math.abs(x - b[key][i])),
      );
    }),
  );

for (const broken of ["b", "c", "d"]) {
  test(`joint ${broken} of a loop, cut on the tree = cut where rows keep it`, (t) => {
    const runs = [false, true].map((switchable) => {
      const { system, joint } = createFourBar(broken, switchable);
      return system.simulateSync({
        ...{ until: 0.8, tolerance: 1e-12 },
        events: [{ name: "break", value: at(0.3), action: (actions) => actions.switchOff(joint) }],
      });
    });
    for (const time of [0.1, 0.3, 0.5, 0.8]) {
      const difference = compareBodies(runs[0], runs[1], time);
      // Two trees, each integrated at 1e-12; accelerations are of the order of 100.
      isBelow(t, difference, 1e-9, `${time} s`);
    }
  });
}

test("what acts on a joint goes with it: a stop and a gear do nothing while it is cut", (t) => {
  const create = (withLaws: boolean) => {
    const { system, hinge } = createArm();
    const wheel = system.add(
      new RigidBody("wheel", { inertia: Inertia.sphere({ mass: 1, radius: 0.2 }), position: [0, 0, 1] }),
    );
    const axle = new RevoluteJoint("axle", system.ground, wheel, { point: [0, 0, 1], axis: [0, 0, 1] });
    system.add(axle);
    hinge.enabled = false;
    if (withLaws) {
      system.add(new JointLimit("stop", hinge, { lower: -0.1 }));
      system.add(new Gear("gear", hinge, axle, { ratio: 2 }));
    }
    return system.simulateSync({ until: 0.5 });
  };
  const [without, withLaws] = [false, true].map(create);
  t.deepEqual(withLaws.lastState.y, without.lastState.y);
  t.is(withLaws.last.reaction("gear").torque[2], 0);
});

test("a body that nothing determines any more is named", (t) => {
  const system = new System();
  const bob = system.add(new RigidBody("bob", { inertia: Inertia.point({ mass: 1 }), position: [1, 0, 0] }));
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const error = t.throws(() => system.simulateSync({ until: 1, events: [cut(hinge, 0.5)] }));
  t.regex(
    error.message,
    /stopped at t = 0\.5 s: RigidBody "bob": its rotation is not determined.*give the body an inertia/,
  );
});

test("analyses, workers and audits of a run that cuts a joint: each instant has its own model", async (t) => {
  const { system, hinge } = createArm();
  const run = system.simulateSync({ until: 1, events: [cut(hinge, 0.5)] });
  t.is((await system.linearize({ at: run.at(0.2) })).names.length, 2);
  t.is((await system.linearize({ at: run.last })).names.length, 12);
  t.regex(t.throws(() => auditRun(system, run)).message, /joins or parts bodies at t = 0\.5 s.*audit the parts/);
  // What a worker sends, as a page puts it together.
  const observer = system.getObserver();
  const parts = structuredClone(takeParts(run, { points: 0, steps: 0, modeLists: 0, events: 0 }));
  const store = new RunStore(observer.stateNames, parts.denseVectors, { ...parts.statistics });
  const page = new Trajectory(observer, store);
  appendParts(page, parts);
  for (const time of [0.2, 0.5, 0.8]) t.deepEqual(page.at(time).body("arm"), run.at(time).body("arm"));
  t.deepEqual(page.segments, run.segments);
});
