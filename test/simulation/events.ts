import test from "ava";
import {
  AppliedWrench,
  BallJoint,
  type Body,
  DistanceRod,
  type EventActions,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  RowConstraint,
  SimulationError,
  type Snapshot,
  SpringDamper,
  System,
  type Vector3,
  WeldJoint,
} from "../../lib/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { bounce, G, hitStop, listBounces } from "../helpers/eventModels.ts";

for (const tolerance of [1e-6, 1e-9, 1e-11]) {
  test(`a bouncing mass: instants within ten times the tolerance ${tolerance}`, (t) => {
    const run = bounce(0.9, 5, tolerance);
    const expected = listBounces(0.9, run.events.length);
    isAtLeast(t, run.events.length, 7);
    run.events.forEach(({ t: time, owner }, i) => {
      t.is(owner, "floor");
      isClose(t, time, expected[i], 10 * tolerance, `${time} and ${expected[i]}`);
    });
  });
}

for (const tolerance of [1e-6, 1e-9, 1e-11]) {
  test(`a pendulum at a stop: instants within ten times the tolerance ${tolerance}`, (t) => {
    const { run, expected } = hitStop(tolerance);
    t.is(run.events.length, 3);
    run.events.forEach(({ t: time }, i) => {
      isClose(t, time, expected[i], 10 * tolerance, `${time} and ${expected[i]}`);
    });
  });
}

test("the order of the method is kept across events", (t) => {
  // Errors behind three hits fall with the tolerance, as without events.
  const exponents = [-5, -6, -7, -8, -9, -10, -11];
  const reference = hitStop(1e-13).run.last.joint("hinge").position;
  const logs = exponents.map((x) =>
    Math.log10(Math.abs(hitStop(10 ** x).run.last.joint("hinge").position - reference)),
  );
  const slope = (logs[logs.length - 1] - logs[0]) / (exponents[exponents.length - 1] - exponents[0]);
  isClose(t, slope, 1, 0.2);
});

test("events that pile up are refused with the instant at which they do; nothing is lost", (t) => {
  const error = t.throws(() => bounce(0.5, 10, 1e-10), { instanceOf: SimulationError });
  const end = Math.sqrt(2 / G) * 3;
  t.regex(error.message, /"floor" changes sign again and again.*pile up at t = 1\.35457\d* s.*Hold/);
  isClose(t, error.trajectory.end, end, 1e-9);
  isAbove(t, error.trajectory.events.length, 20);
});

test("an impulse moves the whole mechanism as the masses want", (t) => {
  // Two rods in a line, free in space, hinged: a blow J across the end of the first. Closed form of the double rod:
  // momentum and angular momentum about the hinge of each part.
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = new Inertia({ mass: 1, tensor: [0.01, 1 / 12, 1 / 12] });
  const one = system.add(new RigidBody("one", { inertia, position: [-0.5, 0, 0] }));
  const two = system.add(new RigidBody("two", { inertia, position: [0.5, 0, 0] }));
  system.add(new RevoluteJoint("hinge", one, two, { point: [0, 0, 0], axis: [0, 0, 1] }));
  system.add(new AppliedWrench("push", system.ground, one, { force: [1, 0, 0] }));
  const J = 3;
  const run = system.simulateSync({
    until: 2,
    events: [
      {
        name: "blow",
        value: (now) => now.t - 1,
        action: (actions) => actions.applyImpulse(one, [0, J, 0], findEnd(one)),
      },
    ],
  });
  function findEnd(body: Body): Vector3 {
    return [body.kinematics.r[0] - 0.5, body.kinematics.r[1], body.kinematics.r[2]];
  }
  const after = run.at(1);
  // Impulse X at the hinge on rod two: v2 = X, ω2 = −½X/I with I = 1/12; on rod one: v1 = J − X, ω1 = (−½J − ½X)/I.
  // The hinge moves with both: v1 + ½ω1 = v2 − ½ω2  ⇒  J − X − 3J − 3X = X + 3X  ⇒  X = −J/4.
  const X = -J / 4;
  const expected = { v1: J - X, w1: 12 * (-J / 2 - X / 2), v2: X, w2: 12 * (-X / 2) };
  isClose(t, after.body("one").velocity[1], expected.v1, 1e-12);
  isClose(t, after.body("one").angularVelocity[2], expected.w1, 1e-11);
  isClose(t, after.body("two").velocity[1], expected.v2, 1e-12);
  isClose(t, after.body("two").angularVelocity[2], expected.w2, 1e-11);
});

test("an angular impulse on a body of a closed loop keeps the loop", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const rod = (name: string, x: number, y: number, axis: "x" | "y") =>
    system.add(new RigidBody(name, { inertia: Inertia.rod({ mass: 1, length: 1, axis }), position: [x, y, 0] }));
  const [left, top, right] = [rod("left", 0, 0.5, "y"), rod("top", 0.5, 1, "x"), rod("right", 1, 0.5, "y")];
  const axis: Vector3 = [0, 0, 1];
  system.add(new RevoluteJoint("a", system.ground, left, { point: [0, 0, 0], axis }));
  system.add(new RevoluteJoint("b", left, top, { point: [0, 1, 0], axis }));
  system.add(new RevoluteJoint("c", top, right, { point: [1, 1, 0], axis }));
  system.add(new RevoluteJoint("d", system.ground, right, { point: [1, 0, 0], axis }));
  const run = system.simulateSync({
    until: 0.5,
    tolerance: 1e-10,
    events: [
      { name: "kick", value: (now) => now.t - 0.1, action: (actions) => actions.applyAngularImpulse(left, [0, 0, 2]) },
    ],
  });
  // A parallelogram: inertia 1/3 + 1/3 + 1 about the feet, so the rate becomes 2 / (5/3).
  isClose(t, run.at(0.1).joint("a").rate, 1.2, 1e-12);
  isClose(t, run.at(0.1).joint("d").rate, 1.2, 1e-12);
  isClose(t, run.last.joint("a").rate, 1.2, 1e-9);
  isBelow(t, run.violation.position, 1e-12);
  isBelow(t, run.violation.velocity, 1e-12);
});

test("a joint that is switched on catches its bodies without a bounce; momentum is kept, energy is not", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.box({ mass: 1, size: [1, 1, 1] });
  const target = system.add(new RigidBody("target", { inertia }));
  const bullet = system.add(new RigidBody("bullet", { inertia, position: [3, 0.3, 0], velocity: [-1, 0, 0] }));
  const latch = system.add(
    new WeldJoint("latch", target, bullet, { pointA: [1, 0.3, 0], pointB: [-1, 0, 0], switchable: true }),
  );
  latch.enabled = false;
  const touch = {
    name: "touch",
    direction: -1 as const,
    value: (now: { body(name: string): { position: Vector3 } }) => now.body("bullet").position[0] - 2,
    action: (actions: EventActions) => actions.switchOn(latch),
  };
  const run = system.simulateSync({ until: 3, tolerance: 1e-10, events: [touch] });
  t.is(run.events.length, 1);
  isClose(t, run.events[0].t, 1, 1e-12);
  const { linear, angular } = run.last.momentum;
  isClose(t, linear[0], -1, 1e-12);
  isClose(t, linear[1], 0, 1e-12);
  isClose(t, angular[2], 0.3, 1e-11);
  // Before the catch they are free, behind it they move as one: L about the common centre = ½·1·1·0.3, inertia
  // 2/6 + ½(2² + 0.3²).
  const rate = 0.15 / (2 / 6 + (4 + 0.09) / 2);
  isClose(t, run.last.body("target").angularVelocity[2], rate, 1e-12);
  t.deepEqual(run.point(0).reaction("latch").force, [0, 0, 0]);
  isBelow(t, run.last.energy.kinetic, 0.5);
  // A second run starts unlatched again.
  t.is(system.simulateSync({ until: 0.5 }).last.body("target").velocity[0], 0);
});

/** A table that carries from below: holds the height of B while the force is upwards; its mode is what it does. */
class Table extends RowConstraint {
  private state = "free";

  constructor(name: string, base: Body, body: Body) {
    super(name, base, body, 1);
  }

  override get mode(): string {
    return this.state;
  }

  override set mode(value: string) {
    this.state = value;
  }

  get eventCount(): number {
    return 2;
  }

  getEventDirection(): -1 {
    return -1;
  }

  calcEvents(_t: number, out: Float64Array): void {
    out[0] = this.state === "free" ? this.portB.r[1] : 1;
    out[1] = this.state === "rests" ? this.multipliers[0] : 1;
  }

  handleEvent(index: number, _t: number, actions: EventActions): void {
    this.state = index === 0 ? "rests" : "free";
    if (index === 0) actions.switchOn(this);
    else actions.switchOff(this);
  }

  protected override calcRowTerms(): void {
    this.jacobian.set([0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    this.accelerationTargets[0] = 0;
  }

  protected override calcPositionTerms(): void {
    this.positionErrors[0] = this.portB.r[1];
  }
}

test("a constraint with modes of its own: lands, rests, is lifted off; modes are listed and replayed", (t) => {
  const system = new System();
  const body = system.add(
    new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 0.5, 0] }),
  );
  const table = system.add(new Table("table", system.ground, body));
  table.enabled = false;
  // Pulls up with 5 t newtons: lifts off when that is the weight.
  system.add(new AppliedWrench("crane", system.ground, body, { force: (time) => [0, 5 * time, 0] }));
  const run = system.simulateSync({ until: 3, tolerance: 1e-10 });
  t.deepEqual(
    run.events.map(({ owner, before, after }) => [owner, before, after]),
    [
      ["table", "free", "rests"],
      ["table", "rests", "free"],
    ],
  );
  isClose(t, run.events[1].t, G / 5, 1e-9);
  // Falls with a = −g + 5t: 0.5 − g t²/2 + 5t³/6 = 0.
  const land = run.events[0].t;
  isClose(t, 0.5 - (G * land ** 2) / 2 + (5 * land ** 3) / 6, 0, 1e-9);
  const rest = run.at(1);
  isClose(t, rest.reaction("table").force[1], G - 5, 1e-12);
  isClose(t, rest.body("body").position[1], 0, 1e-12);
  t.is(run.at(2.5).reaction("table").force[1], 0);
  const tau = 3 - G / 5;
  isClose(t, run.last.body("body").position[1], (5 * tau ** 3) / 6, 1e-9);
});

test("events of one instant come in the order of the system and of the list", (t) => {
  const system = new System();
  system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const order: string[] = [];
  const event = (name: string) => ({
    name,
    value: (now: { t: number }) => now.t - 0.5,
    action: () => void order.push(name),
  });
  const run = system.simulateSync({ until: 1, events: [event("first"), event("second"), event("third")] });
  t.deepEqual(order, ["first", "second", "third"]);
  t.deepEqual(
    run.events.map(({ owner }) => owner),
    order,
  );
  t.is(new Set(run.events.map((entry) => entry.t)).size, 1);
  isAtLeast(t, run.events[0].t, 0.5);
  isBelow(t, run.events[0].t, 0.5 + 1e-12);
});

test("stop ends the run at the event", (t) => {
  const system = new System();
  system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 1, 0] }));
  const run = system.simulateSync({
    until: 5,
    events: [{ name: "ground", value: (now) => now.body("body").position[1], action: "stop" }],
  });
  isClose(t, run.end, Math.sqrt(2 / G), 1e-12);
  isAtMost(t, run.last.body("body").position[1], 0);
});

test("a short excursion inside a long step is not missed", (t) => {
  // Steps of a free flight are long; the ball is above 4.9 m for a tenth of a second only.
  const system = new System();
  const start = Math.sqrt(2 * G * 4.905);
  system.add(new RigidBody("ball", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), velocity: [0, start, 0] }));
  const run = system.simulateSync({
    until: 2,
    events: [{ name: "above", value: (now) => now.body("ball").position[1] - 4.9 }],
  });
  t.is(run.events.length, 2);
});

test("bad events are refused by name", (t) => {
  const system = new System();
  const body = system.add(
    new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [0, 1, 0] }),
  );
  const slide = system.add(new PrismaticJoint("slide", system.ground, body, { point: [0, 1, 0], axis: [0, 1, 0] }));
  const run = (event: object) => () => system.simulateSync({ until: 1, events: [event as never] });
  t.regex(t.throws(run({ name: "nan", value: () => Number.NaN })).message, /event "nan" is NaN at t = 0/);
  t.regex(t.throws(run({ name: "", value: () => 1 })).message, /events\[0\]: the name is ""/);
  t.regex(t.throws(run({ name: "x", value: 3 })).message, /value is 3; give a function/);
  t.regex(t.throws(run({ name: "x", value: () => 1, direction: 2 })).message, /direction is 2; give 1/);
  t.regex(t.throws(run({ name: "x", valu: () => 1 })).message, /did you mean "value"/);
  t.regex(
    t.throws(() => system.simulateSync({ until: 1, events: {} as never })).message,
    /events are an object.*give a list/,
  );
  const twice = run({
    name: "twice",
    value: (now: { t: number }) => now.t - 0.5,
    action: (a: EventActions) => a.attach(slide),
  });
  const error = t.throws(twice, { instanceOf: SimulationError });
  t.regex(error.message, /PrismaticJoint "slide" is in the system already; switch it on instead/);
  isClose(t, error.trajectory.end, 0.5, 1e-9);
});

test("the doctor names what limited the steps", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const slow = system.add(new RigidBody("slow", { inertia, position: [1, 0, 0], velocity: [0, 0.1, 0] }));
  const quick = system.add(new RigidBody("quick", { inertia, position: [0, 1.1, 0] }));
  system.add(new BallJoint("hold", system.ground, slow, { point: [0, 0, 0] }));
  system.add(new PrismaticJoint("rail", system.ground, quick, { point: [0, 1.1, 0], axis: [0, 1, 0] }));
  system.add(new SpringDamper("spring", system.ground, quick, { stiffness: 4e4, restLength: 1 }));
  const run = system.simulateSync({ until: 1, tolerance: 1e-8 });
  t.regex(run.diagnosis?.limitedBy[0].name ?? "", /PrismaticJoint "rail"/);
  isAbove(t, run.diagnosis?.limitedBy[0].share ?? 0, 0.9);
  t.deepEqual(run.diagnosis?.advice, []);
  // A force that jumps at t = 0.5 without an event.
  system.add(new AppliedWrench("jump", system.ground, slow, { force: (time) => [0, 0, time > 0.123 ? 1e5 : 0] }));
  const jump = system.simulateSync({ until: 0.2, tolerance: 1e-8 });
  isClose(t, jump.diagnosis?.shortest.t ?? 0, 0.123, 1e-3);
  t.regex(jump.diagnosis?.advice.join() ?? "", /at t = 0\.12.*BallJoint "hold"/);
});

test("the doctor does not count the steps that only grow after the start", (t) => {
  // Falls freely: nothing limits the steps, and the first ones are a guess.
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const bob = system.add(new RigidBody("bob", { inertia, position: [1, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const { diagnosis, times } = system.simulateSync({ until: 10, tolerance: 1e-8 });
  const steps = [...times.slice(1)].map((time, i) => time - times[i]);
  const settled = steps.filter((h, i) => i > 0 && i < steps.length - 1 && h <= steps[i - 1]);
  isClose(t, diagnosis?.shortest.step ?? 0, Math.min(...settled), 1e-12);
  isAbove(t, diagnosis?.shortest.t ?? 0, 0);
  t.deepEqual(diagnosis?.advice, []);
});

test("a body that the start moves onto its constraints is named in the notes", (t) => {
  const create = (length: number) => {
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const body = system.add(new RigidBody("x", { inertia, position: [2.5, 0, 0] }));
    system.add(new DistanceRod("rod", system.ground, body, { length }));
    return system.simulateSync({ until: 0.1 }).notes;
  };
  t.deepEqual(create(1), ['RigidBody "x" was moved by 1.5 m onto its constraints']);
  t.deepEqual(create(2.5), []);
  t.deepEqual(create(2.501), []);
});

test("an event that comes back for ever, and one whose value is lost on the way, explain themselves", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, 1, 0] }));
  const rail = system.add(new PrismaticJoint("rail", system.ground, ball, { point: [0, 1, 0], axis: [0, 1, 0] }));
  const hold = {
    name: "hold",
    value: (now: Snapshot) => now.joint("rail").rate + 2,
    action: (actions: EventActions) => actions.setRate(rail, -2 + 1e-8),
  };
  const error = t.throws(() => system.simulateSync({ until: 1, events: [hold] }), { instanceOf: SimulationError });
  t.regex(
    error.message,
    /^simulate: the run stopped at t = 0\.2038\d+ s: the value of the event "hold" changes sign again and again, 5000 times in the last 0\.0000051 s: what is done there does not keep it from coming back, and the run would never end\. Give it a direction, let its action move it well away from zero, or hold the motion there \(switch a constraint on\)\. What/,
  );
  t.is(error.trajectory.diagnosis?.events[0].count, 5000);
  // The root of the height, which falls through zero at t = √(2/g).
  const root = { name: "root", value: (now: Snapshot) => Math.sqrt(now.body("ball").position[1]) + 1 };
  const lost = t.throws(() => system.simulateSync({ until: 1, events: [root] }), { instanceOf: SimulationError });
  t.regex(
    lost.message,
    /the value of the event "root" is NaN at t = 0\.4[5-7]\d* s; it has to be a finite number everywhere/,
  );
  isAbove(t, lost.trajectory.end, 0.43);
});

for (const floor of [0.3, -7, 1000]) {
  test(`a ball does not fall through a floor at y = ${floor} m, where zero is not exact`, (t) => {
    const system = new System();
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const ball = system.add(new RigidBody("ball", { inertia, position: [0, floor + 1, 0] }));
    const floorEvent = {
      name: "floor",
      direction: -1 as const,
      value: (now: Snapshot) => now.body("ball").position[1] - floor,
      action: (actions: EventActions, now: Snapshot) =>
        actions.applyImpulse(ball, [0, -1.5 * now.body("ball").velocity[1], 0]),
    };
    const error = t.throws(() => system.simulateSync({ until: 5, events: [floorEvent] }), {
      instanceOf: SimulationError,
    });
    t.regex(error.message, /"floor" changes sign again and again/);
    isClose(t, error.trajectory.end, 3 * Math.sqrt(2 / G), 1e-5);
    isAbove(t, error.trajectory.last.body("ball").position[1], floor - 1e-9);
  });
}

test("actions refuse what is not of the system, promises, and joints that cannot be closed", (t) => {
  const create = () => {
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const a = system.add(new RigidBody("a", { inertia, position: [0, 0, 0] }));
    const b = system.add(new RigidBody("b", { inertia, position: [1, 0, 0], velocity: [0, 1, 0] }));
    const joint = system.add(new BallJoint("joint", a, b, { point: [0.5, 0, 0], switchable: true }));
    return { system, joint };
  };
  const act = (system: System, action: (actions: EventActions) => unknown) =>
    t.throws(
      () =>
        system.simulateSync({
          until: 1,
          events: [{ name: "now", value: (now) => now.t - 0.5, action: (x) => action(x) as undefined }],
        }),
      { instanceOf: SimulationError },
    ).message;
  const { system } = create();
  const foreign = create().joint;
  t.regex(
    act(system, (actions) => actions.switchOff(foreign)),
    /switchOff: .* is not a constraint of the system/,
  );
  t.regex(
    act(system, (actions) => actions.switchOn("joint" as never)),
    /switchOn: "joint" is not a constraint/,
  );
  t.regex(
    act(system, async () => Promise.reject(new Error("later"))),
    /the event "now": action answers with a promise; give a function that is not async/,
  );
  const { system: parted, joint } = create();
  const events = [
    { name: "off", value: (now: Snapshot) => now.t - 0.5, action: (actions: EventActions) => actions.switchOff(joint) },
    { name: "on", value: (now: Snapshot) => now.t - 2.5, action: (actions: EventActions) => actions.switchOn(joint) },
  ];
  const error = t.throws(() => parted.simulateSync({ until: 3, events }), { instanceOf: SimulationError });
  t.regex(
    error.message,
    /stopped at t = 2\.5 s: the constraints are not met after the event; what is missing .*BallJoint "joint" by .*Bring together what a constraint connects before/,
  );
  t.is(error.trajectory.end, 2.5);
});

test("what is switched on catches its bodies where they meet, and does not fetch them", (t) => {
  const meet = (gap: number) => {
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
    const a = system.add(new RigidBody("a", { inertia, position: [0, 0, 0] }));
    const b = system.add(new RigidBody("b", { inertia, position: [1 + gap, 0, 0] }));
    const options = { pointA: [0.5, 0, 0], pointB: [-0.5, 0, 0], switchable: true } as const;
    const joint = system.add(new BallJoint("joint", a, b, options));
    joint.enabled = false;
    const action = (actions: EventActions) => actions.switchOn(joint);
    return system.simulateSync({ until: 1, events: [{ name: "on", value: (now) => now.t - 0.5, action }] });
  };
  const error = t.throws(() => meet(1), { instanceOf: SimulationError });
  t.regex(
    error.message,
    /^simulate: the run stopped at t = 0\.5 s: .*what is missing \(m or rad\): BallJoint "joint" by 1\.00\./,
  );
  t.is(error.trajectory.end, 0.5);
  t.deepEqual(error.trajectory.last.body("b").position, [2, 0, 0]);
  // A gap of a ten-thousandth is closed by equal masses half each.
  isClose(t, meet(1e-4).last.body("a").position[0], 0.5e-4, 1e-12);
});

test("zero at the start counts as the side that the direction comes from; without one it has no sign", (t) => {
  // sin(ωt) from zero, up or down: the events are the zeros in their direction, the first one included.
  for (const sign of [1, -1]) {
    for (const direction of [-1, 0, 1] as const) {
      const system = new System({ gravity: [0, 0, 0] });
      const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
      const body = system.add(new RigidBody("body", { inertia, velocity: [sign, 0, 0] }));
      const joint = { point: [0, 0, 0], axis: [1, 0, 0], stiffness: Math.PI ** 2 } as const;
      system.add(new PrismaticJoint("slide", system.ground, body, joint));
      const value = (now: Snapshot) => now.joint("slide").position;
      const run = system.simulateSync({ until: 4.5, tolerance: 1e-10, events: [{ name: "zero", value, direction }] });
      const expected = [0, 1, 2, 3, 4].filter((n) => (direction === 0 ? n > 0 : (n % 2 ? -sign : sign) === direction));
      t.deepEqual(
        run.events.map((event) => Math.round(1e6 * event.t) / 1e6),
        expected,
      );
    }
  }
  // One that stays zero for a while, then leaves, then changes sign.
  const system = new System();
  system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const late = { name: "late", value: ({ t: time }: Snapshot) => (time < 0.5 ? 0 : (time - 0.5) * (time - 0.8)) };
  t.deepEqual(
    system.simulateSync({ until: 1, events: [late] }).events.map((event) => event.t.toFixed(9)),
    ["0.800000000"],
  );
});

test("an error of an event's function names the event", (t) => {
  const system = new System();
  system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const run = (event: object) => () =>
    system.simulateSync({ until: 1, events: [{ name: "clap", value: (now: Snapshot) => now.t - 0.5, ...event }] });
  const fail = () => {
    throw new Error("no hands");
  };
  t.regex(t.throws(run({ value: fail })).message, /at t = 0 s: the value of the event "clap": no hands\. What/);
  t.regex(t.throws(run({ action: fail })).message, /at t = 0\.5 s: the action of the event "clap": no hands\. What/);
  t.regex(
    t.throws(run({ action: (actions: EventActions) => actions.setRate(undefined as never, 0) })).message,
    /the action of the event "clap": setRate: undefined is not a joint/,
  );
});

test("with every, an event on a sample adds its two points and no third", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  system.add(new RigidBody("ball", { inertia, position: [0, 1, 0] }));
  const run = system.simulateSync({ until: 1, every: 0.25, events: [{ name: "half", value: (now) => now.t - 0.5 }] });
  t.deepEqual([...run.times], [0, 0.25, 0.5, 0.5, 0.75, 1]);
});

test("a point mass that is welded twice is redundant, not jammed", (t) => {
  const weld = (offset: number) => {
    const system = new System();
    const body = system.add(new RigidBody("body", { inertia: Inertia.point({ mass: 1 }), position: [1, 0, 0] }));
    system.add(new WeldJoint("first", system.ground, body, { pointA: [1, 0, 0], pointB: [0, 0, 0] }));
    system.add(new WeldJoint("second", system.ground, body, { pointA: [1, 0, offset], pointB: [0, 0, 0] }));
    return system;
  };
  t.is(weld(0).simulateSync({ until: 1 }).end, 1);
  t.throws(() => weld(1).simulateSync({ until: 1 }), { message: /cannot all be met at the start.*"second" by 1\.00/ });
});
