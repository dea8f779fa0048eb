import test from "ava";
import {
  type Body,
  CoulombFriction,
  CylindricalJoint,
  Ground,
  HuntCrossleyNormal,
  IdealRolling,
  Inertia,
  type Joint,
  JointFriction,
  JointLimit,
  ModelError,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  SequentialImpact,
  SmoothFriction,
  SpringNormal,
  System,
  turning,
  WeldJoint,
} from "../../lib/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { closes, createFourBar, inOrder, listTimes, ORDERS, TOLERANCE } from "../helpers/jointLawModels.ts";
import { RandomSource } from "../helpers/random.ts";
import { completeK, incompleteF } from "../reference/elliptic.ts";

/** Limits in the axis of B relative to A, whichever order. */
const range = (order: 1 | -1, lower: number | undefined, upper: number | undefined) => {
  const turn = (x: number | undefined) => (x === undefined ? undefined : -x);
  const [low, high] = order > 0 ? [lower, upper] : [turn(upper), turn(lower)];
  return { ...(low === undefined ? {} : { lower: low }), ...(high === undefined ? {} : { upper: high }) };
};

// ---------------------------------------------------------------------------------------------------------------------
// Stops.

/** A pendulum on a stop; drawn hanging, so that angles count from there. */
function createPendulum(order: 1 | -1, start: number, options: ConstructorParameters<typeof JointLimit>[2]) {
  const system = new System();
  const [mass, length, moment] = [2, 0.7, 0.3];
  const body = system.add(
    new RigidBody("bob", {
      inertia: new Inertia({ mass, tensor: [moment, moment, moment] }),
      position: [0, -length, 0],
    }),
  );
  const joint = system.add(
    inOrder(order, system.ground, body, (a, b) => {
      return new RevoluteJoint("hinge", a, b, { point: [0, 0, 0], axis: [0, 0, 1], angle: order * start });
    }),
  );
  const { lower, upper, ...rest } = options;
  const stop = system.add(new JointLimit("stop", joint, { ...range(order, lower, upper), ...rest }));
  const weight = mass * 9.81 * length;
  return { system, joint, stop, weight, frequency: Math.sqrt(weight / (moment + mass * length ** 2)) };
}

for (const order of ORDERS) {
  test(`a pendulum bounces off a stop at the times of elliptic integrals (order ${order})`, (t) => {
    const [start, angle, e] = [-1, 0.5, 0.8];
    const { system, frequency: w } = createPendulum(order, start, { upper: angle, impact: e });
    const run = system.simulateSync({ until: 12, tolerance: TOLERANCE });
    // From the lowest point to an angle with amplitude α: F(φ | k²)/w, sin(θ/2) = k sin φ, k = sin(α/2).
    const timeTo = (cosine: number) => {
      const m = (1 - cosine) / 2;
      return { quarter: completeK(m) / w, rise: incompleteF(Math.asin(Math.sin(angle / 2) / Math.sqrt(m)), m) / w };
    };
    const first = timeTo(Math.cos(start));
    const expected = [first.quarter + first.rise];
    let square = 2 * w * w * (Math.cos(angle) - Math.cos(start));
    for (let n = 1; expected[n - 1] < 12; n++) {
      square *= e * e;
      const { quarter, rise } = timeTo(Math.cos(angle) - square / (2 * w * w));
      expected.push(expected[n - 1] + 2 * (quarter + rise));
    }
    expected.pop();
    const times = listTimes(run, "stop");
    t.is(times.length, expected.length);
    isAtLeast(t, times.length, 6);
    times.forEach((time, n) => {
      isClose(t, time, expected[n], 10 * TOLERANCE, `bounce ${n}`);
    });
    t.true(run.events.every(({ before, after }) => before === "open" && after === "open"));
    const angles = run.column("hinge.angle").map((x) => order * x);
    isAtMost(t, Math.max(...angles), angle + 1e-12);
  });

  test(`bounces against gravity die out, and the stop carries the weight (order ${order})`, (t) => {
    const angle = -0.4;
    const { system, stop, weight } = createPendulum(order, -1, { lower: -2, upper: angle, impact: 0.5 });
    const run = system.simulateSync({ until: 6, tolerance: TOLERANCE });
    const last = run.last;
    t.is(last.joint("hinge").rate, 0);
    isClose(t, order * last.joint("hinge").position, angle, 1e-14);
    t.is(run.events.at(-1)?.after, "touch");
    // The stop pushes back into the range, against the torque of the weight.
    isClose(t, order * stop.present.effort, weight * Math.sin(angle), 1e-12 * weight);
    isClose(t, last.reaction("stop").torque[2], stop.present.effort, 1e-15);
    isClose(t, last.reaction("hinge").torque[2], 0, 1e-12);
    t.is(stop.present.nearer, order > 0 ? "upper" : "lower");
    isClose(t, run.column("stop.effort").at(-1) as number, stop.present.effort, 1e-15);
    t.is(run.column("stop.mode").at(-1), 2);
    t.deepEqual([run.getUnit("stop.gap"), run.getUnit("stop.effort")], ["rad", "Nm"]);
  });

  for (const kind of ["slide", "screw", "cylindrical translation", "cylindrical rotation"]) {
    test(`between two stops a ${kind} goes to and fro (order ${order})`, (t) => {
      const system = new System({ gravity: [0, 0, 0] });
      const body = system.add(new RigidBody("body", { inertia: new Inertia({ mass: 2, tensor: [1, 1, 1] }) }));
      const place = { point: [0.3, 0.2, 0.1], axis: [1, 2, 2] } as const;
      const rate = order * 1.5;
      const joint = system.add(
        inOrder(order, system.ground, body, (a, b): Joint => {
          if (kind === "slide") return new PrismaticJoint("joint", a, b, { ...place, rate });
          if (kind === "screw") return new ScrewJoint("joint", a, b, { ...place, axis: [0, 0, 1], pitch: 0.3, rate });
          const [turn, slide] = kind.endsWith("rotation") ? [rate, 0.3] : [0, rate];
          const axis = kind.endsWith("rotation") ? ([0, 0, 1] as const) : place.axis;
          const point = kind.endsWith("rotation") ? ([0, 0, 0] as const) : place.point;
          return new CylindricalJoint("joint", a, b, {
            point,
            axis,
            translation: { rate: slide },
            rotation: { rate: turn },
          });
        }),
      );
      const bond = kind.endsWith("translation") || kind === "slide" ? "translation" : "rotation";
      system.add(new JointLimit("stop", joint, { ...range(order, -0.5, 1), bond, impact: 0.9 }));
      const run = system.simulateSync({ until: 4, tolerance: TOLERANCE });
      const times = listTimes(run, "stop");
      const expected = [1 / 1.5];
      for (let n = 1; ; n++) {
        const next = expected[n - 1] + 1.5 / (1.5 * 0.9 ** n);
        if (next > 4) break;
        expected.push(next);
      }
      t.is(times.length, expected.length);
      times.forEach((time, n) => {
        isClose(t, time, expected[n], 10 * TOLERANCE, `bounce ${n}`);
      });
      // The other stop is another event.
      const indices = run.events.map(({ index }) => index);
      t.deepEqual(
        indices,
        expected.map((_, n) => ((n % 2 === 0) === order > 0 ? 3 : 0)),
      );
    });
  }
}

test("a compliant stop stores energy and gives it back; a lossy one does not", (t) => {
  const createSlide = (normal: SpringNormal | HuntCrossleyNormal) => {
    const system = new System({ gravity: [0, 0, 0] });
    const body = system.add(new RigidBody("body", { inertia: Inertia.sphere({ mass: 2, radius: 0.1 }) }));
    const joint = system.add(
      new PrismaticJoint("rail", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0], rate: 3 }),
    );
    const stop = system.add(new JointLimit("stop", joint, { lower: -1, upper: 0.3, normal }));
    return { system, stop };
  };
  const { system } = createSlide(new SpringNormal({ stiffness: 800 }));
  const run = system.simulateSync({ until: 0.4, tolerance: TOLERANCE });
  // ω = 20/s: half a period at the stop, deepest at v/ω.
  const [touch, leave] = listTimes(run, "stop");
  isClose(t, touch, 0.1, 10 * TOLERANCE);
  isClose(t, leave, 0.1 + Math.PI / 20, 10 * TOLERANCE);
  const middle = run.at(0.1 + Math.PI / 40);
  isClose(t, middle.joint("rail").position, 0.3 + 3 / 20, 10 * TOLERANCE);
  isClose(t, middle.energy.potential, 9, 1e-8);
  isClose(t, middle.reaction("stop").force[0], (-800 * 3) / 20, 1e-7);
  isClose(t, run.last.joint("rail").rate, -3, 10 * TOLERANCE);
  isClose(t, run.energy.drift ?? 0, 0, 1e-9);
  t.deepEqual(
    run.events.map(({ after }) => after),
    ["touch", "open"],
  );
  // Hunt and Crossley: 1 − d v for small d v, to second order in it.
  const soft = createSlide(new HuntCrossleyNormal({ stiffness: 1e4, dissipation: 0.01 })).system;
  const rate = soft.simulateSync({ until: 0.35, tolerance: 1e-10 }).last.joint("rail").rate;
  isClose(t, rate, -3 * (1 - 0.03), 3 * 0.03 * 0.03);
  // Both stops, and a damper that does not pull.
  const damped = createSlide(new SpringNormal({ stiffness: 800, damping: 20 }));
  const lossy = damped.system.simulateSync({ until: 3, tolerance: 1e-10 });
  isAtLeast(t, lossy.events.length, 4);
  const efforts = lossy.column("stop.effort");
  const places = lossy.column("rail.position");
  efforts.forEach((effort, i) => {
    if (effort !== 0) t.is(Math.sign(effort), -Math.sign(places[i]));
  });
});

for (const order of ORDERS) {
  test(`a stop in the joint that closes a four-bar (order ${order})`, (t) => {
    // A parallelogram: the coupler does not turn, and all angles are that of the crank but for their sign.
    const { system, closing } = createFourBar(order, 2);
    const stop = system.add(new JointLimit("stop", closing, { ...range(order, -0.9, 0.5), impact: 0.5 }));
    t.true(closes(system, closing));
    const run = system.simulateSync({ until: 2, tolerance: TOLERANCE });
    const times = listTimes(run, "stop");
    // The inertia about the crank's axis is constant, so the rates are.
    const expected = [0.25, 0.25 + 1.4];
    t.is(times.length, 2);
    times.forEach((time, n) => {
      isClose(t, time, expected[n], 10 * TOLERANCE, `bounce ${n}`);
    });
    isClose(t, run.last.joint("one").rate, 0.5, 10 * TOLERANCE);
    isClose(t, run.at(1).joint("one").rate, -1, 10 * TOLERANCE);
    // Reading back and forth: the stop knows which side it is on from the state alone.
    run.at(1.6).show();
    const late = stop.present.gap;
    run.at(0.2).show();
    isClose(t, stop.present.gap, 0.1, 1e-10);
    run.at(1.6).show();
    t.is(stop.present.gap, late);
    isBelow(t, run.violation.position, 1e-10);
  });

  test(`a stop in the joint that closes a four-bar holds a load, rigid and compliant (order ${order})`, (t) => {
    for (const normal of [undefined, new SpringNormal({ stiffness: 2e3, damping: 20 })]) {
      const { system, closing } = createFourBar(order, 0, () => 3);
      system.add(new JointLimit("stop", closing, { ...range(order, -0.9, 0.5), ...(normal ? { normal } : {}) }));
      t.true(closes(system, closing));
      const run = system.simulateSync({ until: 4, tolerance: 1e-9 });
      // Virtual work: the stop takes what the motor gives. The closing joint turns against the crank.
      const effort = run.column("stop.effort").at(-1) as number;
      isClose(t, order * effort, -3, 1e-8);
      isClose(t, order * run.last.joint("three").position, 0.5 + (normal ? 3 / 2e3 : 0), 1e-9);
      const { torque, onA } = run.last.reaction("stop");
      isClose(t, torque[2], effort, 1e-12);
      isClose(t, onA.torque[2], -effort, 1e-12);
    }
  });
}

for (const closing of [false, true]) {
  test(`angles count turns: a stop after several of them (${closing ? "closing a loop" : "on the tree"})`, (t) => {
    const system = new System({ gravity: [0, 0, 0] });
    const shaft = system.add(new RigidBody("shaft", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
    const bearing = system.add(
      new RevoluteJoint("bearing", system.ground, shaft, { point: [0, 0, 0], axis: [0, 0, 1], rate: 10 }),
    );
    const second = system.add(new RevoluteJoint("second", system.ground, shaft, { point: [0, 0, 1], axis: [0, 0, 1] }));
    const joint = closing ? second : bearing;
    t.is(closes(system, joint), closing);
    const stop = system.add(new JointLimit("stop", joint, { lower: -15, upper: 25, impact: 0.5 }));
    const run = system.simulateSync({ until: 25, tolerance: TOLERANCE });
    const times = listTimes(run, "stop");
    [2.5, 2.5 + 40 / 5, 2.5 + 40 / 5 + 40 / 2.5].slice(0, times.length).forEach((time, n) => {
      isClose(t, times[n], time, 100 * TOLERANCE, `bounce ${n}`);
    });
    t.is(times.length, 2);
    run.at(2.4).show();
    isClose(t, stop.present.gap, 1, 1e-9);
    run.at(10.4).show();
    isClose(t, stop.present.gap, 0.5, 1e-9);
  });
}

/** A weight that bounces on a lower stop without loss, and would rise to `apex` above it. */
function createBouncer(
  apex: number,
  upper: number,
  options: Partial<ConstructorParameters<typeof JointLimit>[2]> = {},
) {
  const start = 0.5;
  const system = new System();
  const body = system.add(new RigidBody("weight", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
  const rate = -Math.sqrt(2 * 9.81 * (apex - start));
  const joint = system.add(
    new PrismaticJoint("slide", system.ground, body, { point: [0, 0, 0], axis: [0, 1, 0], rate }),
  );
  const limits = { lower: -start, upper: upper - start, impact: 1 };
  const stop = system.add(new JointLimit("stop", joint, { ...limits, ...options }));
  return { system, stop, top: upper - start };
}

for (const method of ["dop853", "dopri5", "radau", "bdf"] as const) {
  test(`no stop is passed within a step that the other one began: ${method}`, (t) => {
    for (const upper of [1, 5]) {
      for (const excess of [0.01, 0.03, 0.06]) {
        const { system, top } = createBouncer(upper * (1 + excess), upper);
        const run = system.simulateSync({ until: 80, tolerance: 1e-6, method });
        let highest = Number.NEGATIVE_INFINITY;
        for (let n = 0; n <= 1200; n++)
          highest = Math.max(highest, run.at(0.005 * n).joint("slide").position as number);
        // Events are located to the clock; between them the dense output is as good as the tolerance.
        isAtMost(t, highest, top + 1e-5);
        isAbove(t, run.events.length, 4);
      }
    }
  });
}

test("the rates of the event functions of stops are their differences", (t) => {
  const cases = [{}, { lower: undefined }, { upper: undefined }, { normal: new SpringNormal({ stiffness: 1e4 }) }];
  for (const options of cases) {
    const { system } = createBouncer(1, 1, options);
    const { kernel } = system.getObserver();
    const [contact] = kernel.contacts;
    const y = new Float64Array(kernel.size);
    const read = (q: number, rate: number) => {
      [y[0], y[1]] = [q, rate];
      kernel.solveAt(0, y);
      contact.mode = "open";
      contact.measure(0);
      const values = new Float64Array(4);
      contact.calcEvents(0, values);
      return values;
    };
    for (const [q, rate] of [
      [-0.3, 1],
      [-0.3, -2],
      [0.3, 1],
      [0.4, -0.7],
    ]) {
      const h = 1e-6;
      const [before, after] = [read(q - h * rate, rate), read(q + h * rate, rate)];
      read(q, rate);
      for (let i = 0; i < 4; i++) {
        const told = contact.getEventRate(i);
        // What velocities do not tell is not a number: of springs, whose force counts too.
        if (Number.isNaN(told)) t.true("normal" in options && i !== 1 && i !== 2, `function ${i}`);
        else isClose(t, told, (after[i] - before[i]) / (2 * h), 1e-8, `function ${i} at ${q} m`);
      }
    }
  }
});

test("a joint that is switched off has neither stops nor friction", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(
    new RigidBody("body", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), velocity: [1, 0, 0] }),
  );
  const rail = system.add(
    new PrismaticJoint("rail", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0], switchable: true }),
  );
  system.add(new JointLimit("stop", rail, { upper: 1 }));
  system.add(new JointFriction("rub", rail, { force: 0.1 }));
  const run = system.simulateSync({
    until: 4,
    tolerance: 1e-10,
    events: [{ name: "off", value: ({ t: time }) => time - 0.5, action: (actions) => actions.switchOff(rail) }],
  });
  // 1 m/s, braked with 0.1 m/s² for half a second.
  isClose(t, run.last.body("body").velocity[0], 0.95, 1e-9);
  isClose(t, run.last.body("body").position[0], 0.4875 + 3.5 * 0.95, 1e-8);
});

for (const impact of [0.6, new SequentialImpact({ restitution: 0.6 })]) {
  test(`a lock holds against blows: two arms bounce off a stop as one (${typeof impact})`, (t) => {
    const drop = (isLocked: boolean) => {
      const system = new System();
      const inertia = Inertia.box({ mass: 2, size: [1, 0.1, 0.1] });
      const [first, second] = [0.5, 1.5].map((x, i) =>
        system.add(new RigidBody(`arm${i}`, { inertia, position: [x, 0, 0] })),
      );
      const axis = [0, 0, 1] as const;
      const hinge = system.add(new RevoluteJoint("hinge", system.ground, first, { point: [0, 0, 0], axis }));
      if (isLocked) {
        const elbow = system.add(new RevoluteJoint("elbow", first, second, { point: [1, 0, 0], axis }));
        system.add(new JointFriction("lock", elbow, { torque: 1, friction: new IdealRolling() }));
      } else system.add(new WeldJoint("elbow", first, second));
      system.add(new JointLimit("stop", hinge, { lower: -0.7, impact }));
      return system.simulateSync({ until: 1.5, tolerance: TOLERANCE });
    };
    const [locked, welded] = [drop(true), drop(false)];
    const times = listTimes(welded, "stop");
    isAtLeast(t, times.length, 3);
    t.is(listTimes(locked, "stop").length, times.length);
    listTimes(locked, "stop").forEach((time, n) => {
      isClose(t, time, times[n], 10 * TOLERANCE, `bounce ${n}`);
    });
    isClose(t, locked.last.joint("hinge").rate, welded.last.joint("hinge").rate, 1e-9);
    isClose(t, locked.last.joint("elbow").position, 0, 1e-12);
  });
}

test("a stop and friction in one joint share a load within the limit of friction", (t) => {
  const system = new System();
  const body = system.add(
    new RigidBody("bob", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [1, 0, 0] }),
  );
  const joint = system.add(
    new RevoluteJoint("hinge", system.ground, body, { point: [0, 0, 0], axis: [0, 0, 1], torque: (time) => 2 * time }),
  );
  system.add(new JointLimit("stop", joint, { lower: 0 }));
  system.add(new JointFriction("rub", joint, { torque: 2 }));
  const run = system.simulateSync({ until: 7, tolerance: 1e-10 });
  // The weight presses with 9.81 Nm; the motor lifts it off when it gives that and the friction.
  const lift = (9.81 + 2) / 2;
  run.times.forEach((time, i) => {
    if (time < lift - 1e-6) isClose(t, run.column("hinge.angle")[i], 0, 1e-12);
  });
  isBelow(t, Math.min(...run.events.map(({ t: time }) => Math.abs(time - lift))), 1e-9);
  const efforts = run.column("rub.effort");
  const stops = run.column("stop.effort");
  run.times.forEach((time, i) => {
    isClose(t, efforts[i], 0, 2 + 1e-9);
    // At the instant of an event the value is on its far side: beyond 1e-10 of the forces that share a load.
    isAtLeast(t, stops[i], -2.5e-10);
    if (time < lift - 1e-6) isClose(t, efforts[i] + stops[i], 9.81 - 2 * time, 1e-9);
  });
  isAbove(t, run.last.joint("hinge").position, 1e-3);
});

// ---------------------------------------------------------------------------------------------------------------------
// Rows, energy, bond graph.

test("rows are the rates and accelerations of the joints, also on a base that turns", (t) => {
  const random = new RandomSource(7);
  for (let n = 0; n < 40; n++) {
    const system = new System();
    const base = system.add(
      new Ground("base", { motion: turning({ axis: random.direction(), angle: (x) => [x * x + x, 2 * x + 1, 2] }) }),
    );
    const tensor: [number, number, number] = [0.3, 0.4, 0.5];
    const make = (name: string) =>
      system.add(new RigidBody(name, { inertia: new Inertia({ mass: 1, tensor }), position: random.vector(1) }));
    const [first, second] = [make("first"), make("second")];
    const place = () => ({ point: random.vector(1), axis: random.direction() });
    const rates = () => ({ rate: random.number(-2, 2), start: random.number(-1, 1) });
    const pair = (name: string, a: Body, b: Body) =>
      system.add(
        n % 4 === 3
          ? new ScrewJoint(name, a, b, { ...place(), pitch: 0.3, rate: 1 })
          : new CylindricalJoint(name, a, b, { ...place(), translation: rates(), rotation: rates() }),
      );
    const joints = [pair("one", base, first), n % 2 === 0 ? pair("two", first, second) : pair("two", second, first)];
    const laws = joints.flatMap((joint) => {
      const names = joint instanceof ScrewJoint ? (["rotation"] as const) : (["rotation", "translation"] as const);
      return names.flatMap((bond) => [
        {
          joint,
          bond,
          law: system.add(new JointLimit(`${joint.name} ${bond} low`, joint, { lower: -2, upper: 9, bond })),
        },
        {
          joint,
          bond,
          law: system.add(new JointLimit(`${joint.name} ${bond} high`, joint, { lower: -9, upper: 2, bond })),
        },
        {
          joint,
          bond,
          law: system.add(
            new JointFriction(`${joint.name} ${bond} rub`, joint, {
              [bond === "rotation" ? "torque" : "force"]: 0.1,
            }),
          ),
        },
      ]);
    });
    system.evaluate(0.2).show();
    for (const { bond, ...drawn } of laws) {
      const [joint, law] = [drawn.joint.present, drawn.law.present];
      law.measure(0.2);
      const index = bond === "rotation" ? joint.rotationIndex : joint.translationIndex;
      const sign = law instanceof JointLimit && law.nearer === "upper" ? -1 : 1;
      const [rate, acceleration] = [joint.rates[index], joint.accelerations[index]].map((x) => sign * x);
      isClose(t, law.getVelocityError(0), rate, 1e-12 * (1 + Math.abs(rate)), `${law.label}, rate`);
      let found = -law.accelerationTargets[0];
      law.ports.forEach(({ a, e }, b) => {
        for (let k = 0; k < 3; k++) found += law.jacobian[6 * b + k] * a[k] + law.jacobian[6 * b + 3 + k] * e[k];
      });
      isClose(t, found, acceleration, 1e-10 * (1 + Math.abs(acceleration)), `${law.label}, acceleration`);
      if (law instanceof JointLimit) {
        const x = joint.coordinates[index];
        isClose(t, law.gap, Math.min(x - law.lower, law.upper - x), 0);
      }
    }
  }
});

test("energy never grows in random trees with stops and friction", (t) => {
  let events = 0;
  const seeds = Array.from({ length: 200 }, (_, i) => i + 1);
  // More: a blow that throws back another stop, one that presses a damped stop again, one that ends in rest.
  for (const seed of [...seeds, 206, 327, 418]) {
    const random = new RandomSource(seed);
    const system = new System({ gravity: random.vector(10) });
    const bodies: Body[] = [system.ground];
    const count = random.integer(1, 4);
    for (let i = 0; i < count; i++) {
      const inertia = new Inertia({ mass: random.number(0.5, 2), tensor: [0.1, 0.12, 0.15] });
      const body = system.add(new RigidBody(`body${i}`, { inertia, position: random.vector(1) }));
      const parent = random.pick(bodies);
      const [a, b] = random.chance(0.5) ? [parent, body] : [body, parent];
      bodies.push(body);
      const place = { point: random.vector(1), axis: random.direction() };
      const rate = random.number(-3, 3);
      const kind = random.pick(["revolute", "prismatic", "cylindrical", "screw"] as const);
      const joint: Joint =
        kind === "revolute"
          ? new RevoluteJoint(`joint${i}`, a, b, { ...place, rate })
          : kind === "prismatic"
            ? new PrismaticJoint(`joint${i}`, a, b, { ...place, rate })
            : kind === "screw"
              ? new ScrewJoint(`joint${i}`, a, b, { ...place, rate, pitch: random.number(-0.3, 0.3) })
              : new CylindricalJoint(`joint${i}`, a, b, { ...place, translation: { rate }, rotation: { rate } });
      system.add(joint);
      const names =
        kind === "prismatic" ? ["translation"] : kind === "cylindrical" ? ["translation", "rotation"] : ["rotation"];
      for (const bond of names as ("translation" | "rotation")[]) {
        if (random.chance(0.8)) {
          const [lower, upper] = [random.number(-1, -0.1), random.number(0.1, 1)];
          const normal = random.chance(0.25) ? { normal: new SpringNormal({ stiffness: 500, damping: 5 }) } : {};
          const restitution = random.number(0, 0.9);
          const impact = random.chance(0.5) ? restitution : new SequentialImpact({ restitution });
          system.add(new JointLimit(`stop${i} ${bond}`, joint, { lower, upper, bond, impact, ...normal }));
        }
        if (random.chance(0.7)) {
          const staticCoefficient = random.number(1, 1.5);
          const friction = random.pick([
            new CoulombFriction({ coefficient: 1, staticCoefficient }),
            new CoulombFriction({ coefficient: 1 }),
            new SmoothFriction({ coefficient: 1, velocity: 0.1 }),
          ]);
          const limit = random.number(0, 10);
          system.add(
            new JointFriction(`rub${i} ${bond}`, joint, {
              ...(bond === "rotation" ? { torque: limit } : { force: limit }),
              friction,
            }),
          );
        }
      }
    }
    const run = system.simulateSync({ until: 1, tolerance: 1e-9 });
    events += run.events.length;
    const energies = run.column("energy.total");
    const kinetic = run.column("energy.kinetic");
    const scale = 1 + Math.max(...kinetic) + Math.abs(energies[0]);
    for (let i = 1; i < energies.length; i++) {
      const gain = energies[i] - energies[i - 1];
      // The error of a step at this tolerance; events lose, and gain only rounding.
      isAtMost(t, gain, 2e-8 * scale, `seed ${seed}, t = ${run.times[i]}: ${gain} of ${scale} J`);
    }
    for (const constraint of system.constraints) {
      if (!(constraint instanceof JointLimit) || !constraint.hasNormalRow) continue;
      const gaps = run.column(`${constraint.name}.gap`);
      isAbove(t, Math.min(...gaps), -1e-9, `seed ${seed}: ${Math.min(...gaps)}`);
    }
  }
  isAbove(t, events, 500, `${events} events`);
});

test("six closures each, and power that sums to zero at every junction", (t) => {
  const system = new System();
  const make = (name: string, position: [number, number, number]) =>
    system.add(new RigidBody(name, { inertia: new Inertia({ mass: 1, tensor: [0.1, 0.12, 0.15] }), position }));
  const [first, second, third] = [make("first", [1, 0, 0.1]), make("second", [2, 0.1, 0]), make("third", [3, 0, 0])];
  const one = system.add(
    new RevoluteJoint("one", system.ground, first, { point: [0, 0, 0], axis: [0, 0.1, 1], rate: 1 }),
  );
  const two = system.add(new PrismaticJoint("two", second, first, { point: [1.5, 0.1, 0], axis: [1, 1, 0], rate: 1 }));
  const three = system.add(
    new CylindricalJoint("three", second, third, { point: [2.5, 0, 0], axis: [1, 0, 1], rotation: { rate: 3 } }),
  );
  const spring = new SpringNormal({ stiffness: 300 });
  system.add(new JointLimit("hard", one, { lower: -0.2 }));
  system.add(new JointFriction("rub", two, { force: 3 }));
  system.add(new JointLimit("soft", three, { lower: -0.1, upper: 0.05, bond: "translation", normal: spring }));
  system.add(new JointFriction("smooth", three, { torque: 0.3, friction: new SmoothFriction({ coefficient: 1 }) }));
  const run = system.simulateSync({ until: 1, tolerance: 1e-8 });
  const seen = new Set<string>();
  for (let time = 0; time <= 1; time += 0.05) {
    run.at(time).show();
    const graph = system.bondGraph();
    t.deepEqual(graph.validate(), []);
    for (const constraint of system.constraints) {
      const { elements } = graph.group(constraint.name);
      t.is(elements.filter(({ kind }) => kind === "FC" || kind === "EC").length, 6, constraint.label);
    }
    let supplied = 0;
    let stored = 0;
    let largest = 1;
    for (const element of graph.elements) {
      const powers = graph.bondsOf(element).map((bond) => Math.abs(bond.calcPower() as number));
      const power = graph.calcPowerInto(element) as number;
      largest = Math.max(largest, ...powers);
      if (["0", "1", "TF", "MTF", "DS", "MGY"].includes(element.kind)) {
        // As in the zoo of all constraints: wrenches with the rounding of the solve.
        isClose(t, power, 0, 1e-11 * Math.max(1, ...powers), `${element.label} at ${time}: ${power} W`);
      }
      if (["Se", "Sf", "EC", "FC"].includes(element.kind)) supplied -= power;
      if (element.kind === "I") stored += power;
    }
    isClose(t, supplied, stored, 1e-11 * largest, `${supplied} W and ${stored} W`);
    for (const name of ["hard.FC.λ", "hard.EC.M", "rub.EC.F", "rub.FC.μ", "soft.EC.F", "smooth.EC.M"]) {
      if (graph.has(name)) seen.add(name);
    }
    // Friction takes power where it slips.
    if (graph.has("rub.EC.F")) isAtLeast(t, graph.calcPowerInto("rub.EC.F") as number, 0);
    isAtLeast(t, graph.calcPowerInto("smooth.EC.M") as number, 0);
  }
  t.deepEqual([...seen].sort(), ["hard.EC.M", "hard.FC.λ", "rub.EC.F", "rub.FC.μ", "smooth.EC.M", "soft.EC.F"]);
});

// ---------------------------------------------------------------------------------------------------------------------
// Bad input.

test("stops and friction refuse what cannot be", (t) => {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const [body, other] = ["body", "other"].map((name) =>
    system.add(new RigidBody(name, { inertia, position: [1, 0, 0] })),
  );
  const place = { point: [0, 0, 0], axis: [0, 0, 1] } as const;
  const hinge = system.add(new RevoluteJoint("hinge", system.ground, body, { ...place, angle: 1.5 }));
  const both = new CylindricalJoint("both", body, other, place);
  const driven = new RevoluteJoint("driven", body, other, { ...place, motion: (time) => [time, 1, 0] });
  const weld = new WeldJoint("weld", body, other);
  const wrong = (value: unknown): never => value as never;
  const cases: [() => unknown, string][] = [
    [
      () => new JointLimit("stop", hinge, { lower: 1, upper: -1 }),
      'JointLimit "stop": lower is 1 and upper is -1; give a lower stop below the upper one',
    ],
    [
      () => new JointLimit("stop", hinge, { lower: 1, upper: 1 }),
      'JointLimit "stop": lower is 1 and upper is 1; give a lower stop below the upper one',
    ],
    [
      () => new JointLimit("stop", hinge, {}),
      'JointLimit "stop": neither lower nor upper is given; give one of them, or both',
    ],
    [
      () => new JointLimit("stop", hinge, { lower: Number.NaN }),
      'JointLimit "stop": lower is NaN; give a finite number (a division by zero upstream?)',
    ],
    [
      () => new JointLimit("stop", hinge, { lower: 0, bond: "translation" }),
      'JointLimit "stop": RevoluteJoint "hinge" has the open bond rotation, not "translation"; name one: { bond: "rotation" }',
    ],
    [
      () => new JointLimit("stop", both, { lower: 0 }),
      'JointLimit "stop": CylindricalJoint "both" has the open bonds translation and rotation; name one: { bond: "translation" }',
    ],
    [
      () => new JointLimit("stop", weld, { lower: 0 }),
      'JointLimit "stop": the joint, WeldJoint "weld", does not move; give one that turns or slides',
    ],
    [
      () => new JointLimit("stop", wrong(body), { lower: 0 }),
      'JointLimit "stop": the joint is an object of class RigidBody; give a joint with an axis, such as a RevoluteJoint',
    ],
    [
      () => new JointLimit("stop", driven, { lower: 0 }),
      'JointLimit "stop": the motion of RevoluteJoint "driven" is prescribed, so a rigid stop cannot hold it; drop the stop, drive the joint by an effort, or give a compliant normal law',
    ],
    [
      () => new JointLimit("stop", hinge, { lower: 0, impact: 2 }),
      'JointLimit "stop": impact is 2; give a restitution from 0 (no bounce) to 1 (no loss)',
    ],
    [
      () => new JointLimit("stop", hinge, { lower: 0, normal: wrong(3) }),
      'JointLimit "stop": normal is 3; give new RigidNormal()',
    ],
    [
      () => new JointFriction("brake", hinge, {}),
      'JointFriction "brake": neither torque nor force is given; give torque (Nm) for a joint that turns, force (N) for one that slides',
    ],
    [
      () => new JointFriction("brake", hinge, { torque: 1, force: 1 }),
      'JointFriction "brake": torque and force are both given; give torque (Nm) for a joint that turns, force (N) for one that slides',
    ],
    [
      () => new JointFriction("brake", hinge, { force: 1 }),
      'JointFriction "brake": RevoluteJoint "hinge" has the open bond rotation, not "translation"; name one: { bond: "rotation" }',
    ],
    [
      () => new JointFriction("brake", hinge, { torque: -2 }),
      'JointFriction "brake": torque is -2; give zero or a positive number',
    ],
    [
      () => new JointFriction("brake", hinge, { torque: 2, friction: wrong(0.3) }),
      'JointFriction "brake": friction is 0.3; give new CoulombFriction({ coefficient: 1 })',
    ],
  ];
  for (const [work, message] of cases) t.is(t.throws(work, { instanceOf: ModelError })?.message, message);
  const stop = system.add(new JointLimit("stop", hinge, { lower: -1, upper: 1 }));
  t.is(
    t.throws(() => system.evaluate(), { instanceOf: ModelError })?.message,
    'JointLimit "stop": RevoluteJoint "hinge" starts 0.500 rad beyond the upper stop at 1 rad; start within the stops, or use a compliant normal law such as new SpringNormal({ stiffness })',
  );
  t.is(
    t.throws(() => system.remove(hinge), { instanceOf: ModelError })?.message,
    'System: RevoluteJoint "hinge" is used by JointLimit "stop"; remove that first',
  );
  system.remove(stop);
  t.is(
    t.throws(() => system.add(new JointFriction("brake", both, { force: 1 })), { instanceOf: ModelError })?.message,
    'System: JointFriction "brake" acts on CylindricalJoint "both", which is not in the system; add the joint first',
  );
  system.add(new JointFriction("brake", hinge, { torque: (time) => 1 - time }));
  t.regex(
    t.throws(() => system.simulateSync({ until: 4 }))?.message ?? "",
    /JointFriction "brake": the torque is -\d\.\d+ at t = \d\.\d+; it is a limit: return a number that is zero or positive/,
  );
});
