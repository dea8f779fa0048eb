import test from "ava";
import {
  checkNewton,
  classify,
  createFourBar,
  type FourBarParameters,
  findCorners,
  findLargestForce,
  measureWork,
} from "../../notebooks/models/fourBar.ts";
import { isAbove, isBelow, isClose } from "../helpers/compare.ts";

const START: FourBarParameters = {
  mechanism: "four-bar",
  drive: "motor",
  crank: 0.2,
  coupler: 0.5,
  rocker: 0.4,
  base: 0.5,
  offset: 0,
  speed: 6,
};

const simulate = (parameters: FourBarParameters) => {
  const { system, options } = createFourBar(parameters);
  return system.simulateSync(options);
};

test("the linkage is drawn with the lengths that were asked for, wherever they reach each other", (t) => {
  const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  for (const sizes of [
    {},
    { crank: 0.45 },
    { crank: 0.8, base: 0.1, coupler: 0.3, rocker: 0.6 },
    { base: 1, coupler: 0.5 },
  ]) {
    const parameters = { ...START, ...sizes };
    const { A, B, C, D } = findCorners(parameters);
    const lengths = [distance(A, B), distance(B, C), distance(C, D), distance(D, A)];
    [parameters.crank, parameters.coupler, parameters.rocker, parameters.base].forEach((length, i) => {
      isClose(t, lengths[i], length, 1e-14);
    });
  }
  const { B, C } = findCorners({ ...START, mechanism: "slider-crank", offset: 0.12 });
  t.is(C[1], 0.12);
  isClose(t, distance(B, C), 0.5, 1e-15);
  t.throws(() => findCorners({ ...START, crank: 0.05, coupler: 0.1, rocker: 0.1 }), { message: /do not close/ });
  t.throws(() => findCorners({ ...START, mechanism: "slider-crank", crank: 0.05, coupler: 0.1, offset: 0.5 }), {
    message: /do not reach a guide/,
  });
});

test("a slider-crank at constant speed: position of the slider and torque of the motor in closed form", (t) => {
  const offset = 0.07;
  const run = simulate({ ...START, mechanism: "slider-crank", offset });
  const [r, l, w] = [0.2, 0.5, 6];
  const place = (angle: number) => r * Math.cos(angle) + Math.sqrt(l ** 2 - (offset - r * Math.sin(angle)) ** 2);
  const energy = (time: number) => run.at(time).energy.total;
  for (const time of [0.2, 0.9, 1.7, 2.6]) {
    const angle = Math.PI / 2 + w * time;
    isClose(t, run.at(time).body("slider").position[0], place(angle), 1e-12);
    // The power of the motor is the slope of the energy; central differences of fourth order with 1 ms.
    const h = 1e-3;
    const slope = (energy(time - 2 * h) - energy(time + 2 * h) + 8 * (energy(time + h) - energy(time - h))) / (12 * h);
    isClose(t, run.at(time).joint("A").effort * w, slope, 1e-7);
  }
});

test("Newton's law of the coupler, and the motor's work", (t) => {
  // Differences of velocities with the tolerance 1e-9 over 0.3 ms: some 1e-5 N beside 20 N and more.
  const motor = simulate(START);
  isBelow(t, checkNewton(motor, START), 2e-5);
  const { total } = motor.energy;
  isClose(t, measureWork(motor), total[total.length - 1] - total[0], 1e-6);
  // Where forces are sharp, too: 32 kN for an instant.
  const hard = simulate({ ...START, crank: 0.8, coupler: 1, rocker: 1, base: 1, speed: 20 });
  const { total: energies } = hard.energy;
  isClose(t, measureWork(hard), energies[energies.length - 1] - energies[0], 1e-4);
  const free = simulate({ ...START, drive: "free" });
  isBelow(t, checkNewton(free, START), 1e-4);
  isClose(t, measureWork(free), 0, 1e-12);
  // A wrong mass is noticed.
  isAbove(t, checkNewton(motor, { coupler: 0.51 }), 0.1);
});

test("a free crank goes round after a push of 3 rad/s, and swings back after one of 0.5 rad/s", (t) => {
  for (const speed of [3, 0.5]) {
    const run = simulate({ ...START, drive: "free", speed });
    const [rates, angles] = [run.column("A.angle.rate"), run.column("A.angle")];
    t.is(Math.min(...rates) > 0, speed === 3);
    t.is(Math.max(...angles) > 2 * Math.PI, speed === 3);
  }
});

test("the largest force is the largest of the columns", (t) => {
  const run = simulate(START);
  const { "C.reaction.force.x": x, "C.reaction.force.y": y } = run.sample({
    every: run.end / 400,
    columns: ["C.reaction.force.x", "C.reaction.force.y"],
  });
  const largest = Math.max(...x.map((value, i) => Math.hypot(value, y[i])));
  isClose(t, findLargestForce(run, "C"), largest, 1e-9);
});

test("Grashof's kinds, and runs that agree with them", (t) => {
  const kinds: [Partial<FourBarParameters>, string][] = [
    [{}, "crank and rocker"],
    [{ base: 0.1, crank: 0.4, coupler: 0.4, rocker: 0.4 }, "double crank"],
    [{ crank: 0.4, rocker: 0.2 }, "rocker and crank"],
    [{ crank: 0.4, coupler: 0.2, rocker: 0.45 }, "double rocker"],
    [{ crank: 0.4, coupler: 0.4, rocker: 0.4, base: 0.9 }, "triple rocker"],
    [{ crank: 0.4, coupler: 0.5, rocker: 0.4, base: 0.5 }, "change point"],
    [{ mechanism: "slider-crank", offset: 0.2 }, "crank turns"],
    [{ mechanism: "slider-crank", offset: -0.4 }, "crank rocks"],
  ];
  for (const [sizes, kind] of kinds) {
    const parameters = { ...START, ...sizes };
    t.is(classify(parameters), kind);
    if (kind === "change point") continue;
    // A motor turns the crank all round, or gets stuck.
    const turns = ["crank and rocker", "double crank", "crank turns"].includes(kind);
    if (turns) t.is(simulate(parameters).end, 3);
    else t.throws(() => simulate(parameters), { message: /beyond its reach/ }, kind);
  }
});
