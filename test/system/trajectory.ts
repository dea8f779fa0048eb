import test, { type ExecutionContext } from "ava";
import {
  AppliedWrench,
  BallJoint,
  type Body,
  Bushing,
  CylindricalJoint,
  DistanceRod,
  ForceElement,
  Ground,
  Inertia,
  PrismaticJoint,
  RevoluteJoint,
  RigidBody,
  ScrewJoint,
  type SimulateOptions,
  SimulationError,
  SpringDamper,
  System,
  sliding,
  Trajectory,
  type Vector3,
} from "../../lib/index.ts";
import { add, cross, dot, scale } from "../../lib/math/index.ts";

function near(t: ExecutionContext, a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number, what = ""): void {
  t.is(a.length, b.length);
  const error = Array.from(a).reduce((worst, x, i) => Math.max(worst, Math.abs(x - b[i])), 0);
  t.true(error <= tolerance, `${what} ${Array.from(a).slice(0, 9)} is ${error} off ${Array.from(b).slice(0, 9)}`);
}

const ARM = Inertia.box({ mass: 2, size: [1, 0.2, 0.1] });
const BALL = Inertia.sphere({ mass: 1, radius: 0.1 });

/** A double pendulum out of the plane with a spring: chaotic enough that nothing agrees by chance. */
function makePendulum(): System {
  const system = new System();
  const arm = system.add(new RigidBody("arm", { inertia: ARM, position: [0.5, 0, 0] }));
  const bob = system.add(new RigidBody("bob", { inertia: BALL, position: [1.5, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, arm, { point: [0, 0, 0], axis: [0, 0.1, 1], rate: 3 }));
  system.add(new BallJoint("elbow", arm, bob, { point: [1, 0, 0], rate: [0, 1, 2] }));
  system.add(new SpringDamper("spring", system.ground, bob, { from: [0, 2, 0.5], stiffness: 20, damping: 0.1 }));
  return system;
}

/** A spring along x from the origin: `x = cos(w t)` from rest at 1. */
function makeOscillator(w: number, force: (t: number, x: number) => number = () => 0): System {
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(new RigidBody("body", { inertia: BALL, position: [1, 0, 0] }));
  const joint = { point: [0, 0, 0], axis: [1, 0, 0], stiffness: w * w, restPosition: -1 } as const;
  system.add(new PrismaticJoint("rail", system.ground, body, { ...joint, force }));
  return system;
}

/** Changes between two modes whenever x changes its sign, and counts in its state. */
class Switch extends ForceElement {
  private current = "right";

  override get mode(): string {
    return this.current;
  }

  override set mode(value: string) {
    this.current = value;
  }

  override get stateCount(): number {
    return 1;
  }

  override get eventCount(): number {
    return 1;
  }

  override calcEvents(_t: number, out: Float64Array): void {
    out[0] = this.portB.r[0];
  }

  override handleEvent(): void {
    this.current = this.portB.r[0] >= 0 ? "right" : "left";
    this.states[0] += 1;
  }

  protected override calcWrench(): void {
    this.wrenchB.F.set([this.current === "right" ? -1 : 1, 0, 0]);
    this.wrenchB.P.set(this.portB.r);
  }
}

/** A slider-crank that goes round, with a torsion spring in the crank pin, which closes the loop. */
function makeLoop(): System {
  const system = new System({ gravity: [0, 0, 0] });
  const make = (name: string, length: number, x: number) =>
    system.add(
      new RigidBody(name, { inertia: Inertia.box({ mass: 1, size: [length, 0.1, 0.1] }), position: [x, 0, 0] }),
    );
  const [crank, rod, slider] = [make("crank", 1, 0.5), make("rod", 3, 2.5), make("slider", 0.1, 4)];
  const axis: Vector3 = [0, 0, 1];
  system.add(new PrismaticJoint("guide", system.ground, slider, { point: [4, 0, 0], axis: [1, 0, 0] }));
  system.add(new RevoluteJoint("bearing", system.ground, crank, { point: [0, 0, 0], axis, rate: 8 }));
  system.add(new RevoluteJoint("wristPin", rod, slider, { point: [4, 0, 0], axis }));
  system.add(new RevoluteJoint("pin", crank, rod, { point: [1, 0, 0], axis, stiffness: 0.2 }));
  return system;
}

function makeSwitched(): System {
  const system = makeOscillator(2);
  system.add(new Switch("switch", system.ground, system.get("body") as Body));
  return system;
}

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
  near(t, run.column("cart.position.x"), run.times.map(Math.sin), 1e-15);
});

test("columns hold what the snapshots at the stored points say, to the bit", (t) => {
  const run = makePendulum().simulateSync({ until: 1 });
  t.true(run.length > 5);
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
  near(t, [now.energy.kinetic, now.energy.potential], [kinetic, potential], 1e-12);
  near(t, [...now.momentum.linear, ...now.momentum.angular], [...linear, ...angular], 1e-12);
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
  near(
    t,
    run.column("shaft.angle"),
    run.times.map((x) => 0.5 * x * x),
    1e-8,
  );
  near(
    t,
    run.column("thread.angle"),
    run.times.map((x) => -9 * x),
    1e-9,
  );
  near(
    t,
    run.column("nut.position.z"),
    run.times.map((x) => -0.09 * x),
    1e-10,
  );
  for (const name of ["rotor", "nut"]) {
    const q = [0, 1, 2, 3].map((i) => run.column(`${name}.orientation.q${i}`));
    for (let i = 1; i < run.length; i++) {
      const cosine = q.reduce((sum, part) => sum + part[i] * part[i - 1], 0);
      t.true(cosine > 0.8, `${name} at ${run.times[i]}: ${cosine}`);
    }
  }
  // Half the angle, and on to the other sheet: at 2π the quaternion is −1.
  const turned = run.at(Math.sqrt(4 * Math.PI)).body("rotor").orientation;
  near(t, turned, [-1, 0, 0, 0], 1e-9);
});

test("between the points: dense output follows the motion, and constraints hold there", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 5, tolerance: 1e-10 });
  for (let i = 0; i <= 500; i++) {
    const time = i / 100;
    const { position, velocity, acceleration } = run.at(time).body("body");
    near(
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
    t.true(position < 1e-12 && velocity < 1e-12, `${i} ${position} ${velocity}`);
  }
});

test("sampling: at a distance, at times, chosen columns, stored points", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1, tolerance: 1e-10 });
  const table = run.sample({ every: 0.1, columns: ["body.position.x", "energy.total"] });
  t.deepEqual(Object.keys(table), ["time", "body.position.x", "energy.total"]);
  near(
    t,
    table.time,
    Array.from({ length: 11 }, (_, i) => i / 10),
    1e-15,
  );
  t.is(table.time[10], 1);
  near(
    t,
    table["body.position.x"],
    table.time.map((x) => Math.cos(3 * x)),
    1e-9,
  );
  // A distance that does not divide the run: the last sample is before the end.
  t.is(run.sample({ every: 0.3, columns: [] }).time.length, 4);
  const chosen = run.sample({ times: [0.9, 0, 0.25], columns: ["body.velocity.x"] });
  t.deepEqual([...chosen.time], [0.9, 0, 0.25]);
  near(
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
  t.true(run.events.length >= 2, `${run.events.length}`);
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
    file.states[i][0] = code;
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

test("a run goes on from a trajectory as if it had not stopped, also through JSON and in its mode", (t) => {
  const options: SimulateOptions = { until: 2, tolerance: 1e-12 };
  const whole = makePendulum().simulateSync(options);
  const system = makePendulum();
  const first = system.simulateSync({ ...options, until: 0.8 });
  const second = system.simulateSync({ ...options, from: first });
  t.is(second.start, 0.8);
  t.deepEqual(second.point(0).state, first.last.state);
  // Two seconds of a chaotic motion at 1e-12.
  near(t, second.last.state, whole.last.state, 1e-9);
  const read = Trajectory.fromJSON(JSON.stringify(first), system);
  t.deepEqual(system.simulateSync({ ...options, from: read }).last.state, second.last.state);
  // A file without its system is enough to go on with.
  const alone = Trajectory.fromJSON(JSON.stringify(first));
  t.deepEqual(makePendulum().simulateSync({ ...options, from: alone }).last.state, second.last.state);

  // Turns of a joint that closes a loop go on too.
  const loop = makeLoop();
  const round = loop.simulateSync({ until: 2, tolerance: 1e-11 });
  const next = loop.simulateSync({
    until: 4,
    tolerance: 1e-11,
    from: Trajectory.fromJSON(JSON.stringify(round), loop),
  });
  t.true(Math.abs(round.last.joint("pin").position) > 7);
  near(t, [next.point(0).joint("pin").position], [round.last.joint("pin").position], 1e-12);
  const full = makeLoop().simulateSync({ until: 4, tolerance: 1e-11 });
  const readLoop = ({ last }: Trajectory) => [last.joint("pin").position, last.joint("bearing").rate];
  near(t, readLoop(next), readLoop(full), 1e-8);

  const all = makeSwitched().simulateSync({ until: 4, tolerance: 1e-12 });
  const switched = makeSwitched();
  const begun = switched.simulateSync({ until: 1, tolerance: 1e-12 });
  t.is(begun.events.at(-1)?.after, "left");
  const ended = switched.simulateSync({ until: 4, tolerance: 1e-12, from: begun });
  near(t, ended.last.state, all.last.state, 1e-9);
  const events = [...begun.events, ...ended.events];
  t.is(events.length, all.events.length);
  events.forEach((event, i) => {
    near(t, [event.t], [all.events[i].t], 1e-10);
    t.is(event.after, all.events[i].after);
  });
});

test("a run may start at another time; laws of time see the clock", (t) => {
  const seen: number[] = [];
  const system = makeOscillator(0, (x) => {
    seen.push(x);
    return 6 * x;
  });
  const run = system.simulateSync({ from: 2, until: 3, tolerance: 1e-11 });
  t.is(run.start, 2);
  // ẍ = 6 t from rest at t = 2: x − 1 = t³ − 12 t + 16.
  near(t, [run.last.joint("rail").position], [27 - 36 + 16], 1e-9);
  near(t, [run.at(2.5).joint("rail").position], [2.5 ** 3 - 30 + 16], 1e-9);
  t.true(Math.max(...seen) <= 3);
  const backwards = t.throws(() => system.simulateSync({ from: 2, until: 2 }));
  t.is(backwards?.message, "simulate: until is 2 s, but the run starts at 2 s; time runs forwards: give a later end");
});

test("every: points at its multiples and at the end, dense output in between", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1, every: 0.25, tolerance: 1e-10 });
  t.deepEqual([...run.times], [0, 0.25, 0.5, 0.75, 1]);
  near(
    t,
    run.column("body.position.x"),
    run.times.map((x) => Math.cos(3 * x)),
    1e-9,
  );
  near(t, [run.at(0.6).body("body").position[0]], [Math.cos(1.8)], 1e-9);
  // 3 · 0.3 is just below 0.9: no point a rounding error before the end.
  t.is(makeOscillator(3).simulateSync({ until: 0.9, every: 0.3 }).length, 4);
  t.is(makeOscillator(3).simulateSync({ until: 1, every: 0.3 }).length, 5);
  t.is(makeOscillator(3).simulateSync({ until: 1, every: 7 }).length, 2);
  // Events are stored besides.
  const switched = makeSwitched().simulateSync({ until: 1, every: 0.5 });
  t.deepEqual(
    [...new Set(switched.times)],
    [0, 0.5, 1, ...switched.events.map((event) => event.t)].sort((a, b) => a - b),
  );
  // The steps are the same as without it.
  const [a, b] = [{ every: 0.01 }, {}].map((more) => makePendulum().simulateSync({ until: 1, ...more }));
  t.is(a.statistics.steps, b.statistics.steps);
  t.deepEqual(a.last.state, b.last.state);
  // From a start other than zero the multiples count from there.
  t.deepEqual([...makeOscillator(1).simulateSync({ from: 0.1, until: 0.6, every: 0.25 }).times], [0.1, 0.35, 0.6]);
});

test("dense: false keeps the stored points only", (t) => {
  const system = makePendulum();
  const run = system.simulateSync({ until: 1, every: 0.25, dense: false });
  const dense = makePendulum().simulateSync({ until: 1, every: 0.25 });
  t.deepEqual(run.last.state, dense.last.state);
  t.deepEqual(run.at(0.5).state, dense.at(0.5).state);
  t.throws(() => run.at(0.6), {
    message:
      "Trajectory: there is no dense output at t = 0.6 s; the run was made with dense: false, so only stored points " +
      "can be read",
  });
  t.is(run.toJSON().steps.length, 0);
  t.deepEqual(run.column("bob.position.x"), dense.column("bob.position.x"));
});

test("fixed steps: points on the grid, no tolerance", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1, method: "rk4", step: 0.25 });
  t.deepEqual([...run.times], [0, 0.25, 0.5, 0.75, 1]);
  t.is(run.statistics.method, "rk4");
  t.is(run.statistics.steps, 4);
  const fine = makeOscillator(3).simulateSync({ until: 1, method: "rk4", step: 1e-3 });
  near(t, [fine.last.body("body").position[0]], [Math.cos(3)], 1e-10);
});

test("statistics count, and tolerances are kept", (t) => {
  const run = makePendulum().simulateSync({ until: 1, tolerance: { absolute: 1e-9, relative: 1e-7 } });
  const { method, absolute, relative, steps, rejected, evaluations, redundancy } = run.statistics;
  t.is(method, "dop853");
  t.is(absolute, 1e-9);
  t.is(relative, 1e-7);
  t.is(steps, run.length - 1);
  t.true(evaluations >= 12 * (steps + rejected));
  t.is(redundancy, 0);
  t.is(makePendulum().simulateSync({ until: 1, method: "dopri5" }).statistics.method, "dopri5");
});

test("progress rises to 1, in both kinds of run, with the simulated time", async (t) => {
  for (const kind of ["async", "sync"]) {
    const seen: [number, number][] = [];
    const options: SimulateOptions = {
      until: 3,
      maxStep: 1e-3,
      progress: (done, time) => {
        seen.push([done, time]);
      },
    };
    await (kind === "sync" ? makePendulum().simulateSync(options) : makePendulum().simulate(options));
    t.true(seen.length > 2, kind);
    t.deepEqual(seen.at(-1), [1, 3]);
    for (let i = 0; i < seen.length; i++) {
      t.true(seen[i][0] >= 0 && (i === 0 || seen[i][0] > seen[i - 1][0] || seen[i][0] === 1), kind);
      near(t, [seen[i][0]], [seen[i][1] / 3], 1e-15);
    }
  }
});

test("a signal cancels a run; the error is an AbortError that carries what was computed", async (t) => {
  const controller = new AbortController();
  const reason = new Error("enough");
  const error = await t.throwsAsync(
    makePendulum().simulate({
      until: 1e4,
      signal: controller.signal,
      progress: () => {
        controller.abort(reason);
      },
    }),
    { instanceOf: SimulationError, name: "AbortError" },
  );
  t.regex(
    error?.message ?? "",
    /^simulate: the run was cancelled at t = [\d.]+ s; what was computed before is in the error's trajectory$/,
  );
  t.is(error?.cause, reason);
  const { trajectory } = error as SimulationError;
  t.true(trajectory.end > 0 && trajectory.length > 1);
  t.true(Number.isFinite(trajectory.last.body("bob").position[0]));
  t.true(Number.isFinite(trajectory.at(trajectory.end / 2).energy.total));

  // Cancelled before it began.
  const early = await t.throwsAsync(makePendulum().simulate({ until: 1, signal: AbortSignal.abort() }), {
    name: "AbortError",
  });
  t.is((early as SimulationError).trajectory.length, 1);
  const sync = t.throws(() => makePendulum().simulateSync({ until: 1, signal: AbortSignal.abort() }));
  t.is(sync?.name, "AbortError");
  // Cancelled runs can go on.
  const system = makePendulum();
  const half = system.simulateSync({ until: 0.5, tolerance: 1e-11 });
  t.is(system.simulateSync({ until: 1, from: half, tolerance: 1e-11 }).end, 1);
});

const caught = (work: () => unknown): SimulationError => {
  try {
    work();
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
};

test("a law that is not finite any more stops the run; what was computed is kept", (t) => {
  const law = (x: number) => (x > 1 ? Number.NaN : 0);
  const error = caught(() => makeOscillator(3, law).simulateSync({ until: 2 }));
  t.is(error.name, "SimulationError");
  t.regex(
    error.message,
    /^simulate: the run stopped at t = (1|0\.99\d*) s: the force or effort of PrismaticJoint "rail" is not a finite number there; check its law\. What was computed before is in the error's trajectory$/,
  );
  const { trajectory } = error;
  t.true(trajectory.end > 0.99 && trajectory.end <= 1, `${trajectory.end}`);
  near(t, [trajectory.at(0.5).body("body").position[0]], [Math.cos(1.5)], 1e-7);
  near(t, [trajectory.last.body("body").position[0]], [Math.cos(3 * trajectory.end)], 1e-7);
  t.true(trajectory.statistics.steps > 0 && trajectory.statistics.rejected > 0);
  // Stored rarely: the last step is kept nevertheless.
  const rare = caught(() => makeOscillator(3, law).simulateSync({ until: 2, every: 0.75, dense: false }));
  t.deepEqual([...rare.trajectory.times].slice(0, 2), [0, 0.75]);
  t.is(rare.trajectory.length, 3);
  t.is(rare.trajectory.end, trajectory.end);
  // From the first instant on: the start is kept.
  const never = caught(() => makeOscillator(3, () => Number.NaN).simulateSync({ until: 2 }));
  t.regex(
    never.message,
    /stopped at t = 0 s: the force or effort of PrismaticJoint "rail" is not a finite number there/,
  );
  t.is(never.trajectory.length, 1);
  t.is(never.trajectory.start, 0);
});

test("a law that throws stops the run with its own message", (t) => {
  const cause = new RangeError("the table ends at 1.5");
  const error = caught(() =>
    makeOscillator(3, (x) => {
      if (x > 1.5) throw cause;
      return 0;
    }).simulateSync({ until: 2 }),
  );
  t.regex(
    error.message,
    /^simulate: the run stopped at t = 1\.[0-5]\d* s: the table ends at 1\.5\. What was computed before is in the error's trajectory$/,
  );
  t.is(error.cause, cause);
  t.true(error.trajectory.end > 1 && error.trajectory.end <= 1.5);
  const odd = caught(() =>
    makeOscillator(3, (x) => {
      if (x > 0.5) throw "a text";
      return 0;
    }).simulateSync({ until: 2 }),
  );
  t.regex(odd.message, /stopped at t = 0\.\d+ s: "a text"\. What/);
});

test("a progress callback that throws loses nothing either", (t) => {
  const error = caught(() =>
    makePendulum().simulateSync({
      until: 3,
      maxStep: 1e-3,
      progress: () => {
        throw new Error("no screen");
      },
    }),
  );
  t.regex(error.message, /stopped at t = 0\.\d+ s: no screen\./);
  t.true(error.trajectory.length > 100);
});

test("a step that underflows names the joint or the body that limits it", (t) => {
  // ẍ = 6 x² with x(0) = 1, ẋ(0) = 2 is x = 1/(1 − t)²: infinite at t = 1.
  const system = new System({ gravity: [0, 0, 0] });
  const body = system.add(new RigidBody("body", { inertia: BALL, position: [1, 0, 0] }));
  const force = (_: number, x: number) => 6 * (x + 1) ** 2;
  system.add(new PrismaticJoint("rail", system.ground, body, { point: [0, 0, 0], axis: [1, 0, 0], rate: 2, force }));
  const error = caught(() => system.simulateSync({ until: 2 }));
  t.regex(
    error.message,
    /^simulate: the run stopped at t = (1\.000000\d*|0\.99999\d*) s: the step became \d\.\d+e-\d+ s long, limited by PrismaticJoint "rail", position \(its rate\)\. Look for a force that jumps or grows without bound, a very stiff spring or damper, or ask for a looser tolerance\. What was computed before is in the error's trajectory$/,
  );
  near(t, [error.trajectory.at(0.5).body("body").position[0]], [4], 1e-6);

  // A free body pulled into a point.
  const free = new System({ gravity: [0, 0, 0] });
  const stone = free.add(new RigidBody("stone", { inertia: BALL, position: [1, 0, 0] }));
  free.add(new SpringDamper("pull", free.ground, stone, { force: (_, length) => -1 / (length * length) }));
  const crash = caught(() => free.simulateSync({ until: 5 }));
  t.regex(crash.message, /limited by RigidBody "stone" \(its rate\)|first in RigidBody "stone" \(its rate\)/);
  // Free fall to the centre from rest at 1 takes π/√8.
  near(t, [crash.trajectory.end], [Math.PI / Math.sqrt(8)], 1e-4);
});

test("an event function that is not finite stops the run and is named", (t) => {
  class Broken extends Switch {
    override calcEvents(time: number, out: Float64Array): void {
      out[0] = time > 0.5 ? Number.NaN : 1;
    }
  }
  const system = makeOscillator(3);
  system.add(new Broken("sensor", system.ground, system.get("body") as Body));
  const error = caught(() => system.simulateSync({ until: 1 }));
  t.regex(
    error.message,
    /^simulate: the run stopped at t = 0\.\d+ s: Broken "sensor": its event function 0 is NaN at t = 0\.\d+( s)?; it has to be (a )?finite( number)? everywhere\. What/,
  );
  t.true(error.trajectory.length > 1);
});

test("editing the system afterwards does not change a trajectory", (t) => {
  const system = makePendulum();
  const run = system.simulateSync({ until: 1 });
  const before = JSON.stringify(makePendulum().simulateSync({ until: 1 }));
  const bob = system.get("bob") as Body;
  system.remove(system.get("spring"));
  const extra = system.add(new RigidBody("extra", { inertia: BALL, position: [2.5, 0, 0] }));
  system.add(new BallJoint("wrist", bob, extra, { point: [2, 0, 0] }));
  system.add(new Bushing("pad", system.ground, extra, { point: [2.5, 0, 0], stiffness: 10 }));
  const other = system.simulateSync({ until: 1 });
  t.notDeepEqual(other.columns, run.columns);
  t.is(JSON.stringify(run), before);
  t.is(run.at(0.5).reaction("spring").force.length, 3);
  t.throws(() => run.at(0.5).body("extra"), { message: /no body is called "extra"/ });
  // Reading the two in turn does not mix them.
  const [a, b] = [run.at(0.3).body("bob"), other.at(0.3).body("bob")];
  t.notDeepEqual(a, b);
  t.deepEqual(run.at(0.3).body("bob"), a);
  t.deepEqual(other.at(0.3).body("bob"), b);
  t.throws(() => system.simulateSync({ until: 2, from: run }), {
    message: /^simulate: the trajectory to continue has the state \[.*continue with the system the run was made with$/,
  });
});

test("two identical runs give identical bits", (t) => {
  const options: SimulateOptions = { until: 3 };
  const system = makePendulum();
  const texts = [system, system, makePendulum()].map((model) => JSON.stringify(model.simulateSync(options)));
  t.is(texts[1], texts[0]);
  t.is(texts[2], texts[0]);
});

test("the asynchronous run is the synchronous one, and runs in turn on one system do not disturb each other", async (t) => {
  const options: SimulateOptions[] = [
    { until: 3, maxStep: 1e-3 },
    { until: 2, maxStep: 7e-4, method: "dopri5" },
  ];
  // Loops are closed by iteration, which starts where the last one ended: the last bits depend on what was read before.
  for (const [make, tolerance] of [
    [makePendulum, 0],
    [makeSwitched, 0],
    [makeLoop, 1e-9],
  ] as const) {
    const alone = options.map((choice) => make().simulateSync(choice).last.state);
    const system = make();
    const order: number[] = [];
    const runs = await Promise.all(
      options.map((choice, i) => {
        const progress = () => {
          order.push(i);
          // Somebody reads the model meanwhile.
          system.evaluate().energy;
        };
        return system.simulate({ ...choice, progress });
      }),
    );
    runs.forEach((run, i) => {
      near(t, run.last.state, alone[i], tolerance, make.name);
    });
    t.true(order.lastIndexOf(0) > order.indexOf(1) && order.lastIndexOf(1) > order.indexOf(0), `${order}`);
  }
});

test("reading a finished run while another goes on does not disturb it, modes included", (t) => {
  const system = makeSwitched();
  const first = system.simulateSync({ until: 1 });
  const start = { from: first, until: 4, maxStep: 1e-3 };
  const expected = [...system.simulateSync(start).last.state];
  const seen: string[] = [];
  const progress = () => {
    for (const time of [0.1, 0.9]) seen.push(`${first.at(time).reaction("switch").force[0]}`);
  };
  t.deepEqual([...system.simulateSync({ ...start, progress }).last.state], expected);
  t.deepEqual(new Set(seen), new Set(["-1", "1"]));
});

test("at: outside the run, not a number, between the stored points of nothing", (t) => {
  const run = makeOscillator(3).simulateSync({ until: 1 });
  t.throws(() => run.at(1.5), { message: "Trajectory: t = 1.5 s is outside the run, which goes from 0 s to 1 s" });
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
