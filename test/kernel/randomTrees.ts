import test from "ava";
import type { BodyState, ScalarBondOptions } from "../../lib/index.ts";
import { isAbove } from "../helpers/compare.ts";
import { assemble, compareKinematics, Errors, type Reading, read } from "../helpers/compareModels.ts";
import { compareTrees, TOLERANCE } from "../helpers/compareTrees.ts";
import type { DenseSolution, Wrench } from "../helpers/denseModel.ts";
import { inner, type Jet, minus, outer, plus, pointIn, size, type Triple } from "../helpers/jets.ts";
import { RandomSource } from "../helpers/random.ts";
import { drawTree, type TreeOptions } from "../helpers/randomModels.ts";
import type { TwinModel } from "../helpers/twinModel.ts";

// The library against a model that shares no code with it: Newton–Euler equations of every body and twice
// differentiated constraints, solved as one dense linear system. All ten thousand trees are compared in
// test/long/randomTrees.ts.

test("random trees have the accelerations and reactions of a dense solve", (t) => {
  const { failures, worst, withRows } = compareTrees(1, 1000);
  t.log(String(worst));
  t.deepEqual(failures, []);
  isAbove(t, withRows, 200);
});

// ---------------------------------------------------------------- forward and inverse dynamics

/** The same random model with its bonds sealed otherwise, read at the same time. */
function readTree(seed: number, reseal?: TreeOptions["reseal"]): { twin: TwinModel; reading: Reading } {
  const { twin, time } = drawTree(new RandomSource(seed), { rows: 0, forces: true, reseal });
  return { twin, reading: read(twin, twin.system.evaluate(time)) };
}

test("driving every joint as it moves by itself takes the efforts that moved it, and these efforts move it so", (t) => {
  const errors = new Errors();
  let bonds = 0;
  for (let seed = 20_001; seed <= 20_300; seed++) {
    const { twin, reading } = readTree(seed);
    const motionOf = (joint: string, place: number) => {
      const names = twin.pairs.find(({ name }) => name === joint)!.pair.rateNames;
      return reading.motions.get(`${joint}.${names[place]}`)!;
    };
    const driven = (joint: string, place: number): ScalarBondOptions => {
      const { position, rate, acceleration } = motionOf(joint, place);
      const { t: now } = reading;
      const motion = (time: number): Jet => {
        const s = time - now;
        return [position + s * rate + 0.5 * s * s * acceleration, rate + s * acceleration, acceleration];
      };
      return { motion };
    };
    const loaded = (joint: string, place: number): ScalarBondOptions => {
      const { position, rate, effort } = motionOf(joint, place);
      return { start: position, rate, effort: () => effort };
    };
    const scale = 1 + Math.max(0, ...[...reading.motions.values()].map(({ effort }) => Math.abs(effort)));
    for (const [what, reseal] of [
      ["inverse", driven],
      ["forward", loaded],
    ] as const) {
      const other = readTree(seed, reseal);
      const solution = assemble(other.twin, other.reading).solve();
      const own = new Errors();
      compareKinematics(other.twin, other.reading, { ...solution, accelerations: accelerationsOf(reading) }, own);
      for (const [name, { effort }] of reading.motions) {
        own.add("effort", Math.abs(other.reading.motions.get(name)!.effort - effort) / scale, name);
        bonds++;
      }
      t.deepEqual(own.above(TOLERANCE), [], `${what} dynamics, seed ${seed}`);
      errors.merge(own);
    }
  }
  t.log(String(errors));
  isAbove(t, bonds, 3000);
});

// ---------------------------------------------------------------- energy and momentum

/** Power of a wrench on a body. */
function calcPower({ position, velocity, angularVelocity }: BodyState, wrench: Wrench): number {
  const atPoint = plus(velocity, outer(angularVelocity, minus(wrench.point, position)));
  return inner(wrench.force, atPoint) + inner(wrench.torque, angularVelocity);
}

/**
 * All that changes the sum of kinetic and potential energy, W, from what the library says about efforts and reactions.
 */
function listPowers(twin: TwinModel, reading: Reading, { frames, coordinates }: DenseSolution): number[] {
  const { bodies, constraints, forces } = twin.dense;
  const powers: number[] = [];
  const stateOf = (body: number) => reading.bodies.get(bodies[body].name)!;
  for (const { name, kind, data } of twin.pairs) {
    // Effort times rate; what the springs take from it is potential energy. Couplers only hand power on.
    for (const { relation } of coordinates.get(name)!) {
      const { position, rate, effort } = reading.motions.get(`${name}.${relation.name}`)!;
      const { stiffness = 0, rest = 0 } = relation.law ?? {};
      powers.push((effort + stiffness * (position - rest)) * rate);
    }
    if (kind !== "ball") continue;
    const rates = ["x", "y", "z"].map((axis) => reading.motions.get(`${name}.${axis}`)!.rate) as Triple;
    powers.push(-(data.damping ?? 0) * inner(rates, rates));
  }
  // Dampers and given forces.
  for (const { A, B, calcLoss } of forces) {
    const loss = calcLoss(reading.t, frames[A], frames[B]);
    powers.push(calcPower(stateOf(B), loss) - calcPower(stateOf(A), loss));
  }
  // A rod that grows; a slot does no work.
  for (const { name, A, B, pointA, pointB, relations } of constraints) {
    if (name !== "rod") continue;
    const line = minus(pointIn(frames[B], pointB)[0], pointIn(frames[A], pointA)[0]);
    const push = inner(reading.reactions.get(name)!.force, line) / size(line);
    powers.push(push * relations[0].given!(reading.t)[1]);
  }
  // What the constraints give to a base they take from the bodies.
  for (const { name, A, B } of [...constraints, ...forces]) {
    const { force, torque, point, onA } = reading.reactions.get(name)!;
    if (bodies[A].base) powers.push(-calcPower(stateOf(A), onA));
    if (bodies[B].base) powers.push(-calcPower(stateOf(B), { force, torque, point }));
  }
  return powers;
}

const accelerationsOf = ({ bodies }: Reading): DenseSolution["accelerations"] =>
  new Map(
    [...bodies].map(([name, { acceleration, angularAcceleration }]) => [
      name,
      { linear: [...acceleration], angular: [...angularAcceleration] },
    ]),
  );

test("energy changes by the power of efforts, dampers, drives and bases", (t) => {
  const errors = new Errors();
  for (let seed = 30_001; seed <= 30_400; seed++) {
    const { twin, time } = drawTree(new RandomSource(seed), { rows: 0.4, forces: true });
    const snapshot = twin.system.evaluate(time);
    const reading = read(twin, snapshot);
    const equations = assemble(twin, reading);
    const energy = equations.calcEnergy({ accelerations: accelerationsOf(reading) });
    const powers = listPowers(twin, reading, equations.solve());
    const balance = powers.reduce((sum, x) => sum + x, -energy.kineticRate - energy.potentialRate);
    // Relative to the largest single power: the sum is a small difference of them.
    const scale = [...powers, energy.kineticRate, energy.potentialRate].reduce((a, b) => Math.max(a, Math.abs(b)), 1);
    const own = new Errors();
    own.add("balance", Math.abs(balance) / scale, "power");
    const size = 1 + Math.abs(energy.kinetic) + Math.abs(energy.potential);
    own.add("kinetic energy", Math.abs(snapshot.energy.kinetic - energy.kinetic) / size, "energy");
    own.add("potential energy", Math.abs(snapshot.energy.potential - energy.potential) / size, "energy");
    own.add("total energy", Math.abs(snapshot.energy.total - energy.kinetic - energy.potential) / size, "energy");
    t.deepEqual(own.above(TOLERANCE), [], `seed ${seed}`);
    errors.merge(own);
  }
  t.log(String(errors));
});

test("a floating tree keeps its momentum", (t) => {
  const errors = new Errors();
  for (let seed = 40_001; seed <= 40_300; seed++) {
    const { twin, time } = drawTree(new RandomSource(seed), { rows: 0.4, forces: true, floating: true });
    const snapshot = twin.system.evaluate(time);
    const reading = read(twin, snapshot);
    const found = assemble(twin, reading).calcMomentum({ accelerations: accelerationsOf(reading) });
    const own = new Errors();
    own.add("rate of momentum", size(found.rates[0]) / found.scale, "linear");
    own.add("rate of momentum", size(found.rates[1]) / found.scale, "angular");
    own.add("momentum", size(minus(snapshot.momentum.linear, found.linear)) / (1 + size(found.linear)), "linear");
    own.add("momentum", size(minus(snapshot.momentum.angular, found.angular)) / (1 + size(found.angular)), "angular");
    t.deepEqual(own.above(TOLERANCE), [], `seed ${seed}`);
    errors.merge(own);
  }
  t.log(String(errors));
});

test("a floating tree keeps its momentum along a run", (t) => {
  const errors = new Errors();
  for (let seed = 50_001; seed <= 50_020; seed++) {
    const { twin } = drawTree(new RandomSource(seed), { rows: 0, forces: false, floating: true });
    const run = twin.system.simulateSync({ until: 0.5, tolerance: 1e-11 });
    const own = new Errors();
    const [first, last] = [run.point(0).momentum, run.last.momentum];
    own.add("momentum", size(minus(last.linear, first.linear)) / (1 + size(first.linear)), "linear");
    own.add("momentum", size(minus(last.angular, first.angular)) / (1 + size(first.angular)), "angular");
    // A tolerance of 1e-11 per step, some tens of steps, and speeds that the error excites: 1e-9.
    t.deepEqual(own.above(1e-9), [], `seed ${seed}`);
    errors.merge(own);
  }
  t.log(String(errors));
});
