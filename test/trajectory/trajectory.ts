import test, { type ExecutionContext } from "ava";
import {
  AppliedWrench,
  type Body,
  Bushing,
  Contact,
  Coupler,
  CylindricalJoint,
  DistanceRod,
  Ground,
  Inertia,
  JointFriction,
  JointLimit,
  Plane,
  PointOnLine,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  Sphere,
  SpringDamper,
  System,
  sliding,
  Trajectory,
  type Vector3,
} from "../../lib/index.ts";
import { add, cross, dot, scale } from "../../lib/math/index.ts";
import { areClose, isAbove, isAtLeast, isBelow } from "../helpers/compare.ts";
import { ARM, BALL, makeOscillator, makePendulum, makeSwitched, Switch } from "../helpers/runModels.ts";

test("columns of a pendulum: every one by name, with its unit", (t) => {
  const system = new System();
  const arm = system.add(new RigidBody("arm", { inertia: ARM, position: [0.5, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1] }));
  const run = system.simulateSync({ until: 0.1 });
  const vector = (name: string, unit: string) => ["x", "y", "z"].map((axis) => [`${name}.${axis}`, unit]);
  const expected = [
    ...vector("arm.position", "m"),
    ...[0, 1, 2, 3].map((i) => [`arm.orientation.q${i}`, "1"]),
    ...vector("arm.velocity", "m/s"),
    ...vector("arm.angularVelocity", "rad/s"),
    ...vector("arm.acceleration", "m/s²"),
    ...vector("arm.angularAcceleration", "rad/s²"),
    ["hinge.angle", "rad"],
    ["hinge.angle.rate", "rad/s"],
    ["hinge.angle.acceleration", "rad/s²"],
    ["hinge.angle.effort", "Nm"],
    ...vector("hinge.reaction.force", "N"),
    ...vector("hinge.reaction.torque", "Nm"),
    ...vector("hinge.reaction.point", "m"),
    ["energy.kinetic", "J"],
    ["energy.potential", "J"],
    ["energy.total", "J"],
    ...vector("momentum.linear", "kg m/s"),
    ...vector("momentum.angular", "kg m²/s"),
    ["violation.position", "m or rad"],
    ["violation.velocity", "m/s or rad/s"],
  ];
  t.deepEqual(
    run.columns.map((name) => [name, run.getUnit(name)]),
    expected,
  );
  for (const name of run.columns) t.is(run.column(name).length, run.length);
});

test("columns of other joints: slides in metres and newtons, quaternions without unit, moving bases, states", (t) => {
  const system = makePendulum();
  const distance = (x: number) => [Math.sin(x), Math.cos(x), -Math.sin(x)] as const;
  const cart = system.add(new Ground("cart", { motion: sliding({ direction: [1, 0, 0], distance }) }));
  const nut = system.add(new RigidBody("nut", { inertia: BALL, position: [0, 0, 3] }));
  system.add(new CylindricalJoint("shaft", cart, nut, { point: [0, 0, 3], axis: [0, 0, 1] }));
  system.add(new Switch("switch", system.ground, nut));
  const run = system.simulateSync({ until: 0.1 });
  const units = Object.fromEntries(run.columns.map((name) => [name, run.getUnit(name)]));
  t.is(units["shaft.position"], "m");
  t.is(units["shaft.position.rate"], "m/s");
  t.is(units["shaft.position.acceleration"], "m/s²");
  t.is(units["shaft.position.effort"], "N");
  t.is(units["shaft.angle"], "rad");
  t.is(units["shaft.angle.effort"], "Nm");
  t.is(units["elbow.q0"], "1");
  t.is(units["elbow.x.rate"], "rad/s");
  t.is(units["elbow.z.effort"], "Nm");
  t.is(units["spring.reaction.force.x"], "N");
  t.is(units["switch.state.0"], "1");
  // A base that moves is listed, the ground is not.
  t.is(units["cart.velocity.x"], "m/s");
  t.false("ground.position.x" in units);
  areClose(t, run.column("cart.position.x"), run.times.map(Math.sin), 1e-15);
});

test("columns hold what the snapshots at the stored points say, to the bit", (t) => {
  const run = makePendulum().simulateSync({ until: 1 });
  isAbove(t, run.length, 5);
  for (let i = 0; i < run.length; i++) {
    const now = run.point(i);
    t.is(now.t, run.times[i]);
    const body = now.body("bob");
    const vectors = {
      "bob.position": body.position,
      "bob.velocity": body.velocity,
      "bob.angularVelocity": body.angularVelocity,
      "bob.acceleration": body.acceleration,
      "bob.angularAcceleration": body.angularAcceleration,
      "elbow.reaction.force": now.reaction("elbow").force,
      "elbow.reaction.torque": now.reaction("elbow").torque,
      "elbow.reaction.point": now.reaction("elbow").point,
      "momentum.linear": now.momentum.linear,
      "momentum.angular": now.momentum.angular,
    };
    for (const [name, vector] of Object.entries(vectors)) {
      t.deepEqual(
        [...vector],
        ["x", "y", "z"].map((axis) => run.column(`${name}.${axis}`)[i]),
        name,
      );
    }
    t.deepEqual(
      [...body.orientation],
      [0, 1, 2, 3].map((k) => run.column(`bob.orientation.q${k}`)[i]),
    );
    const { position, rate, acceleration, effort } = now.joint("hinge");
    const names = ["hinge.angle", "hinge.angle.rate", "hinge.angle.acceleration", "hinge.angle.effort"];
    t.deepEqual(
      [position, rate, acceleration, effort],
      names.map((name) => run.column(name)[i]),
    );
    t.is(now.energy.total, run.column("energy.total")[i]);
    t.is(now.violation.position, run.column("violation.position")[i]);
    // `at` a stored time is the stored point.
    t.deepEqual(run.at(run.times[i]).state, now.state);
    t.deepEqual(run.at(run.times[i]).body("arm"), now.body("arm"));
  }
  t.deepEqual(run.last.state, run.point(run.length - 1).state);
  t.is(run.start, 0);
  t.is(run.end, 1);
});

test("energies and momenta against their definitions", (t) => {
  const run = makePendulum().simulateSync({ until: 0.7 });
  const now = run.last;
  let kinetic = 0;
  let potential = 0;
  let linear: Vector3 = [0, 0, 0];
  let angular: Vector3 = [0, 0, 0];
  for (const [name, inertia] of [
    ["arm", ARM],
    ["bob", BALL],
  ] as const) {
    const { position, velocity, angularVelocity: w, orientation: q } = now.body(name);
    const [a, b, c] = [0, 1, 2].map((i) => turnAxis(q, i));
    const spin = [a, b, c].map((axis, i) => scale(axis, inertia.tensor[i] * dot(axis, w))).reduce(add);
    kinetic += 0.5 * inertia.mass * dot(velocity, velocity) + 0.5 * dot(w, spin);
    potential += 9.81 * inertia.mass * position[1];
    linear = add(linear, scale(velocity, inertia.mass));
    angular = add(angular, add(spin, cross(position, scale(velocity, inertia.mass))));
  }
  const stretch = Math.hypot(...subtractLists(now.body("bob").position, [0, 2, 0.5])) - Math.hypot(1.5, -2, -0.5);
  potential += 10 * stretch * stretch;
  areClose(t, [now.energy.kinetic, now.energy.potential], [kinetic, potential], 1e-12);
  areClose(t, [...now.momentum.linear, ...now.momentum.angular], [...linear, ...angular], 1e-12);
});

const subtractLists = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x - b[i]);

/** Column `i` of the rotation matrix of a unit quaternion, by its definition. */
function turnAxis(q: readonly number[], i: number): Vector3 {
  const [w, x, y, z] = q;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ][i] as unknown as Vector3;
}

test("angles go on over many turns, and quaternions change without jumps", (t) => {
  const system = new System({ gravity: [0, 0, 0] });
  const rotor = system.add(new RigidBody("rotor", { inertia: BALL }));
  const nut = system.add(new RigidBody("nut", { inertia: BALL, position: [3, 0, 0] }));
  const inertia = BALL.tensor[2];
  system.add(
    new RevoluteJoint("shaft", system.ground, rotor, { point: [0, 0, 0], axis: [0, 0, 1], torque: () => inertia }),
  );
  system.add(
    new ScrewJoint("thread", system.ground, nut, { point: [3, 0, 0], axis: [0, 0, 1], pitch: 0.01, rate: -9 }),
  );
  const run = system.simulateSync({ until: 20, tolerance: 1e-10, maxStep: 0.05 });
  // φ = t²/2: 200 rad, 31.8 turns.
  areClose(
    t,
    run.column("shaft.angle"),
    run.times.map((x) => 0.5 * x * x),
    1e-8,
  );
  areClose(
    t,
    run.column("thread.angle"),
    run.times.map((x) => -9 * x),
    1e-9,
  );
  areClose(
    t,
    run.column("nut.position.z"),
    run.times.map((x) => -0.09 * x),
    1e-10,
  );
  for (const name of ["rotor", "nut"]) {
    const q = [0, 1, 2, 3].map((i) => run.column(`${name}.orientation.q${i}`));
    for (let i = 1; i < run.length; i++) {
      const cosine = q.reduce((sum, part) => sum + part[i] * part[i - 1], 0);
      isAbove(t, cosine, 0.8, `${name} at ${run.times[i]}`);
    }
  }
  // Half the angle, and on to the other sheet: at 2π the quaternion is −1.
  const turned = run.at(Math.sqrt(4 * Math.PI)).body("rotor").orientation;
  areClose(t, turned, [-1, 0, 0, 0], 1e-9);
});

test("between the points: dense output follows the motion, and constraints hold there", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 5, tolerance: 1e-10 });
  for (let i = 0; i <= 500; i++) {
    const time = i / 100;
    const { position, velocity, acceleration } = run.at(time).body("body");
    areClose(
      t,
      [position[0], velocity[0], acceleration[0]],
      [Math.cos(3 * time), -3 * Math.sin(3 * time), -9 * Math.cos(3 * time)],
      3e-8,
    );
  }
  const system = makePendulum();
  system.add(new DistanceRod("rod", system.ground, system.get("bob") as Body, { from: [3, 1, 0] }));
  const closed = system.simulateSync({ until: 1, tolerance: 1e-8 });
  for (let i = 0; i <= 100; i++) {
    const { position, velocity } = closed.at(i / 100).violation;
    isBelow(t, position, 1e-12, `${i} ${position} ${velocity}`);
    isBelow(t, velocity, 1e-12, `${i} ${position}`);
  }
});

test("sampling: at a distance, at times, chosen columns, stored points", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1, tolerance: 1e-10 });
  const table = run.sample({ every: 0.1, columns: ["body.position.x", "energy.total"] });
  t.deepEqual(Object.keys(table), ["time", "body.position.x", "energy.total"]);
  areClose(
    t,
    table.time,
    Array.from({ length: 11 }, (_, i) => i / 10),
    1e-15,
  );
  t.is(table.time[10], 1);
  areClose(
    t,
    table["body.position.x"],
    table.time.map((x) => Math.cos(3 * x)),
    1e-9,
  );
  // A distance that does not divide the run: the last sample is before the end.
  t.is(run.sample({ every: 0.3, columns: [] }).time.length, 4);
  const chosen = run.sample({ times: [0.9, 0, 0.25], columns: ["body.velocity.x"] });
  t.deepEqual([...chosen.time], [0.9, 0, 0.25]);
  areClose(
    t,
    chosen["body.velocity.x"],
    [0.9, 0, 0.25].map((x) => -3 * Math.sin(3 * x)),
    1e-9,
  );
  const all = run.sample();
  t.deepEqual(Object.keys(all), ["time", ...run.columns]);
  t.deepEqual(all.time, run.times);
  t.deepEqual(all["rail.position"], run.column("rail.position"));
});

test("what is given away are copies", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1 });
  const column = run.column("body.position.x");
  const first = column[0];
  column[0] = 99;
  run.times[0] = 99;
  run.point(0).state[0] = 99;
  run.sample()["body.position.x"][0] = 99;
  t.is(run.column("body.position.x")[0], first);
  t.is(run.times[0], 0);
  const state = run.point(0).body("body");
  run.point(-1).body("body");
  t.is(state.position[0], first);
});

/** Lines of a CSV text as lists of numbers, by the name in the first line. */
function parseCSV(text: string): Record<string, number[]> {
  if (!text.endsWith("\n")) throw new Error("the text does not end with a line break");
  const [head, ...lines] = text.trimEnd().split("\n");
  // Names with commas are quoted.
  const names = [...head.matchAll(/"((?:[^"]|"")*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const rows = lines.map((line) => line.split(",").map(Number));
  return Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]));
}

test("CSV reads back exactly, names with commas included", (t) => {
  const system = makePendulum();
  system.add(
    new AppliedWrench("load, at the tip", system.ground, system.get("bob") as Body, {
      force: (x) => [Math.sin(x), -0, 1 / 3],
    }),
  );
  const run = system.simulateSync({ until: 0.5 });
  const table = parseCSV(run.toCSV());
  t.deepEqual(Object.keys(table), ["time", ...run.columns]);
  t.deepEqual(table.time, [...run.times]);
  for (const name of run.columns) t.deepEqual(table[name], [...run.column(name)], name);
  t.true(Object.is(table["load, at the tip.reaction.force.y"][0], -0));
  const some = parseCSV(run.toCSV({ every: 0.25, columns: ["hinge.angle"] }));
  t.deepEqual(some["hinge.angle"], [...run.sample({ every: 0.25, columns: ["hinge.angle"] })["hinge.angle"]]);
});

/** Everything that a trajectory shows without its system. */
const readColumns = (run: Trajectory) => run.columns.map((name) => [name, run.getUnit(name), [...run.column(name)]]);

test("JSON and back without loss, with the system and without it", (t) => {
  const system = makeSwitched();
  const run = system.simulateSync({ until: 4 });
  isAtLeast(t, run.events.length, 2);
  const text = JSON.stringify(run);
  const back = Trajectory.fromJSON(text, system);
  t.deepEqual(readColumns(back), readColumns(run));
  t.deepEqual(back.events, run.events);
  t.deepEqual(back.statistics, run.statistics);
  t.deepEqual(back.times, run.times);
  t.deepEqual(back.stateNames, run.stateNames);
  for (const time of [0, 0.3, 1.234, 2.5, 4]) {
    t.deepEqual(back.at(time).state, run.at(time).state);
    t.deepEqual(back.at(time).body("body"), run.at(time).body("body"));
    t.deepEqual(back.at(time).reaction("switch"), run.at(time).reaction("switch"));
  }
  t.is(JSON.stringify(back), text);

  const alone = Trajectory.fromJSON(JSON.parse(text) as object);
  t.deepEqual(readColumns(alone), readColumns(run));
  t.deepEqual(alone.energy, run.energy);
  t.deepEqual(alone.violation, run.violation);
  t.deepEqual(alone.sample(), run.sample());
  t.is(alone.toCSV(), run.toCSV());
  t.is(JSON.stringify(alone), text);
  const message =
    "Trajectory: it was read from a file without its system, so only its columns are known; " +
    "give the system as well: Trajectory.fromJSON(text, system)";
  t.throws(() => alone.at(1), { message });
  t.throws(() => alone.last, { message });
});

test("JSON keeps NaN, the infinities and −0", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 0.1, method: "rk4", step: 0.01 });
  t.true(Number.isNaN(run.statistics.absolute));
  const file = run.toJSON();
  t.is(file.statistics.absolute, "NaN");
  const special = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 5e-324, Number.MAX_VALUE, 0.1];
  const codes = ["NaN", "Infinity", "-Infinity", "-0", 5e-324, Number.MAX_VALUE, 0.1] as const;
  codes.forEach((code, i) => {
    file.columns["body.position.y"].values[i] = code;
    // A state is finite, or the run would have stopped.
    if (Number.isFinite(Number(code))) file.states[i][0] = code;
  });
  const back = Trajectory.fromJSON(JSON.stringify(file));
  const column = back.column("body.position.y");
  special.forEach((x, i) => {
    t.true(Object.is(column[i], x), `${column[i]} ${x}`);
  });
  t.true(Number.isNaN(back.statistics.absolute));
  t.deepEqual(JSON.parse(JSON.stringify(back)), JSON.parse(JSON.stringify(file)));
  const values = parseCSV(back.toCSV({ columns: ["body.position.y"] }))["body.position.y"];
  special.forEach((x, i) => {
    t.true(Object.is(values[i], x));
  });
});

/** Refusals of files that were edited, read with a system: each literally. */
function refuseEdited(t: ExecutionContext, system: System, text: string, cases: [(file: File) => void, string][]) {
  for (const [change, message] of cases) {
    const file = JSON.parse(text) as File;
    change(file);
    t.throws(() => Trajectory.fromJSON(JSON.stringify(file), system), { name: "ModelError", message });
  }
}

type File = ReturnType<Trajectory["toJSON"]>;

test("JSON: times, steps, states, events and statistics that no run can have", (t) => {
  const system = makeSwitched();
  const run = system.simulateSync({ until: 2, method: "rk4", step: 0.25 });
  const text = JSON.stringify(run);
  const damaged = "the file is damaged or was edited";
  t.deepEqual([...run.times].slice(0, 3), [0, 0.25, 0.5]);
  refuseEdited(t, system, text, [
    [
      ({ times }) => times.splice(1, 2, 0.5, 0.25),
      `trajectory JSON: times[2] is 0.25; it should be no earlier than times[1], 0.5: time runs forwards, and ${damaged}`,
    ],
    [({ times }) => times.fill("NaN"), `trajectory JSON: times[0] is "NaN"; it should be a finite number: ${damaged}`],
    [
      ({ times }) => times.splice(-1, 1, "Infinity"),
      `trajectory JSON: times[${run.length - 1}] is "Infinity"; it should be a finite number: ${damaged}`,
    ],
    [
      ({ states }) => states[1].fill("-Infinity"),
      `trajectory JSON: states[1][0] is "-Infinity"; it should be a finite number: ${damaged}`,
    ],
    [
      ({ steps }) => Object.assign(steps[1], { size: 0 }),
      `trajectory JSON: steps[1].size is 0; it should be greater than zero: ${damaged}`,
    ],
    [
      ({ steps }) => Object.assign(steps[1], { size: "NaN" }),
      `trajectory JSON: steps[1].size is "NaN"; it should be a finite number: ${damaged}`,
    ],
    [
      ({ steps }) => Object.assign(steps[1], { end: 0.125 }),
      `trajectory JSON: steps[1].end is 0.125; it should be from 0.25, where the step starts, to 0.5: ${damaged}`,
    ],
    [
      ({ steps }) => Object.assign(steps[1], { end: 0.75 }),
      `trajectory JSON: steps[1].end is 0.75; it should be from 0.25, where the step starts, to 0.5: ${damaged}`,
    ],
    [
      ({ steps }) => Object.assign(steps[1], { start: 0.125, size: 0.375 }),
      `trajectory JSON: steps[1].start is 0.125; it should be no earlier than the end of steps[0], 0.25: steps follow one another, and ${damaged}`,
    ],
    [
      ({ steps }) => steps.reverse(),
      `trajectory JSON: steps[1].start is ${run.store.steps.at(-2)?.t}; it should be no earlier than the end of steps[0], 2: steps follow one another, and ${damaged}`,
    ],
    [
      ({ steps }) => steps[2].dense.fill("Infinity"),
      `trajectory JSON: steps[2].dense[0] is "Infinity"; it should be a finite number: ${damaged}`,
    ],
    [
      ({ events }) => Object.assign(events[0], { t: "NaN" }),
      `trajectory JSON: events[0].t is "NaN"; it should be a finite number: ${damaged}`,
    ],
    [
      ({ events }) => events.push({ ...events[0], t: 0 }),
      `trajectory JSON: events[${run.events.length}] is 0; it should be no earlier than events[${run.events.length - 1}], ${run.events.at(-1)?.t}: time runs forwards, and ${damaged}`,
    ],
    [
      ({ events }) => Object.assign(events[0], { owner: 5 }),
      'trajectory JSON: owner, before and after of events[0] is [5, "right", "left"]; it should be a list of texts',
    ],
    [
      ({ events }) => Object.assign(events[0], { index: -1 }),
      "trajectory JSON: events[0].index is -1; it should be a whole number from 0",
    ],
    [
      ({ statistics }) => Object.assign(statistics, { steps: "NaN" }),
      'trajectory JSON: statistics.steps is "NaN"; it should be a whole number from 0',
    ],
    [
      ({ statistics }) => Reflect.deleteProperty(statistics, "method"),
      "trajectory JSON: statistics.method is undefined; it should be a text",
    ],
    [
      (file) => Object.assign(file.stateNames, { 0: 1 }),
      /* the texts are shown as they are */ `trajectory JSON: stateNames is [1, "PrismaticJoint \\"rail\\", position (its rate)", "Switch \\"switch\\" (its state 0)"]; it should be a list of texts`,
    ],
    [
      (file) => Object.assign(file, { notes: [null] }),
      "trajectory JSON: notes is [null]; it should be a list of texts",
    ],
  ]);
  // As objects, which may have holes and getters.
  const file = run.toJSON();
  const edit = (part: Partial<File>) => () => Trajectory.fromJSON({ ...file, ...part }, system);
  // biome-ignore lint/suspicious/noSparseArray: this is what is refused
  t.throws(edit({ states: [, ...file.states.slice(1)] as File["states"] }), {
    message: `trajectory JSON: states[0] is undefined; it should be a list of 3`,
  });
  const locked = {
    get times(): never {
      throw new Error("locked");
    },
  };
  const unreadable =
    "trajectory JSON: it cannot be read (locked); give what toJSON has written, as text or plain objects";
  t.throws(() => Trajectory.fromJSON(Object.defineProperties({ ...file }, Object.getOwnPropertyDescriptors(locked))), {
    name: "ModelError",
    message: unreadable,
  });
  t.throws(() => Trajectory.fromJSON(text, 5 as unknown as System), {
    message: "Trajectory.fromJSON: the system is 5; give the System the run was made with, or leave it away",
  });
});

test("JSON: modes that the model does not have", (t) => {
  const system = new System();
  const ball = system.add(new RigidBody("ball", { inertia: BALL, position: [0, 0.2, 0] }));
  const surfaces = { surfaceA: new Plane({ normal: [0, 1, 0] }), surfaceB: new Sphere({ radius: 0.1 }) };
  system.add(new Contact("floor", system.ground, ball, surfaces));
  const arm = system.add(new RigidBody("arm", { inertia: ARM, position: [2, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [1.5, 0, 0], axis: [0, 0, 1] }));
  const text = JSON.stringify(system.simulateSync({ until: 0.05 }));
  const remedy = "give the system the run was made with";
  const fits = (what: string) => `trajectory JSON: modeLists[0] does not fit the system: ${what}; ${remedy}`;
  refuseEdited(t, system, text, [
    [
      (file) => Object.assign(file, { modeLists: [["flying", ""]] }),
      fits('Contact "floor": mode is "flying"; choose one of open, unloaded, touch'),
    ],
    // Without friction there is nothing that could stick.
    [
      (file) => Object.assign(file, { modeLists: [["stick", ""]] }),
      fits('Contact "floor": mode is "stick"; choose one of open, unloaded, touch'),
    ],
    [
      (file) => Object.assign(file, { modeLists: [["open", "stick"]] }),
      fits('RevoluteJoint "hinge": it has no modes, so mode "stick" cannot be set; leave it as it is'),
    ],
    [
      (file) => Object.assign(file, { modeLists: [["open", "off "]] }),
      fits(
        'RevoluteJoint "hinge": it carries arm in this part of the run, where it cannot be off; switch it off by an event, or by enabled before the run',
      ),
    ],
    [
      (file) => Object.assign(file, { modeLists: [["open"]] }),
      `trajectory JSON: modeLists[0] has 1 entries, but the system 2 constraints; ${remedy}`,
    ],
    [
      (file) => Object.assign(file, { modeLists: [["open", 5]] }),
      'trajectory JSON: modeLists[0] is ["open", 5]; it should be a list of texts',
    ],
  ]);
  // What was tried leaves no trace.
  t.is(Trajectory.fromJSON(text, system).at(0.01).body("ball").position[1], 0.2 - 0.5 * 9.81 * 0.01 ** 2);
});

/** One of everything, with one constant that can be changed. */
function makeCollection(change: Record<string, number> = {}): System {
  const value = (key: string, usual: number) => change[key] ?? usual;
  const system = new System({ gravity: [0, value("gravity", -9.81), 0] });
  const { ground } = system;
  const bodies = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    system.add(new RigidBody(`b${i}`, { inertia: BALL, position: [i, 2, 0] })),
  );
  const bob = system.add(
    new RigidBody("bob", {
      inertia: Inertia.sphere({ mass: value("mass", 1), radius: value("radius", 0.1) }),
      position: [9, 0, 0],
    }),
  );
  system.add(new RigidBody("free", { inertia: BALL, velocity: [value("velocity", 0), 0, 0] }));
  system.add(
    new RevoluteJoint("hinge", ground, bob, {
      point: [8, value("point", 0), 0],
      axis: [0, value("axis", 0), 1],
      angle: value("start", 0),
      stiffness: value("hinge stiffness", 0),
    }),
  );
  system.add(new Ground("base", { position: [0, value("base", 0), 0] }));
  system.add(new DistanceRod("rod", ground, bodies[0], { from: [0, 3, 0], length: value("length", 1) }));
  system.add(
    new SpringDamper("spring", ground, bodies[1], { from: [1, 3, 0], stiffness: 5, restLength: value("rest", 1) }),
  );
  system.add(new Bushing("bushing", ground, bodies[2], { point: [2, 2, 0], damping: value("bushing", 1) }));
  system.add(new AppliedWrench("wrench", ground, bodies[3], { force: [0, value("force", 1), 0] }));
  const surfaceB = new Sphere({ radius: value("surface", 0.1) });
  const surfaceA = new Plane({ normal: [0, 1, 0] });
  system.add(new Contact("floor", ground, bodies[4], { surfaceA, surfaceB, friction: value("friction", 0.5) }));
  const rail = system.add(new PrismaticJoint("rail", ground, bodies[5], { point: [5, 2, 0], axis: [0, 1, 0] }));
  const other = system.add(new PrismaticJoint("other", ground, bodies[6], { point: [6, 2, 0], axis: [0, 1, 0] }));
  system.add(new JointLimit("stop", rail, { lower: value("lower", -1) }));
  system.add(new JointFriction("brake", other, { force: value("limit", 1) }));
  system.add(new Coupler("rack", rail, other, { ratio: value("ratio", 2) }));
  system.add(new PointOnLine("slot", ground, bodies[7], { direction: [1, value("direction", 0), 0] }));
  return system;
}

test("JSON: a model with other constants is refused, and the constant is named", (t) => {
  const text = JSON.stringify(makeCollection().simulateSync({ until: 0.02 }));
  const read = (change: Record<string, number>) => Trajectory.fromJSON(text, makeCollection(change));
  const refuse = (change: Record<string, number>, what: string) =>
    t.throws(() => read(change), {
      name: "ModelError",
      message: `trajectory JSON: it belongs to another model: ${what}; give the system the run was made with`,
    });
  t.notThrows(() => read({}));
  // Where a run starts is not part of the model that reads it.
  t.notThrows(() => read({ start: 0.3, velocity: 1 }));
  refuse({ mass: 2 }, 'mass of RigidBody "bob" is 1 in the file and 2 in the system');
  refuse(
    { radius: 0.2 },
    'tensor of RigidBody "bob" is [0.004000000000000001, 0.004000000000000001, 0.004000000000000001, 0, 0, 0] in the file and ' +
      "[0.016000000000000004, 0.016000000000000004, 0.016000000000000004, 0, 0, 0] in the system",
  );
  refuse(
    { gravity: -1.62 },
    'acceleration of UniformGravity "gravity" is [0, -9.81, 0] in the file and [0, -1.62, 0] in the system',
  );
  refuse({ base: 1 }, 'position of Ground "base" is [0, 0, 0] in the file and [0, 1, 0] in the system');
  refuse({ point: 0.5 }, 'pointA of RevoluteJoint "hinge" is [8, 0, 0] in the file and [8, 0.5, 0] in the system');
  refuse(
    { "hinge stiffness": 3 },
    'angle stiffness, damping and rest of RevoluteJoint "hinge" is nothing in the file and [3, 0, 0] in the system',
  );
  refuse({ length: 1.001 }, 'length of DistanceRod "rod" is 1 in the file and 1.001 in the system');
  refuse({ rest: 2 }, 'restLength of SpringDamper "spring" is 1 in the file and 2 in the system');
  refuse({ bushing: 2 }, 'damping of Bushing "bushing" is [1, 1, 1] in the file and [2, 2, 2] in the system');
  refuse({ force: 2 }, 'force of AppliedWrench "wrench" is [0, 1, 0] in the file and [0, 2, 0] in the system');
  refuse(
    { surface: 0.2 },
    'surfaceB of Contact "floor" is "Sphere {radius: 0.1}" in the file and "Sphere {radius: 0.2}" in the system',
  );
  refuse(
    { friction: 0.6 },
    'friction of Contact "floor" is "CoulombFriction {coefficients: [0.5,0.5], staticCoefficie…" in the file and ' +
      '"CoulombFriction {coefficients: [0.6,0.6], staticCoefficie…" in the system',
  );
  refuse({ lower: -2 }, 'lower of JointLimit "stop" is -1 in the file and -2 in the system');
  refuse({ limit: 2 }, 'force of JointFriction "brake" is 1 in the file and 2 in the system');
  refuse({ ratio: 3 }, 'ratio of Coupler "rack" is 2 in the file and 3 in the system');
  t.throws(() => read({ axis: 0.1 }), { message: /^trajectory JSON: .* angle axis of RevoluteJoint "hinge" is / });
  t.throws(() => read({ direction: 0.1 }), {
    message: /^trajectory JSON: .* (?:first|second) of PointOnLine "slot" is /,
  });
  // Another engine may round the last digit of what was computed to another number: that is the same model.
  t.notThrows(() => read({ mass: 1 + 1e-15, point: 1e-16, length: 1 - 1e-15, surface: 0.1 * (1 + 2e-16) }));

  const file = JSON.parse(text) as File;
  const more = makeCollection();
  more.add(new Bushing("more", more.ground, more.get("bob") as Body, { point: [0, 0, 0], damping: 1 }));
  t.throws(() => Trajectory.fromJSON(file, more), {
    message:
      'trajectory JSON: it belongs to another model: the file has nothing where the system has Bushing "more"; give the system the run was made with',
  });
  // The description survives reading and writing without a system, costs little, and may not be left out.
  t.is(JSON.stringify(Trajectory.fromJSON(text)), text);
  isBelow(t, JSON.stringify(file.model).length, 5000);
  Reflect.deleteProperty(file, "model");
  t.throws(() => Trajectory.fromJSON(file, makeCollection({ mass: 2 })), {
    message: "trajectory JSON: model is missing; the file is not complete",
  });
  t.throws(() => Trajectory.fromJSON({ ...file, model: [{ kind: "Ground" }] }), {
    message:
      "trajectory JSON: model[0] is an object of class Object; it should be an object with kind, name and constants",
  });
});

test("a kinematic run, which has no dense output, goes through JSON", async (t) => {
  const system = new System();
  const arm = system.add(new RigidBody("arm", { inertia: ARM, position: [0.5, 0, 0] }));
  const motion = (time: number) => [time, 1, 0] as const;
  system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1], motion }));
  const run = await system.kinematics({ to: 1, steps: 4 });
  const back = Trajectory.fromJSON(JSON.stringify(run), system);
  t.deepEqual(back.at(0.5).body("arm"), run.at(0.5).body("arm"));
});

test("what a run hands out cannot be changed, and is not changed when the run grows", (t) => {
  const system = makeSwitched();
  const early: Pick<Trajectory, "events" | "notes" | "statistics" | "stateNames">[] = [];
  let steps = 0;
  const run = system.simulateSync({
    until: 20,
    maxStep: 0.01,
    progress: (_done, _t, { events, notes, statistics, stateNames }) => {
      if (early.length === 0) steps = statistics.steps;
      early.push({ events, notes, statistics, stateNames });
    },
  });
  isAbove(t, early.length, 3);
  isBelow(t, early[0].events.length, run.events.length);
  t.is(early[0].statistics.steps, steps);
  const before = run.at(1.3).body("body");
  const { modes, y } = run.lastState;
  const live: object[] = [
    modes,
    run.events,
    run.events[0],
    run.notes,
    run.statistics,
    run.stateNames,
    run.diagnosis as object,
    run.diagnosis?.limitedBy[0] as object,
  ];
  for (const list of live) t.throws(() => Object.assign(list, { 0: "left", t: 0, steps: 0 }), { name: "TypeError" });
  y.fill(0);
  t.deepEqual(run.at(1.3).body("body"), before);
  t.deepEqual(run.at(20).state, run.last.state);
  // Nothing is copied where nothing is new.
  t.is(run.events, run.events);
});

test("a long list of points goes through JSON", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 0.1, every: 0.05 });
  const file = run.toJSON();
  const count = 300_000;
  const repeat = <T>(list: T[]): T[] => Array.from({ length: count }, () => list[0]);
  file.times = Array.from({ length: count }, (_, i) => i / count);
  file.states = repeat(file.states);
  file.modes = repeat(file.modes);
  file.columns = {};
  t.is(Trajectory.fromJSON(file).length, count);
});

test("at: outside the run, not a number, between the stored points of nothing", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1 });
  t.throws(() => run.at(1.5), {
    message: "Trajectory: t = 1.5 s is outside the run, which goes from 0 s to 1 s; give a time of the run",
  });
  t.throws(() => run.at(-1), { message: /outside the run/ });
  t.throws(() => run.at(Number.NaN), { message: /^Trajectory: the time is NaN; give a finite number/ });
  t.throws(() => run.point(99), { message: /^Trajectory: there is no stored point 99; there are \d+, from 0$/ });
  t.throws(() => run.point(0.5), { message: /there is no stored point 0\.5/ });
});

test("at an event: the model after it; just before it: the model before it", (t) => {
  const run = makeSwitched().simulateSync({ until: 2, tolerance: 1e-10 });
  const [{ t: time }] = run.events;
  t.is(run.at(time).reaction("switch").force[0], 1);
  t.is(run.at(time - 1e-6).reaction("switch").force[0], -1);
  t.is(run.column("switch.state.0").at(-1), run.events.length);
});
