import test from "ava";
import { StateSizes } from "../../lib/circuit/StateSizes.ts";
import {
  BondGraph,
  Circuit,
  type CircuitRun,
  type CircuitSimulateOptions,
  type ElementOptions,
  ModelError,
  SimulationError,
} from "../../lib/index.ts";
import { createGraph, createRLC, RLC } from "../helpers/circuits.ts";
import { isAbove, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { createSeries, measureSeries, SeriesSolution, sweepSeries } from "../helpers/sweepCircuits.ts";
import { solveLinear } from "../reference/matrixExponential.ts";

/** A source with a law, a resistor and a capacitor, and a coil if wanted. */
function createDriven(law: ElementOptions["law"], values: { R: number; C: number; L?: number }): BondGraph {
  const { R, C, L } = values;
  return createGraph(
    [
      ["Se", "V", { law }],
      ["1", "loop"],
      ["R", "R", { parameters: { resistance: R } }],
      ["C", "C", { parameters: { capacitance: C } }],
      ...(L === undefined ? [] : ([["I", "L", { parameters: { inertance: L } }]] as const)),
    ],
    ["V > loop", "loop > R", "loop > C", ...(L === undefined ? [] : ["loop > L"])],
    new BondGraph(),
  );
}

const at = (run: CircuitRun, element: string, t = run.end) => run.state(element, [t])[0];

test("the closed form of the series circuit is that of its matrix", (t) => {
  for (const R of [0.1, 1.9, 2, 2.1, 30]) {
    const solution = new SeriesSolution({ V: 1, R, L: 1, C: 1 });
    const matrix = [
      [-R, -1],
      [1, 0],
    ];
    for (const time of [1e-3, 0.03, 0.2, 1, 3]) {
      const wanted = solveLinear(matrix, [1, 0], [0, 0], time);
      solution.at(time).forEach((value, k) => {
        isClose(t, value, wanted[k], 1e-14, `R = ${R}, t = ${time}: ${value} and ${wanted[k]}`);
      });
    }
  }
});

test("stiff circuits: an explicit method that blows up on trial leaves no trace", (t) => {
  // The second column of each: how far the run may be off. At a tolerance of 1e-8 ten times that is kept.
  const cases: [string, { R: number; L: number; C: number }][] = [
    ["100 Ω, 1 µH, 1 mF", { R: 100, L: 1e-6, C: 1e-3 }],
    ["300 kΩ, 0.1 H, 100 µF", { R: 3e5, L: 0.1, C: 1e-4 }],
    ["1 GΩ, 0.1 H, 100 µF", { R: 1e9, L: 0.1, C: 1e-4 }],
    ["1 GΩ, 1 µH, 1 mF", { R: 1e9, L: 1e-6, C: 1e-3 }],
  ];
  for (const [name, values] of cases) {
    const solution = new SeriesSolution({ V: 10, ...values });
    const run = new Circuit(createSeries({ V: 10, ...values })).simulateSync({ until: 1 });
    const error = measureSeries(run, solution);
    isAtMost(t, error, 1e-7, `${name}`);
    t.is(run.statistics.method, "dop853, radau", name);
    t.is(run.notes.length, 1, name);
    t.regex(run.notes[0], /^t = \S+ s: dop853 was limited by stability \(p_L\), continued with radau$/, name);
    t.is(run.statistics.steps, run.times.length - 1, name);
    isBelow(t, run.statistics.steps, 500, name);
    isAbove(t, run.statistics.evaluations, run.statistics.steps);
  }
  const q = at(new Circuit(createSeries({ V: 10, R: 100, L: 1e-6, C: 1e-3 })).simulateSync({ until: 1 }), "C");
  isClose(t, q, 0.00999954600070238, 1e-10, `${q} C`);
});

test("R, L and C over twelve decades, at other tolerances and by the implicit method alone", (t) => {
  const cases: [Omit<CircuitSimulateOptions, "until">, number][] = [
    [{ tolerance: 1e-5 }, 1e-4],
    [{ tolerance: 1e-12 }, 1e-11],
    [{ tolerance: 1e-9, method: "radau" }, 1e-8],
  ];
  for (const [options, limit] of cases) {
    const { error, silent, implicit } = sweepSeries(options, 3);
    isAtMost(t, error, limit, `${JSON.stringify(options)}`);
    t.is(silent, 0);
    t.is(implicit > 0, options.method === undefined);
  }
});

test("what is tolerable depends on accepted states alone", (t) => {
  const { model } = new Circuit(createRLC());
  const sizes = new StateSizes(model, 0, 1, Float64Array.of(0, 0));
  const read = (y: number[]) => {
    const out = new Float64Array(2);
    sizes.calcTolerable(1e-6, Float64Array.from(y), out);
    return [...out];
  };
  sizes.accept(0, Float64Array.of(0, 1e-3));
  const before = read([0, 0]);
  t.is(before[1], 1e-9);
  // A trial that has blown up is measured by itself, and forgotten.
  t.is(read([1e40, 1e40])[0], 1e34);
  t.deepEqual(read([0, 0]), before);
  sizes.accept(0, Float64Array.of(0, 2e-3));
  t.is(read([0, 0])[1], 2e-9);
  // Nothing but rounding of the energy: √(2 E L) with E = ½ q²/C.
  const rounding = 1e-14 * Math.sqrt((2e-3 ** 2 / RLC.C) * RLC.L);
  isClose(t, read([0, 0])[0] / rounding, 1, 1e-14);
});

test("jumps of a source are found to the resolution of the clock, from rest too", (t) => {
  const step = (_x: number, time: number) => (time < 1 ? 0 : 10);
  for (const method of ["auto", "dop853", "radau"] as const) {
    const run = new Circuit(createDriven(step, { R: 100, C: 1e-3 })).simulateSync({
      until: 1.5,
      method,
      tolerance: 1e-9,
    });
    // q = C V (1 − e^(−(t − 1)/RC))
    const charge = 1e-2 * -Math.expm1(-5);
    isClose(t, at(run, "C") / charge, 1, 1e-8, `${method}: ${at(run, "C")}`);
    t.is(at(run, "C", 1 - 1e-9), 0);
    t.is(run.statistics.jumps, 1);
  }
  // A square wave on a circuit that is stiff as well: the same charge as without the coil, whose current follows at once.
  const wave = (_x: number, time: number) => ((time * 100) % 1 < 0.5 ? 12 : 0);
  const options = { until: 0.1, tolerance: 1e-10, maxStep: 2e-3 };
  const [plain, coil] = [undefined, 1e-9].map((L) =>
    at(
      new Circuit(createDriven(wave, { R: 100, C: 1e-3, ...(L === undefined ? {} : { L }) })).simulateSync(options),
      "C",
    ),
  );
  isClose(t, coil / plain, 1, 1e-8, `${plain} and ${coil}`);
});

test("sources that begin with nothing, and states that are nothing but rounding", (t) => {
  for (const method of ["auto", "radau"] as const) {
    const run = new Circuit(createDriven("10*sin(w*t)".replace("w", "300"), { R: 20, L: 0.1, C: 1e-4 })).simulateSync({
      until: 1,
      tolerance: 1e-10,
      method,
    });
    // In the end q = Im(V e^(iωt) / (iω Z)), with Z = R + iωL + 1/(iωC).
    const [omega, reactance] = [300, 300 * 0.1 - 1 / (300 * 1e-4)];
    const angle = Math.atan2(20, -reactance);
    const amplitude = 10 / (omega * Math.hypot(20, reactance));
    const wanted = amplitude * Math.sin(omega - angle);
    isClose(t, at(run, "C"), wanted, 1e-9 * amplitude, `${method}: ${at(run, "C")} and ${wanted}`);
  }
  // Two equal halves and a coil between them: its current is zero but for rounding, and must not set the pace.
  const bridge = createGraph(
    [
      ["Se", "V", { law: "10*sin(100*t)" }],
      ["0", "top"],
      ["1", "a"],
      ["1", "b"],
      ["R", "Ra", { parameters: { resistance: 0.1 } }],
      ["R", "Rb", { parameters: { resistance: 0.3 } }],
      ["0", "A"],
      ["0", "B"],
      ["C", "Ca", { parameters: { capacitance: 3e-2 } }],
      ["C", "Cb", { parameters: { capacitance: 1e-2 } }],
      ["1", "between"],
      ["I", "L", { parameters: { inertance: 1e-3 } }],
    ],
    [
      ...["V > top", "top > a", "top > b", "a > Ra", "b > Rb", "a > A", "b > B", "A > Ca", "B > Cb"],
      ...["A > between", "between > B", "between > L"],
    ],
    new BondGraph(),
  );
  for (const method of ["auto", "radau"] as const) {
    const run = new Circuit(bridge).simulateSync({ until: 1, tolerance: 1e-10, method });
    isBelow(t, run.statistics.steps, 10_000, `${run.statistics.steps} steps`);
    for (const p of run.state("L")) isClose(t, p, 0, 1e-13 * 10 * 1e-3);
  }
});

test("sources that start softly: their rounding is no error", (t) => {
  // 1 − cos(t) has no digits left where a run of such a circuit begins.
  for (const [R, L] of [
    [20, 0.1],
    [100, 1e-6],
    [1e4, 1e-9],
  ]) {
    for (const tolerance of [1e-6, 1e-9, 1e-12]) {
      const circuit = new Circuit(createDriven("10*(1 - cos(300*t))", { R, L, C: 1e-4 }));
      const run = circuit.simulateSync({ until: 0.05, tolerance });
      // 20 turns of the source at most; fine tolerances take explicit steps as long as there are not too many of them.
      isBelow(t, run.statistics.steps, 12_000, `${R} Ω, ${L} H, ${tolerance}: ${run.statistics.steps} steps`);
      isAtMost(t, run.audit().check().worstStore?.ratio as number, 10 * tolerance);
    }
  }
  // So has a diode behind a coil, in the end at rest, where Newton's method leaves its rounding.
  const diode = createGraph(
    [
      ["Se", "V", { law: "10*(1 - exp(-t/T))", parameters: { T: 1e-9 } }],
      ["1", "a"],
      ["R", "R", { parameters: { resistance: 1 } }],
      ["I", "L", { parameters: { inertance: 1e-9 } }],
      ["0", "n"],
      ["R", "diode", { law: "Is*(exp(e/Vt) - 1)", parameters: { Is: 1e-12, Vt: 0.026 } }],
      ["R", "R2", { parameters: { resistance: 1000 } }],
    ],
    ["V > a", "a > R", "a > L", "a > n", "n > diode", "n > R2"],
    new BondGraph(),
  );
  for (const tolerance of [1e-6, 1e-8, 1e-10]) {
    const run = new Circuit(diode).simulateSync({ until: 1, tolerance });
    isBelow(t, run.statistics.steps, 3000, `${run.statistics.steps} steps`);
    const voltage = run.at(1).effort("n → diode");
    const current = at(run, "L") / 1e-9;
    isClose(t, 10 - current, voltage, 10 * tolerance);
    isClose(t, 1e-12 * Math.expm1(voltage / 0.026) + voltage / 1000, current, 1e-9);
  }
});

test("dense output is as accurate as the ends of steps where stability limits them", (t) => {
  // Rates of 0.1 and 10 times ω₀: explicit steps are limited by the second, which has died out long before.
  const values = { V: 10, R: 1e-5, L: 1e-6, C: 1e6 };
  const solution = new SeriesSolution(values);
  const circuit = new Circuit(createSeries(values));
  for (const tolerance of [1e-9, 1e-11]) {
    const run = circuit.simulateSync({ until: 5 / solution.slow, tolerance, method: "dop853" });
    const error = measureSeries(run, solution);
    isAtMost(t, error, 10 * tolerance, `${tolerance}: ${error}`);
    t.regex(
      run.notes[0],
      /^t = \S+ s: stability, not the tolerance, limits the steps of dop853 \(p_L\); method "radau" is/,
    );
  }
});

test("a run that fails carries what was computed", (t) => {
  const fail = (graph: BondGraph, options: CircuitSimulateOptions, message: string | RegExp) => {
    const error = t.throws(() => new Circuit(graph).simulateSync(options), {
      instanceOf: SimulationError,
      message,
    }) as unknown as SimulationError<CircuitRun>;
    t.false(Object.keys(error).includes("trajectory"));
    return error;
  };
  const tail = "What was computed before is in the error's trajectory";
  // q̇ = q²: it is 1/(1 − t).
  const pole = createGraph(
    [
      ["Sf", "f", { law: "x^2", signals: { x: { state: "C" } } }],
      ["0", "p"],
      ["C", "C", { parameters: { capacitance: 1 }, start: 1 }],
      ["R", "R", { law: "0*e" }],
    ],
    ["f > p", "p > C", "p > R"],
    new BondGraph(),
  );
  const { trajectory } = fail(
    pole,
    { until: 2 },
    new RegExp(
      `^Circuit.simulate: the run stopped at t = (0\\.99999|1\\.0)\\S* s: no step is small enough for q_C .*${tail}$`,
    ),
  );
  isClose(t, at(trajectory, "C", 0.5), 2, 1e-7);
  t.is(trajectory.statistics.steps, trajectory.times.length - 1);
  isAbove(t, trajectory.statistics.rejected, 0);

  const root = createDriven("sqrt(1/4 - t)", { R: 1, C: 1 });
  const stopped = fail(
    root,
    { until: 1 },
    /^Circuit.simulate: the run stopped at t = 0.2\S* s: the rate of q_C is not finite;/,
  );
  isAbove(t, stopped.trajectory.end, 0.2);
  isAtMost(t, stopped.trajectory.end, 0.25);

  const raw = createDriven(
    (_x, time) => {
      if (time > 0.5) throw new Error("out of wax");
      return 1;
    },
    { R: 1, C: 1 },
  );
  const thrown = fail(
    raw,
    { until: 1 },
    /: Se "V": the law threw an error: out of wax; look into that function\. What was/,
  );
  t.true(thrown.cause instanceof ModelError);
  isAtMost(t, thrown.trajectory.end, 0.5);
  isAbove(t, thrown.trajectory.end, 0.4);
  const first = fail(
    createDriven(() => Number.NaN, { R: 1, C: 1 }),
    { until: 1 },
    `Circuit.simulate: the run stopped at t = 0 s: the rate of q_C is not finite; Se "V": its law gives NaN at t = 0 s; look for a division by zero, or a law out of its domain there. ${tail}`,
  );
  t.deepEqual([...first.trajectory.times], [0]);
  t.is(at(first.trajectory, "C"), 0);
  fail(
    createDriven(() => 1e300, { R: 1e-300, C: 1 }),
    { until: 1 },
    /the run stopped at t = 0 s: the rate of q_C is not finite/,
  );
  // Noise: one jump after the other.
  const noise = createDriven((_x, time) => Math.sin(1e17 * time), { R: 1, C: 1 });
  fail(noise, { from: 1, until: 2 }, /the run stopped at t = \S+ s: no step is small enough for q_C /);
});

test("runs without end are refused or stopped", (t) => {
  const circuit = new Circuit(createRLC());
  t.throws(() => circuit.simulateSync({ until: 1, maxStep: 1e-300 }), {
    instanceOf: ModelError,
    message:
      "Circuit.simulate: maxStep 1e-300 s makes 1.0e+300 steps, and all are kept; give at least 0.00000100 s for 1000000 steps",
  });
  // Two time constants that are 1e11 times apart, by an explicit method as was asked.
  const stiff = new Circuit(createSeries({ V: 10, R: 100, L: 1e-6, C: 10 }));
  t.throws(() => stiff.simulateSync({ until: 1000, method: "dop853" }), {
    instanceOf: SimulationError,
    message:
      /the run crawls: the last 20000 steps took it forward by \S+ s, limited by p_L; look for a law that is not smooth .* let the method be "auto"/,
  });
  for (const [options, message] of [
    [
      { until: 1, tolerance: 1e-15 },
      "Circuit.simulate: tolerance 1e-15 is below what numbers can hold; give 1e-14 or more",
    ],
    [
      { until: 1, tolerance: 2 },
      "Circuit.simulate: tolerance 2 lets errors be as large as the states; give 0.1 or less",
    ],
    [
      { until: 1, signal: {} },
      "Circuit.simulate: signal is an object of class Object; give the signal of an AbortController",
    ],
    [{ until: 1, progress: 3 }, "Circuit.simulate: progress is 3; give a function"],
    [{ until: 1, start: 3 }, "BondGraph: start is 3; give states by the names of their elements, such as { C: 0.1 }"],
    [undefined, "Circuit.simulate: the options are undefined; give an object such as { until: … }"],
    [{}, "Circuit.simulate: until is undefined, not a number; give a finite number"],
  ] as const) {
    t.throws(() => circuit.simulateSync(options as never), { instanceOf: ModelError, message });
  }
});

test("a run can be cancelled and followed", async (t) => {
  const circuit = new Circuit(createRLC());
  const options = { until: 1, tolerance: 1e-12, maxStep: 1e-5 };
  const controller = new AbortController();
  const parts: number[] = [];
  const error = (await t.throwsAsync(
    circuit.simulate({
      ...options,
      signal: controller.signal,
      progress: (done, time, run) => {
        parts.push(done);
        t.is(run.end, time);
        controller.abort(new Error("enough"));
      },
    }),
    {
      instanceOf: SimulationError,
      message: /^Circuit.simulate: the run was cancelled at t = \S+ s; what was computed before is/,
    },
  )) as unknown as SimulationError<CircuitRun>;
  t.is(error.name, "AbortError");
  t.is((error.cause as Error).message, "enough");
  t.is(parts.length, 1);
  isAbove(t, parts[0], 0);
  isBelow(t, parts[0], 1);
  isClose(t, error.trajectory.end, parts[0], 1e-15);
  t.true(Number.isFinite(at(error.trajectory, "C")));
  t.throws(() => circuit.simulateSync({ until: 1, signal: AbortSignal.abort() }), { name: "AbortError" });

  const seen: number[] = [];
  const run = circuit.simulateSync({ ...options, until: 0.01, progress: (done) => void seen.push(done) });
  t.is(seen.at(-1), 1);
  t.is(seen.length, 1 + Math.floor((run.statistics.steps - 1) / 256));
  t.throws(() => circuit.simulateSync({ until: 1, progress: (async () => {}) as never }), {
    instanceOf: SimulationError,
    message: /progress answers with a promise; give a function that is not async/,
  });
});

test("what a run tells of itself cannot be changed from outside", (t) => {
  const run = new Circuit(createRLC()).simulateSync({ until: 0.1 });
  const { statistics } = run;
  t.is(statistics.method, "dop853");
  t.is(statistics.tolerance, 1e-8);
  statistics.steps = -1;
  (run.notes as string[]).push("no");
  isAbove(t, run.statistics.steps, 0);
  t.deepEqual(run.notes, []);
  const last = run.times;
  last[0] = 7;
  t.is(run.start, 0);
});
