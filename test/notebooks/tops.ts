import test from "ava";
import { matrixFromQuaternion } from "../../lib/math/index.ts";
import {
  checkDecay,
  createReaders as createDiskReaders,
  createEulerDisk,
  reads as diskReads,
  findEnd,
  findPrecession,
  traceDecay,
} from "../../notebooks/models/eulerDisk.ts";
import { columns, createRattleback, findReversal, reads } from "../../notebooks/models/rattleback.ts";
import {
  checkInversion,
  createReaders,
  createTippeTop,
  findTurn,
  measureJellett,
  reads as topReads,
} from "../../notebooks/models/tippeTop.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";

const stone = { spin: 5, asymmetry: 1, resistance: 0, friction: -1 };
const spinStone = (over: Partial<typeof stone>, until = 3) => {
  const { system, options } = createRattleback({ ...stone, ...over });
  return system.simulateSync({ ...options, until });
};

test("the rattleback turns round one way only, its mirror image the other way only", (t) => {
  const run = spinStone({});
  const reversal = findReversal(run) as number;
  // The instant of Kane and Levinson's stone by a run at a tolerance of 1e-12.
  isClose(t, reversal, 2.35273, 1e-4);
  // At a tolerance of 1e-7 a step.
  isBelow(t, run.energy.drift, 1e-6 * run.energy.total[0]);
  const { spin } = columns;
  const table = run.sample({ times: [0, reversal - 0.01, reversal], columns: reads });
  isClose(t, spin(table, 0), 5, 1e-12);
  isAbove(t, spin(table, 1), 0);
  isClose(t, spin(table, 2), 0, 1e-9);
  t.is(findReversal(spinStone({ spin: -5 })), undefined);
  t.is(findReversal(spinStone({ asymmetry: -1 })), undefined);
  t.is(findReversal(spinStone({ asymmetry: 0 })), undefined);
  isBelow(t, findReversal(spinStone({ spin: -5, asymmetry: -1 })) as number, 2.5);
  // With friction of Coulomb's kind that is hardly needed, it does the same.
  isClose(t, findReversal(spinStone({ friction: 5 }, 2.5)) as number, reversal, 1e-2);
});

test("with resistance the stone turns on without rattling: round for 0.2 mm, not for 0.5 mm", (t) => {
  for (const [resistance, sign] of [
    [0.2, -1],
    [0.5, 1],
  ]) {
    const run = spinStone({ resistance }, 9);
    t.is(findReversal(run) !== undefined, sign < 0);
    const table = run.sample({ times: [8, 9], columns: reads });
    const [before, after] = [0, 1].map((i) => columns.spin(table, i));
    isAbove(t, sign * after, 0.5, `${after}`);
    // What is left of the rattling decays; it is below a millionth here.
    isClose(t, after, before, 1e-6);
    isClose(t, columns.pitch(table, 1), 0, 1e-3, `${after - before}`);
  }
});

test("pitch and roll are those of the stone's axes", (t) => {
  const run = spinStone({}, 0.1);
  const table = run.sample({ times: [0], columns: reads });
  // The stone starts with `down` at [−c s, s, c²] of its axes: its long axis rises by asin(c s), its second sinks by s.
  const [s, c] = [Math.sin(Math.PI / 360), Math.cos(Math.PI / 360)];
  const length = Math.hypot(c * s, s, c * c);
  isClose(t, columns.pitch(table, 0), (Math.asin((c * s) / length) * 180) / Math.PI, 1e-9);
  isClose(t, columns.roll(table, 0) + (Math.asin(s / length) * 180) / Math.PI, 0, 1e-9);
});

test("Euler's disk is flat when the theory of slow decay says so, the better the flatter it starts", (t) => {
  const errors = [30, 5].map((tilt) => {
    const model = createEulerDisk({ tilt, resistance: 4, radius: 20 });
    const run = model.system.simulateSync(model.options);
    t.is(run.events.at(-1)?.owner, "flat");
    const [flat, precession] = checkDecay(run, model);
    t.is(flat.found, run.end);
    isClose(t, (precession.found as number) / (precession.expected as number), 1, 0.05);
    return Math.abs((flat.found as number) / (flat.expected as number) - 1);
  });
  isBelow(t, errors[0], 0.015, errors.join());
  isBelow(t, errors[1], 1e-3, errors.join());
});

test("the time to the end is ∫ dα/(4ρ/3R √(g/R) √sin α), and near it Ω = 3R/(ρ τ)", (t) => {
  const [R, rolling, alpha] = [0.2, 1e-3, 0.3];
  // The midpoint rule in √α, independent of Simpson's.
  const rate = ((4 * rolling) / (3 * R)) * Math.sqrt(9.81 / R);
  let sum = 0;
  const n = 20000;
  for (let i = 0; i < n; i++) {
    const u = ((i + 0.5) / n) * Math.sqrt(alpha);
    sum += ((2 * u) / Math.sqrt(Math.sin(u * u))) * (Math.sqrt(alpha) / n);
  }
  isClose(t, findEnd(R, rolling, alpha) / (sum / rate), 1, 1e-10);
  const small = 1e-6;
  const left = findEnd(R, rolling, small);
  isClose(t, (findPrecession(R, small) * left * rolling) / (3 * R), 1, 1e-6);
  const path = traceDecay({ R, rolling, alpha });
  isClose(t, path[0].t, 0, 1e-12);
  isClose(t, path[0].precession, findPrecession(R, alpha), 1e-9);
  // dα/dt along the path by differences.
  const [before, now, after] = path.slice(99, 102);
  const slope = (((after.tilt - before.tilt) / (after.t - before.t)) * Math.PI) / 180;
  isClose(t, slope / (-rate * Math.sqrt(Math.sin((now.tilt * Math.PI) / 180))), 1, 1e-4);
});

test("the readers of the disk give what it starts with", (t) => {
  const model = createEulerDisk({ tilt: 12, resistance: 2, radius: 20 });
  const run = model.system.simulateSync({ ...model.options, until: 0.01 });
  const table = run.sample({ times: [0], columns: diskReads });
  const { tilt, precession } = createDiskReaders(0.2);
  isClose(t, tilt(table, 0), 12, 1e-9);
  isClose(t, precession(table, 0), findPrecession(0.2, (12 * Math.PI) / 180), 1e-9);
});

const top = { spin: 160, friction: 0.3, eccentricity: 0.3, ratio: 1, tilt: 6 };

test("the tippe top turns over, keeps Jellett's constant, and ends with the spin that this allows", (t) => {
  const { system, options } = createTippeTop(top);
  const run = system.simulateSync(options);
  const { start, drift } = measureJellett(run, top);
  // Close to R C n (1 − ε) for a small inclination: L·u = C n cos θ.
  const [R, C] = [0.02, 1.8e-6];
  isClose(t, start / (R * C * 160 * (Math.cos((6 * Math.PI) / 180) - 0.3)), 1, 1e-12);
  isBelow(t, drift, 1e-7);
  const turn = findTurn(run) as number;
  isBelow(t, turn, 1);
  // By a bisection of its own, from the first hundredth of a second in which the axis points downwards.
  const isUp = (time: number) => matrixFromQuaternion(run.at(time).body("top").orientation)[4] > 0;
  let [a, b] = [0, 0.01];
  while (isUp(b)) [a, b] = [b, b + 0.01];
  while (b - a > 1e-14) {
    const middle = (a + b) / 2;
    if (isUp(middle)) a = middle;
    else b = middle;
  }
  isClose(t, turn, a, 1e-12);
  const [{ found, expected }] = checkInversion(run, top);
  // It is still 2° from upright.
  isClose(t, (found as number) / (expected as number), 1, 1e-3);
  isBelow(t, run.energy.total[run.length - 1], run.energy.total[0]);
  isAbove(t, run.energy.potential[run.length - 1], run.energy.potential[0]);
  const table = run.sample({ times: [0, run.end], columns: topReads });
  const { angle, axial, vertical } = createReaders(top);
  isClose(t, angle(table, 0), 6, 1e-9);
  isClose(t, axial(table, 0), 160, 1e-9);
  isBelow(t, axial(table, 1), 0);
  isAbove(t, vertical(table, 1), 0);
});

test("a top with too small an inertia across its axis stays upright, Jellett's constant with it", (t) => {
  for (const parameters of [
    { ...top, ratio: 0.65 },
    { ...top, friction: 0 },
    { ...top, ratio: 1.15, tilt: 60, spin: 100 },
  ]) {
    const { system, options } = createTippeTop(parameters);
    const run = system.simulateSync({ ...options, until: 2 });
    isBelow(t, measureJellett(run, parameters).drift, 1e-7);
    if (parameters.tilt === 6) t.is(findTurn(run), undefined);
  }
});
