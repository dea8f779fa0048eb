import test from "ava";
import {
  CoulombFriction,
  type FrictionLaw,
  IdealRolling,
  Inertia,
  JointFriction,
  LinearFriction,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  SmoothFriction,
  SpringDamper,
  System,
  TanhFriction,
} from "../../lib/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { closes, createFourBar, inOrder, listTimes, ORDERS, TOLERANCE } from "../helpers/jointLawModels.ts";

// ---------------------------------------------------------------------------------------------------------------------
// Dry friction.

function createSlider(order: 1 | -1, start: number, options: ConstructorParameters<typeof JointFriction>[2], rate = 0) {
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(new RigidBody("block", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }) }));
  const joint = system.add(
    inOrder(order, system.ground, body, (a, b) => {
      const options = { position: order * start, rate: order * rate, stiffness: 50 };
      return new PrismaticJoint("rail", a, b, { point: [0.1, 0.2, 0.3], axis: [1, 1, 0], ...options });
    }),
  );
  const friction = system.add(new JointFriction("rub", joint, options));
  return { system, joint, friction };
}

for (const order of ORDERS) {
  test(`a block on a spring: amplitudes fall by 2 F/k each half swing, until it sticks (order ${order})`, (t) => {
    const [force, start] = [4, 1];
    const { system, friction } = createSlider(order, start, { force });
    const run = system.simulateSync({ until: 10, tolerance: TOLERANCE });
    const half = Math.PI / 5;
    const turns: { time: number; x: number }[] = [];
    for (let n = 1, x = start; Math.abs(50 * x) > force; n++) {
      x = -Math.sign(x) * (Math.abs(x) - (2 * force) / 50);
      turns.push({ time: n * half, x });
    }
    const times = listTimes(run, "rub");
    t.is(times.length, turns.length);
    turns.forEach(({ time, x }, n) => {
      isClose(t, times[n], time, 10 * TOLERANCE, `turn ${n}`);
      isClose(t, order * run.at(times[n]).joint("rail").position, x, 10 * TOLERANCE, `amplitude ${n}`);
    });
    const modes = run.events.map(({ before, after }) => `${before} ${after}`);
    t.deepEqual(
      modes,
      turns.map((_, n) => (n === turns.length - 1 ? "slip stick" : "slip slip")),
    );
    const x = turns[turns.length - 1].x;
    isClose(t, run.last.joint("rail").rate, 0, 1e-20);
    // It holds the spring, which pulls with 50 x.
    isClose(t, order * friction.present.effort, 50 * x, 1e-8);
    isClose(t, order * (run.column("rub.effort").at(-1) as number), 50 * x, 1e-8);
    t.deepEqual([run.getUnit("rub.slip"), run.getUnit("rub.effort"), run.getUnit("rub.limit")], ["m/s", "N", "N"]);
    t.is(run.column("rub.limit").at(-1), force);
    t.is(run.column("rub.mode").at(-1), 4);
    // What friction takes is all that is lost: force times way.
    const way = turns.reduce((sum, turn, n) => sum + Math.abs(turn.x - (n === 0 ? start : turns[n - 1].x)), 0);
    isClose(t, 25 * start * start - run.last.energy.total, force * way, 1e-8);
  });

  test(`stick and slip on a belt with a larger static limit (order ${order})`, (t) => {
    const [stiffness, mass, limit, ratio, speed] = [50, 2, 4, 1.5, 0.4];
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = Inertia.sphere({ mass, radius: 0.1 });
    const belt = system.add(new RigidBody("belt", { inertia }));
    const block = system.add(new RigidBody("block", { inertia }));
    const axis = [1, 0, 0] as const;
    system.add(
      new PrismaticJoint("drive", system.ground, belt, {
        point: [0, 0, 0],
        axis,
        motion: (time) => [speed * time, speed, 0],
      }),
    );
    const joint = system.add(
      inOrder(order, belt, block, (a, b) => new PrismaticJoint("slide", a, b, { point: [0, 0, 0], axis })),
    );
    const friction = new CoulombFriction({ coefficient: 1, staticCoefficient: ratio });
    system.add(new JointFriction("rub", joint, { force: limit, friction }));
    // A long spring pulls the block along the belt, and has no force at the start.
    system.add(
      new SpringDamper("spring", system.ground, block, { from: [-10, 0, 0], stiffness, damping: 0, restLength: 10 }),
    );
    const run = system.simulateSync({ until: 6, tolerance: TOLERANCE });
    const w = Math.sqrt(stiffness / mass);
    const amplitude = ((ratio - 1) * limit) / stiffness;
    const slide = (2 / w) * (Math.PI - Math.atan((amplitude * w) / speed));
    const expected = [(ratio * limit) / stiffness / speed];
    while (expected[expected.length - 1] < 6) {
      expected.push(expected[expected.length - 1] + (expected.length % 2 === 1 ? slide : (2 * amplitude) / speed));
    }
    expected.pop();
    const times = listTimes(run, "rub");
    t.is(times.length, expected.length);
    isAtLeast(t, times.length, 8);
    times.forEach((time, n) => {
      isClose(t, time, expected[n], 100 * TOLERANCE, `change ${n}`);
    });
    t.deepEqual(
      run.events.map(({ after }) => after),
      expected.map((_, n) => (n % 2 === 0 ? "slip" : "stick")),
    );
  });
}

test("a brake stops an axle when it should and holds it without creep", (t) => {
  for (const closing of [false, true]) {
    const system = new System({ gravity: [0, 0, 0] });
    const wheel = system.add(new RigidBody("wheel", { inertia: new Inertia({ mass: 1, tensor: [0.5, 0.5, 0.5] }) }));
    const options = { rate: 8, torque: (time: number) => (time < 4 ? 0 : Math.sin(time)) };
    const axle = system.add(
      new RevoluteJoint("axle", system.ground, wheel, { point: [0, 0, 0], axis: [0, 0, 1], ...options }),
    );
    const other = system.add(new RevoluteJoint("other", system.ground, wheel, { point: [0, 0, 1], axis: [0, 0, -1] }));
    const brake = system.add(
      new JointFriction("brake", closing ? other : axle, { torque: (time) => (time < 1 ? 0 : 2) }),
    );
    t.is(closes(system, closing ? other : axle), closing);
    const short = system.simulateSync({ until: 4, tolerance: TOLERANCE });
    // 8 rad/s at 4 rad/s²: two seconds, from the first on.
    isClose(t, listTimes(short, "brake").at(-1) as number, 3, 10 * TOLERANCE);
    isClose(t, short.last.joint("axle").position, 8 + 8, 100 * TOLERANCE);
    t.deepEqual(
      short.events.map(({ after }) => after),
      ["slip", "stick"],
    );
    const run = system.simulateSync({ until: 1004, from: short, tolerance: 1e-8 });
    t.is(run.events.length, 0);
    const creep = Math.abs(run.last.joint("axle").position - short.last.joint("axle").position);
    isBelow(t, creep, 1e-12, `${creep} rad`);
    run.at(500).show();
    isClose(t, (closing ? -1 : 1) * brake.present.effort, -Math.sin(500), 1e-12);
  }
});

test("a brake that is released lets go, and takes hold again", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const wheel = system.add(new RigidBody("wheel", { inertia: new Inertia({ mass: 1, tensor: [0.5, 0.5, 0.5] }) }));
  const axle = system.add(
    new RevoluteJoint("axle", system.ground, wheel, { point: [0, 0, 0], axis: [0, 0, 1], torque: () => 1 }),
  );
  system.add(new JointFriction("brake", axle, { torque: (time) => (time < 1 || time >= 2 ? 3 : 0) }));
  const run = system.simulateSync({ until: 3, tolerance: TOLERANCE });
  // Free for a second at 2 rad/s², then braked at 4 rad/s².
  t.deepEqual(
    run.events.map(({ after }) => after),
    ["open", "slip", "stick"],
  );
  [1, 2, 2.5].forEach((time, n) => {
    isClose(t, run.events[n].t, time, 10 * TOLERANCE);
  });
  isClose(t, run.last.joint("axle").position, 1 + 0.5, 100 * TOLERANCE);
});

test("laws without stick creep as they say; no slip at all is a lock", (t) => {
  const create = (friction: FrictionLaw) => {
    const system = new System({ gravity: [0, 0, 0] });
    const wheel = system.add(new RigidBody("wheel", { inertia: new Inertia({ mass: 1, tensor: [0.5, 0.5, 0.5] }) }));
    const axle = system.add(
      new RevoluteJoint("axle", system.ground, wheel, { point: [0, 0, 0], axis: [0, 0, 1], torque: () => 1 }),
    );
    system.add(new JointFriction("brake", axle, { torque: 4, friction }));
    return system.simulateSync({ until: 5, tolerance: 1e-10 });
  };
  const [coefficient, velocity] = [0.5, 0.1];
  // 2 Nm at most, 1 Nm to hold: the profile is at one half.
  const cases: [FrictionLaw, number][] = [
    [new SmoothFriction({ coefficient, velocity }), velocity / Math.sqrt(3)],
    [new TanhFriction({ coefficient, steepness: 10 }), Math.atanh(0.5) / 10],
    [new LinearFriction({ coefficient, velocity }), velocity / 2],
  ];
  for (const [law, rate] of cases) {
    const run = create(law);
    isClose(t, run.last.joint("axle").rate, rate, 1e-9, law.constructor.name);
    isClose(t, run.column("brake.effort").at(-1) as number, -1, 1e-8);
    t.is(run.column("brake.mode").at(-1), 2);
  }
  const locked = create(new IdealRolling());
  t.is(locked.last.joint("axle").position, 0);
  isClose(t, locked.column("brake.effort").at(-1) as number, -1, 1e-14);
});

for (const order of ORDERS) {
  test(`friction in all joints of a four-bar breaks loose when virtual work says so (order ${order})`, (t) => {
    // Rates of the joints per rate of the crank, from a run without friction.
    const free = createFourBar(order, 1, undefined, 1.3);
    const snapshot = free.system.evaluate();
    const names = ["one", "two", "four", "three"];
    const rates = names.map((name) => snapshot.joint(name).rate);
    isAbove(t, Math.max(...rates.map(Math.abs)), 1.2 * Math.min(...rates.map(Math.abs)));
    const limits = [0.5, 1, 0.3, 0.7];
    const load = rates.reduce((sum, rate, i) => sum + Math.abs(rate) * limits[i], 0);
    const { system, joints } = createFourBar(order, 0, (time) => time, 1.3);
    joints.forEach((joint, i) => {
      system.add(new JointFriction(`rub${i}`, joint, { torque: limits[i] }));
    });
    const run = system.simulateSync({ until: load + 0.5, tolerance: 1e-10 });
    const last = run.events.at(-1);
    isClose(t, last?.t ?? 0, load, 1e-9, "break loose");
    isClose(t, run.at(load - 1e-6).joint("one").position, 0, 1e-13);
    t.is(run.at(load - 1e-6).joint("one").rate, 0);
    isAbove(t, run.last.joint("one").rate, 1e-3);
    // No joint ever gives more than its limit.
    limits.forEach((limit, i) => {
      const most = Math.max(...run.column(`rub${i}.effort`).map(Math.abs));
      isAtMost(t, most, limit * (1 + 1e-9), `${most} of ${limit}`);
    });
  });
}

test("one joint slips while another decides whether to stick: its friction counts", (t) => {
  // Two wheels on one another: the outer one slips on the inner one and drags it by 1 Nm; the inner one sticks up to 1.5 Nm.
  for (const [limit, isHeld] of [
    [1.5, true],
    [0.6, false],
  ] as const) {
    const system = new System({ gravity: [0, 0, 0] });
    const inertia = new Inertia({ mass: 1, tensor: [0.5, 0.5, 0.5] });
    const [inner, outer] = ["inner", "outer"].map((name) => system.add(new RigidBody(name, { inertia })));
    const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
    const one = system.add(new RevoluteJoint("one", system.ground, inner, place));
    const two = system.add(new RevoluteJoint("two", inner, outer, { ...place, rate: 5 }));
    system.add(new JointFriction("rub1", one, { torque: limit }));
    system.add(new JointFriction("rub2", two, { torque: 1 }));
    const run = system.simulateSync({ until: 1, tolerance: 1e-10 });
    // 1 Nm less the limit accelerates the inner wheel.
    isClose(t, run.last.joint("one").rate, isHeld ? 0 : (1 - limit) / 0.5, 1e-9);
  }
});
