import test from "ava";
import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { createA02, createChain, createFourBar } from "../../bench/models.ts";
import { createBenchmarkWheel } from "../../bench/rows/omniwheelRuns.ts";
import { IdealRolling } from "../../lib/constraints/contact/index.ts";
import {
  BallJoint,
  type Constraint,
  Contact,
  ContensouFriction,
  DistanceRod,
  Ellipsoid,
  type EventActions,
  Inertia,
  loadBdf,
  Plane,
  RevoluteJoint,
  RigidBody,
  type SimulateOptions,
  type Snapshot,
  System,
  type Trajectory,
} from "../../lib/index.ts";
import { GglProblem } from "../../lib/simulation/GglProblem.ts";
import { KernelProblem } from "../../lib/simulation/KernelProblem.ts";
import { findSettings } from "../../lib/simulation/SimulateOptions.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import {
  bounceBall,
  rollDown,
  rollOnTurntable,
  slideIntoRolling,
  stickAndSlip,
} from "../helpers/contactClosedForms.ts";
import { countArrays } from "../helpers/countArrays.ts";
import { createZoo } from "../helpers/createZoo.ts";
import { bounce, hitStop, listBounces } from "../helpers/eventModels.ts";
import { measureMotorPendulum } from "../helpers/measureCircuits.ts";
import { compareWithIda, measureFormulations } from "../helpers/measureFormulations.ts";
import { createDrivenMecanum } from "../helpers/measureVehicle.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawLoop, drawRedundantLoop } from "../helpers/randomLoops.ts";
import { refuse } from "../helpers/refuse.ts";
import { solveA02 } from "../reference/iftomm.ts";

const ggl = { formulation: "ggl" } as const;

const calcDistance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a, (x, i) => Math.abs(x - b[i])).reduce((most, x) => Math.max(most, x), 0);

// ---------------------------------------------------------------- equations

/** A problem in a run of a model, with rates and multipliers that solve it. */
function prepare(system: System, t = 0.05) {
  const { kernel } = system.getObserver();
  const problem = new GglProblem(new KernelProblem(kernel, findSettings({ until: 1, ...ggl })));
  const run = system.simulateSync({ until: t, tolerance: 1e-10 });
  const { y: state, modes } = run.lastState;
  kernel.setModes(modes);
  kernel.dormantRotors.setDormant(true);
  const derivative = new Float64Array(problem.size);
  problem.calcDerivative(t, state, derivative);
  problem.prepare(t, state);
  const count = problem.size + problem.multiplierCount;
  const y = new Float64Array(count);
  const rates = new Float64Array(count);
  y.set(state);
  rates.set(derivative);
  problem.readMultipliers(rates, problem.size);
  return { problem, kernel, modes, t, y, rates, count };
}

type Prepared = ReturnType<typeof prepare>;

const calcResidual = ({ problem, t, count }: Prepared, y: Float64Array, rates: Float64Array): Float64Array => {
  const out = new Float64Array(count);
  problem.calcResidual(t, y, rates, out);
  return out;
};

/** Columns of a matrix of differences, with steps that fit the size of the numbers. */
function differentiate(at: Float64Array, f: (x: Float64Array) => Float64Array): number[][] {
  return Array.from(at, (_, j) => {
    const step = 1e-5 * Math.max(1, Math.abs(at[j]));
    const [low, high] = [-1, 1].map((side) => f(at.map((x, i) => (i === j ? x + side * step : x))));
    return Array.from(high, (x, i) => (x - low[i]) / (2 * step));
  });
}

/** Loops of every kind of joint, some redundant, driven, on moving bases, with quaternions; a tree with everything. */
const models = (): System[] => [
  createFourBar(),
  createZoo(),
  ...[6, 7, 11, 13, 18].map((seed) => drawLoop(new RandomSource(seed)).system),
  ...[0, 4, 9].map((seed) => drawRedundantLoop(new RandomSource(seed)).system),
];

test("what the elimination finds solves the equations, with the multipliers of independent rows", (t) => {
  for (const [n, system] of models().entries()) {
    const ready = prepare(system);
    const { y, rates, problem } = ready;
    const size = rates.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
    // Rounding of accelerations, and what three passes of least squares leave.
    isBelow(t, calcDistance(calcResidual(ready, y, rates), new Float64Array(y.length)), 1e-9 * size, `model ${n}`);
    // A multiplier that is off by a thousandth is not a solution.
    if (problem.multiplierCount === 0) continue;
    const other = rates.map((x, i) => (i === problem.size ? 1.001 * x + 1e-3 : x));
    isAbove(t, calcDistance(calcResidual(ready, y, other), new Float64Array(y.length)), 1e-6, `model ${n}`);
  }
});

test("wheels that share a load: the multipliers of least norm, and the rates of rollers in the air", (t) => {
  // One wheel has just handed over and slides, three roll: of four normal forces three are independent.
  const ready = prepare(createDrivenMecanum({ vx: 0.3, wz: 0.2 }).system, 0.04688);
  const { problem, kernel, modes, y, rates, count } = ready;
  t.is(modes.filter((mode) => mode.startsWith("slip")).length, 1);
  t.is(kernel.rows.redundancy, 1);
  // With another share the wheel that slides would have another friction: no multipliers would solve this.
  const size = rates.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  const residual = calcDistance(calcResidual(ready, y, rates), new Float64Array(count));
  t.log(`residual ${residual}, rates up to ${size}`);
  isBelow(t, residual, 1e-8 * size);
  const out = new Float64Array(count * count);
  problem.calcRateMatrix(ready.t, y, rates, out);
  const columns = differentiate(rates, (x) => calcResidual(ready, y, x));
  for (let i = 0; i < kernel.coordinateCount + kernel.rateCount; i++) {
    for (let j = 0; j < count; j++) {
      const largest = columns[j].reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      isClose(t, out[i * count + j], columns[j][i], 1e-6 * largest, `${i}, ${j}`);
    }
  }
});

test("∂F/∂ẏ is what differences of the equations say", (t) => {
  for (const [n, system] of models().entries()) {
    const ready = prepare(system);
    const { problem, kernel, y, rates, count } = ready;
    const out = new Float64Array(count * count);
    calcResidual(ready, y, rates);
    problem.calcRateMatrix(ready.t, y, rates, out);
    const columns = differentiate(rates, (x) => calcResidual(ready, y, x));
    columns.forEach((column, j) => {
      const size = column.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      column.forEach((value, i) => {
        // States of constraints may read accelerations: that part is left out of the matrix.
        const isState = i >= kernel.coordinateCount + kernel.rateCount && i < problem.size;
        if (!isState) isClose(t, out[i * count + j], value, 1e-6 * size, `model ${n}, ${i}, ${j}`);
      });
    });
  }
});

test("rows of positions, followed along the rates, are those of velocities; the patch is Φ Gᵀ", (t) => {
  for (const [n, system] of models().entries()) {
    const ready = prepare(system);
    const { problem, kernel, y, count } = ready;
    const { coordinateCount: m, rateCount: s } = kernel;
    const holonomic = problem.multiplierCount / 2;
    if (problem.multiplierCount === 0) continue;
    t.true(Number.isInteger(holonomic));
    const none = new Float64Array(count);
    const at = Float64Array.from(y);
    const columns = differentiate(at, (x) => calcResidual(ready, x, none));
    const G = new Matrix(holonomic, s);
    for (let j = 0; j < s; j++) {
      const unit = new Float64Array(s);
      const moved = new Float64Array(m);
      unit[j] = 1;
      kernel.readState(y);
      kernel.calcCoordinateRates(kernel.q, unit, moved);
      for (let i = 0; i < holonomic; i++) {
        const velocity = columns[m + j][problem.size + i];
        const position = moved.reduce((sum, x, k) => sum + x * columns[k][problem.size + holonomic + i], 0);
        G.set(i, j, velocity);
        isClose(t, position, velocity, 1e-7, `model ${n}, row ${i}, rate ${j}`);
      }
    }
    // Patches in rates: from those of the accelerations, for without friction both are Φ Gᵀ.
    const matrix = new Float64Array(count * count);
    calcResidual(ready, y, none);
    problem.calcRateMatrix(ready.t, y, none, matrix);
    const patch = new Matrix(s, holonomic);
    const patched = new Matrix(m, holonomic);
    for (let j = 0; j < holonomic; j++) {
      for (let i = 0; i < s; i++) patch.set(i, j, -matrix[(m + i) * count + problem.size + j]);
      for (let i = 0; i < m; i++) patched.set(i, j, -matrix[i * count + problem.size + holonomic + j]);
      const moved = new Float64Array(m);
      kernel.readState(y);
      kernel.calcCoordinateRates(kernel.q, Float64Array.from(patch.getColumn(j)), moved);
      isBelow(t, calcDistance(patched.getColumn(j), moved), 1e-12, `model ${n}: the patch of row ${j}`);
    }
    const product = G.mmul(patch);
    const size = Math.max(...product.to1DArray().map(Math.abs));
    isBelow(t, Matrix.sub(product, product.transpose()).abs().max(), 1e-7 * size, `model ${n}: G Φ Gᵀ is symmetric`);
    const least = Math.min(...new EigenvalueDecomposition(product, { assumeSymmetric: true }).realEigenvalues);
    isAbove(t, least, 0, `model ${n}: … and positive`);
  }
});

test("an evaluation allocates no arrays", (t) => {
  const ready = prepare(drawLoop(new RandomSource(7)).system);
  const { problem, y, rates, count } = ready;
  const out = new Float64Array(count);
  const matrix = new Float64Array(count * count);
  const made = countArrays(() => {
    for (let n = 0; n < 20; n++) problem.calcResidual(ready.t, y, rates, out);
    problem.calcRateMatrix(ready.t, y, rates, matrix);
  });
  t.is(made, 0);
});

// ---------------------------------------------------------------- the same results

/** Runs a model with both formulations, the other one finer; the largest difference of the last state by the tolerance. */
function compare(create: () => System, tolerance: number, options: Partial<SimulateOptions> = {}) {
  const run = create().simulateSync({ until: 0.5, tolerance, ...options, ...ggl });
  const other = create().simulateSync({ until: 0.5, tolerance: 0.01 * tolerance, ...options });
  return { run, other, difference: calcDistance(run.lastState.y, other.lastState.y) / tolerance };
}

const listEvents = ({ events }: Trajectory) => events.map(({ owner, kind, after }) => `${owner} ${kind} ${after}`);

test("trees, loops, redundant loops, driven joints and moving bases: as with multipliers eliminated", (t) => {
  const tolerance = 1e-7;
  const check = (name: string, create: () => System, limit: number) => {
    const { difference, run } = compare(create, tolerance);
    isBelow(t, difference, limit, name);
    t.is(run.statistics.method, "bdf");
    const { position, velocity } = run.violation;
    isBelow(t, Math.max(position, velocity), 0.2 * tolerance, `${name}: drift`);
  };
  // Its free end amplifies whatever comes.
  check("chain", () => createChain(5), 2000);
  check("zoo", createZoo, 60);
  for (let seed = 0; seed < 20; seed++) check(`loop ${seed}`, () => drawLoop(new RandomSource(seed)).system, 3);
  for (let seed = 0; seed < 10; seed++)
    check(`redundant ${seed}`, () => drawRedundantLoop(new RandomSource(seed)).system, 3);
});

test("states of circuits: a pendulum on a geared motor, against equations written by hand", (t) => {
  for (const rotor of [false, true]) isBelow(t, measureMotorPendulum(rotor, { tolerance: 1e-8, ...ggl }), 2e-8);
});

test("contacts that roll, slide, stick, slip and bounce: closed forms", (t) => {
  const options = { tolerance: 1e-8, ...ggl };
  isBelow(t, slideIntoRolling(0.4, 3, 0, options).error, 1e-10, "from sliding to rolling");
  isBelow(t, rollDown(0.5, options).error, 1e-12, "down an incline");
  isBelow(t, rollOnTurntable(new IdealRolling(), options).error, 1e-8, "on a turntable");
  const { errors, rest } = bounceBall(0.7, options);
  // Twenty bounces, each from where the last one was found.
  isBelow(t, Math.max(...errors.slice(0, 20), ...rest), 1e-8, "bounces");
  const belt = stickAndSlip(options);
  const other = stickAndSlip({ tolerance: 1e-10 });
  isBelow(t, calcDistance(belt.found, other.found), 1e-7, "stick and slip on a belt");
});

test("friction on a patch that grows with the load: slip, spin and the normal force together", (t) => {
  const create = () => {
    const system = new System();
    const ball = system.add(
      new RigidBody("ball", {
        inertia: new Inertia({ mass: 1, tensor: [0.004, 0.005, 0.006] }),
        position: [0, 0.1, 0],
        velocity: [0.5, 0, 0.2],
        angularVelocity: [3, 20, 1],
      }),
    );
    system.add(
      new Contact("floor", system.ground, ball, {
        surfaceA: new Plane({ normal: [0, 1, 0] }),
        surfaceB: new Ellipsoid({ semiAxes: [0.1, 0.1, 0.105] }),
        friction: new ContensouFriction({ coefficient: 0.3, modulus: 1e6, radius: 0.1 }),
      }),
    );
    return system;
  };
  isBelow(t, compare(create, 1e-7, { until: 0.2 }).difference, 20);
});

test("a wheel of rollers, and a vehicle whose wheels share a load in no unique way: the same hand-overs and motion", (t) => {
  const wheel = compare(createBenchmarkWheel, 1e-7);
  isBelow(t, wheel.difference, 20);
  t.deepEqual(listEvents(wheel.run), listEvents(wheel.other));
  // While one roller slides beside three that roll, who carries what decides its friction.
  const vehicle = compare(() => createDrivenMecanum({ vx: 0.3, wz: 0.2 }).system, 1e-6, { until: 0.1 });
  isBelow(t, vehicle.difference, 20);
  t.deepEqual(listEvents(vehicle.run), listEvents(vehicle.other));
  isAtLeast(t, vehicle.run.statistics.redundancy, 1);
});

// ---------------------------------------------------------------- numbers

test("four-bar and Bricard: the difference follows the tolerance, the drift stays within it", (t) => {
  for (const name of ["four-bar", "bricard"] as const) {
    const { difference, proportion, drift } = measureFormulations(name);
    t.log(`${name}: ${difference} tolerances, power ${proportion}, drift ${drift} tolerances`);
    isAtMost(t, difference, name === "four-bar" ? 2500 : 2);
    isClose(t, proportion, 1, 0.1);
    // Nobody projects: this is what Newton's method leaves.
    isBelow(t, drift, 0.05);
  }
});

test("IDA solves the same equations with the same result, forces included", (t) => {
  const { motion, force } = compareWithIda(createFourBar(), 1e-11);
  t.log(`rates ${motion}, force ${force}, in units of what IDA is uncertain by`);
  isBelow(t, motion, 3);
  isBelow(t, force, 3);
});

test("energy of a loop is kept in proportion to the tolerance", (t) => {
  const drifts = [1e-6, 1e-8].map(
    (tolerance) => createFourBar().simulateSync({ until: 10, tolerance, ...ggl }).energy.drift / tolerance,
  );
  for (const drift of drifts) isBelow(t, drift, 4);
});

test("loops that pass positions where they lose rank, at a moderate tolerance", (t) => {
  const run = createA02(2).simulateSync({ until: 5, tolerance: 1e-6, ...ggl });
  const { position } = run.at(5).body("vertical0");
  const expected = solveA02(2, 5).position;
  isBelow(t, calcDistance([position[0], position[1]], [expected[0] / 2, expected[1] / 2]), 1e-4);
});

test("events are located: a ball that bounces, a rod on a stop", (t) => {
  const times = bounce(0.8, 3, 1e-8, ggl).events.map((event) => event.t);
  isAtLeast(t, times.length, 4);
  // Free fall is exact.
  isBelow(t, calcDistance(times, listBounces(0.8, times.length)), 1e-11);
  const { run, expected } = hitStop(1e-9, ggl);
  isAtLeast(t, expected.length, 3);
  isBelow(
    t,
    calcDistance(
      run.events.map((event) => event.t),
      expected,
    ),
    1e-8,
  );
});

test("the dense output lies between steps as near as they are, on the rows", (t) => {
  const tolerance = 1e-8;
  const make = () => createFourBar();
  const run = make().simulateSync({ until: 1, tolerance, ...ggl });
  const other = make().simulateSync({ until: 1, tolerance: 1e-11 });
  let [difference, drift] = [0, 0];
  for (let i = 0; i < 300; i++) {
    const time = (i + 0.37) / 301;
    const [now, then] = [run.at(time), other.at(time)];
    difference = Math.max(difference, calcDistance(now.body("coupler").position, then.body("coupler").position));
    drift = Math.max(drift, now.violation.position);
  }
  isBelow(t, difference, 30 * tolerance);
  isBelow(t, drift, 1e-14);
});

test("a run goes on from another one, with either formulation, and the other way round", (t) => {
  const tolerance = 1e-8;
  const whole = createFourBar().simulateSync({ until: 2, tolerance: 1e-11 });
  for (const [first, second] of [
    ["ggl", "eliminated"],
    ["eliminated", "ggl"],
  ] as const) {
    const system = createFourBar();
    const begin = system.simulateSync({ until: 1, tolerance, formulation: first });
    const end = system.simulateSync({ from: begin, until: 2, tolerance, formulation: second });
    isBelow(t, calcDistance(end.lastState.y, whole.lastState.y), 500 * tolerance);
  }
});

test("a rod that is switched off, and a joint of the tree that is cut: other rows, and another tree, from there on", (t) => {
  const run = (options: Partial<SimulateOptions>) => {
    const system = new System();
    const inertia = Inertia.box({ mass: 1, size: [0.4, 0.1, 0.2] });
    const first = system.add(new RigidBody("first", { inertia, position: [0.5, 0, 0] }));
    const second = system.add(new RigidBody("second", { inertia, position: [1.5, 0, 0] }));
    system.add(new RevoluteJoint("hinge", system.ground, first, { point: [0, 0, 0], axis: [0, 0, 1] }));
    const ball = system.add(new BallJoint("ball", first, second, { point: [1, 0, 0] }));
    const rod = system.add(new DistanceRod("rod", system.ground, second, { pointA: [2, 2, 0.5], pointB: [2, 0, 0] }));
    const cut = (name: string, time: number, part: Constraint) => ({
      name,
      value: (now: Snapshot) => now.t - time,
      action: (actions: EventActions) => actions.switchOff(part),
    });
    return system.simulateSync({
      until: 0.6,
      tolerance: 1e-8,
      ...options,
      events: [cut("rod", 0.2, rod), cut("ball", 0.4, ball)],
    });
  };
  const [found, expected] = [run(ggl), run({ tolerance: 1e-11 })];
  t.is(found.events.length, 2);
  for (const name of ["first", "second"]) {
    isBelow(t, calcDistance(found.last.body(name).position, expected.last.body(name).position), 1e-7);
    isBelow(t, calcDistance(found.last.body(name).velocity, expected.last.body(name).velocity), 1e-6);
  }
});

// ---------------------------------------------------------------- options

test("bdf with multipliers eliminated: the same motion", (t) => {
  const tolerance = 1e-8;
  const run = createFourBar().simulateSync({ until: 2, tolerance, method: "bdf" });
  const other = createFourBar().simulateSync({ until: 2, tolerance: 1e-11 });
  isBelow(t, calcDistance(run.lastState.y, other.lastState.y), 500 * tolerance);
  // Projected after each step.
  isBelow(t, run.violation.position, 1e-13);
});

test("formulations and methods that do not fit are refused by name; simulate loads what they need", async (t) => {
  const system = createFourBar();
  const run = (options: object) => () => system.simulateSync({ until: 0.1, ...options });
  refuse(t, [
    [run({ formulation: "GGL" }), 'simulate: formulation is "GGL"; did you mean "ggl"? Choose one of eliminated, ggl'],
    [
      run({ formulation: "ggl", method: "dop853" }),
      'simulate: method is "dop853", which cannot solve the formulation "ggl", whose multipliers are unknowns; leave method away, ' +
        "or give bdf",
    ],
    [run({ formulation: "ggl", step: 0.01 }), /step is for rk4/],
  ]);
  await loadBdf();
  for (const options of [{ formulation: "ggl" }, { formulation: "ggl", method: "auto" }, { method: "bdf" }] as const) {
    const { statistics } = await system.simulate({ until: 0.1, ...options });
    t.is(statistics.method, "bdf");
  }
});
