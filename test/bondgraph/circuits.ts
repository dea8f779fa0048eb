import algebrite from "algebrite";
import test, { type ExecutionContext } from "ava";
import {
  BondGraph,
  Circuit,
  CircuitModel,
  findStateEquations,
  ModelError,
  registerLaw,
  toModelica,
} from "../../lib/index.ts";
import {
  createGearedMotor,
  createGraph,
  createMotor,
  createQuarterCar,
  createRLC,
  createTanks,
  GEARED,
} from "../helpers/circuits.ts";
import { isAbove, isAtLeast, isBelow, isClose } from "../helpers/compare.ts";
import { integrate } from "../reference/integrate.ts";

const R = (resistance: number) => ({ parameters: { resistance } });
const I = (inertance: number) => ({ parameters: { inertance } });
const Se = (effort: number) => ({ parameters: { effort } });
const Sf = (flow: number) => ({ parameters: { flow } });

const near = (t: ExecutionContext, actual: number, wanted: number, part: number, what = "") =>
  isClose(t, actual, wanted, part * Math.abs(wanted), what);

/** The geared motor with a load: rotor and load turn together. */
function createLoadedMotor(): BondGraph {
  const graph = new BondGraph().merge(createGearedMotor());
  graph.create("1", "shaft");
  graph.create("I", "Jl", I(0.05));
  graph.create("R", "b", R(0.02));
  for (const [from, to] of [
    ["gearbox", "shaft"],
    ["shaft", "Jl"],
    ["shaft", "b"],
  ]) {
    graph.connect(from, to);
  }
  return graph;
}

test("two inertias joined by a gear are solved together", (t) => {
  const graph = createLoadedMotor();
  const { V, R: r, L, K, J, n } = GEARED;
  const circuit = new Circuit(graph);
  t.deepEqual(
    circuit.model.states.map(({ name }) => name),
    ["p_L", "p_J"],
  );
  const [current, rate] = [3, 40];
  circuit.model.calc(0, Float64Array.of(L * current, J * rate));
  const whole = J + 0.05 / (n * n);
  const acceleration = (K * current - (0.02 * rate) / (n * n)) / whole;
  near(t, circuit.model.rates[0], V - r * current - K * rate, 1e-14);
  near(t, circuit.model.rates[1], J * acceleration, 1e-13);
  // What the load takes: its inertia times its own acceleration.
  near(t, circuit.model.getEffort("shaft → Jl"), (0.05 * acceleration) / n, 1e-13);
  near(t, circuit.model.getStoredEnergy(graph.element("Jl")), 0.5 * 0.05 * (rate / n) ** 2, 1e-14);
  t.throws(() => circuit.simulateSync({ until: 1, start: { Jl: 1 } }), {
    message: /^I "Jl": its state follows from others \(derivative causality\), so its start cannot be given/,
  });
});

test("a linear loop of resistors is solved exactly", (t) => {
  const graph = createGraph(
    [
      ["Se", "V", Se(12)],
      ["1", "a"],
      ["R", "R1", R(2)],
      ["0", "b"],
      ["R", "R2", R(3)],
      ["1", "c"],
      ["R", "R3", R(5)],
      ["I", "L", { ...I(0.5), start: 0.25 }],
    ],
    ["V > a", "a > R1", "a > b", "b > R2", "b > c", "c > R3", "c > L"],
    new BondGraph(),
  );
  const { model } = new Circuit(graph);
  model.calc(0, model.findStart());
  // By hand: i = p/L = 0.5 A through R3 and L; v = (12 − 2 i) / (1 + 2/3).
  const voltage = (12 - 2 * 0.5) / (1 + 2 / 3);
  near(t, model.getEffort("b → R2"), voltage, 1e-15);
  near(t, model.rates[0], voltage - 5 * 0.5, 1e-15);
});

test("a loop with a diode is solved by Newton's method", (t) => {
  const graph = createGraph(
    [
      ["Se", "V", Se(5)],
      ["1", "a"],
      ["R", "R", R(100)],
      ["R", "diode", { law: "Is*(exp(e/Vt) - 1)", parameters: { Is: 1e-12, Vt: 0.026 } }],
    ],
    ["V > a", "a > R", "a > diode"],
    new BondGraph(),
  );
  const { model } = new Circuit(graph);
  model.calc(0, model.findStart());
  const voltage = model.getEffort("a → diode");
  const current = model.getFlow("a → diode");
  near(t, current, 1e-12 * (Math.exp(voltage / 0.026) - 1), 1e-10, `${current} A at ${voltage} V`);
  near(t, current, (5 - voltage) / 100, 1e-12);
  isAbove(t, voltage, 0.5);
  isBelow(t, voltage, 0.8);
  const bad = createGraph(
    [
      ["Sf", "Q", Sf(-1)],
      ["0", "a"],
      ["R", "square", { law: "f^2" }],
      ["R", "cube", { law: "exp(f)" }],
    ],
    ["Q > a", "a > square", "a > cube"],
    new BondGraph(),
  );
  const circuit = new Circuit(bad);
  t.notThrows(() => circuit.model.calc(0, new Float64Array(0)));
  const none = createGraph(
    [
      ["Se", "V", Se(-1)],
      ["R", "square", { law: "f^2 + f/10 + 1" }],
    ],
    ["V > square"],
    new BondGraph(),
  );
  t.throws(() => new Circuit(none).model.calc(0, new Float64Array(0)), {
    instanceOf: ModelError,
    message: /^BondGraph: Newton's method finds no solution of the loop through R "square"; check that their laws/,
  });
});

test("nonlinear storage, a modulated transformer, a registered law: against an independent integration", (t) => {
  registerLaw("testValve", (x, _t, { k }) => k * Math.sign(x) * Math.sqrt(Math.abs(x)), { of: "e" });
  // A mass on a hardening spring; a lever, whose arm changes with the stretch of the spring, drives a flow through a valve.
  const graph = createGraph(
    [
      ["Se", "F", { law: "A*sin(w*t)", parameters: { A: 3, w: 2 } }],
      ["1", "v"],
      ["I", "m", { ...I(2), start: 1 }],
      ["C", "spring", { law: "k*q + a*q^3", parameters: { k: 10, a: 4 }, start: 0.2 }],
      ["MTF", "lever", { law: "r*(2 + cos(x))", parameters: { r: 0.5 }, signals: { x: { state: "spring" } } }],
      ["0", "p"],
      ["C", "tank", { parameters: { capacitance: 0.5 } }],
      ["R", "valve", { law: { name: "testValve", parameters: { k: 0.7 } } }],
    ],
    ["F > v", "v > m", "v > spring", "v > lever", "lever > p", "p > tank", "p > valve"],
    new BondGraph(),
  );
  const run = new Circuit(graph).simulateSync({ until: 3, tolerance: 1e-12, maxStep: 0.01 });
  const reference = integrate(
    (time, [p, q, tank]) => {
      const ratio = 0.5 * (2 + Math.cos(q));
      const pressure = tank / 0.5;
      const velocity = p / 2;
      // f1 = n f2, e2 = n e1
      return [
        3 * Math.sin(2 * time) - 10 * q - 4 * q ** 3 - pressure / ratio,
        velocity,
        velocity / ratio - 0.7 * Math.sign(pressure) * Math.sqrt(Math.abs(pressure)),
      ];
    },
    [1, 0.2, 0],
    0,
    3,
    // The root has no derivative where the pressure changes sign.
    1e-10,
  );
  ["m", "spring", "tank"].forEach((name, i) => {
    isClose(t, run.state(name, [3])[0], reference[i], 1e-6, name);
  });
});

test("half arrows that point the other way change signs, not the motion", (t) => {
  const turned = createGraph(
    [
      ["Se", "V", Se(12)],
      ["1", "current"],
      ["R", "R", R(1.5)],
      ["I", "L", I(2e-3)],
      ["GY", "K", { parameters: { ratio: 0.05 } }],
      ["1", "shaft"],
      ["I", "J", I(3e-4)],
      ["R", "b", R(1e-4)],
    ],
    ["V > current", "R > current", "L > current", "current > K", "K > shaft", "J > shaft", "shaft > b"],
    new BondGraph(),
  );
  const x = Float64Array.of(4e-3, 0.02);
  const [one, two] = [createMotor(), turned].map((graph) => new Circuit(graph).model);
  one.calc(0, x);
  // Momenta count along the arrow into the element.
  two.calc(
    0,
    x.map((value) => -value),
  );
  t.deepEqual(
    two.rates,
    one.rates.map((value) => -value),
  );
  t.is(two.getFlow("L → current"), one.getFlow("current → L"));
  t.is(two.getEffort("R → current"), -one.getEffort("current → R"));
});

test("a spring whose half arrow points to the junction swings like any other", (t) => {
  const create = (bond: string) =>
    createGraph(
      [
        ["1", "v"],
        ["I", "m", { ...I(2), start: 1 }],
        ["C", "k", { parameters: { stiffness: 8 } }],
      ],
      ["v > m", bond],
      new BondGraph(),
    );
  for (const [bond, sign] of [
    ["v > k", 1],
    ["k > v", -1],
  ] as const) {
    const run = new Circuit(create(bond)).simulateSync({ until: 1, tolerance: 1e-12 });
    // x = v/ω sin ωt with v = 0.5 m/s, ω = 2 rad/s
    isClose(t, run.state("k", [1])[0], sign * 0.25 * Math.sin(2), 1e-11, bond);
    isClose(t, run.state("m", [1])[0], Math.cos(2), 1e-11, bond);
  }
});

test("circuits refuse what cannot be run", (t) => {
  const circuit = new Circuit(createRLC());
  const cases: [() => unknown, RegExp][] = [
    [() => circuit.simulateSync({ until: Number.NaN }), /Circuit.simulate: until is NaN; give a finite number/],
    [() => circuit.simulateSync({ until: -1 }), /until -1 s does not lie after 0 s/],
    [
      () => circuit.simulateSync({ until: 1, methd: "radau" } as never),
      /unknown option "methd"; did you mean "method"/,
    ],
    [() => circuit.simulateSync({ until: 1, method: "euler" as never }), /choose one of auto, dop853, radau/],
    [() => circuit.simulateSync({ until: 1, start: { Q: 1 } }), /there is no state of "Q"/],
    [() => circuit.simulateSync({ until: 1 }).at(2).show(), /t = 2 s is outside the run/],
    [() => circuit.simulateSync({ until: 1 }).effort("nowhere"), /bond "nowhere" is not in the graph/],
    [() => new Circuit(new BondGraph()), /it has no bonds/],
    [
      () => circuitOf({ law: "f^2 + e" }),
      /contains f and e; write the effort as a function of f, or the flow as one of e/,
    ],
    [() => circuitOf({ law: "3" }), /R "r": the law "3" contains no f or e/],
    [() => circuitOf({ law: "k*f" }), /unknown name "k" at column 1; .*or use f, e, t/],
    [() => circuitOf({ law: "f", parameters: { k: 1 } }), /the parameter "k" does not appear in the expression/],
    [() => circuitOf({ law: { name: "unheard of" } }), /the law "unheard of" is not registered; call registerLaw/],
    [() => circuitOf({}), /R "r": it has no law; give parameters such as \{ resistance: 2 \}/],
    [() => circuitOf({ parameters: { resistance: "2" as never } }), /resistance is "2", not a number/],
    [() => circuitOf({ law: "f*x", signals: { x: { effort: "gone" } } }), /bond "gone" is not in the graph/],
    [() => circuitOf({ law: "f*x", signals: { x: { state: "r" } } }), /the state of R "r", which has none of its own/],
    [
      () =>
        new Circuit(
          createGraph(
            [
              ["Se", "V", Se(10)],
              ["R", "wire", R(0)],
            ],
            ["V > wire"],
            new BondGraph(),
          ),
        ),
      /R "wire": the others decide its effort, .*\(a short circuit\) without a value; give a number that is not zero/,
    ],
    [() => registerLaw("", () => 0), /registerLaw: the name is ""/],
    [() => registerLaw("testValve2", 3 as never), /the law is 3; give a function/],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: ModelError, message });
});

const circuitOf = (options: object) =>
  new Circuit(
    createGraph(
      [
        ["Se", "V", Se(1)],
        ["R", "r", options],
      ],
      ["V > r"],
      new BondGraph(),
    ),
  );

/** Whether two expressions are the same for the algebra. */
const isSame = (a: string, b: string): boolean => algebrite.run(`simplify((${a})-(${b}))`) === "0";

test("state equations are those of textbooks", async (t) => {
  const cases: [BondGraph, Record<string, string>][] = [
    [createRLC(), { p_L: "V - R*p_L/L - q_C/C", q_C: "p_L/L" }],
    [createMotor(), { p_L: "V - R*p_L/L - K*p_J/J", p_J: "K*p_L/L - b*p_J/J" }],
    [
      createTanks(),
      {
        q_C1: "Q - (q_C1/C1 - q_C2/C2)/R1",
        q_C2: "(q_C1/C1 - q_C2/C2)/R1 - q_C2/(C2*R2)",
      },
    ],
    [
      createQuarterCar(),
      {
        q_kt: "road - p_mu/mu",
        p_mu: "kt*q_kt - ks*q_ks - bs*(p_mu/mu - p_ms/ms)",
        q_ks: "p_mu/mu - p_ms/ms",
        p_ms: "ks*q_ks + bs*(p_mu/mu - p_ms/ms)",
      },
    ],
    [
      createLoadedMotor(),
      {
        p_L: "V - R*p_L/L - K*p_J/J",
        p_J: "(K*p_L/L - b*p_J/(J*gearbox^2))*J/(J + Jl/gearbox^2)",
      },
    ],
  ];
  for (const [graph, wanted] of cases) {
    const { equations } = await findStateEquations(graph);
    t.deepEqual(equations.map(({ symbol }) => symbol).sort(), Object.keys(wanted).sort());
    for (const { symbol, rate } of equations) t.true(isSame(rate, wanted[symbol]), `${symbol}' = ${rate}`);
  }
  const { text, latex } = await findStateEquations(createRLC());
  t.is(text, "p_L' = -R*p_L/L - q_C/C + V\nq_C' = p_L/L");
  t.is(
    latex,
    "\\begin{aligned}\n\\dot{p}_{L} &= V-\\frac{R p_{L}}{L}-\\frac{q_{C}}{C} \\\\\n\\dot{q}_{C} &= \\frac{p_{L}}{L}\n\\end{aligned}",
  );
});

test("state equations of nonlinear laws and linear loops give the numbers of the model", async (t) => {
  const values = { R1: 2, R2: 3, R3: 5, k_C: 2, q0_C: 0.3, a_C: 0.1, V: 12 };
  const graph = createGraph(
    [
      ["Se", "V", Se(values.V)],
      ["1", "a"],
      ["R", "R1", R(values.R1)],
      ["0", "b"],
      ["R", "R2", R(values.R2)],
      ["1", "c"],
      ["R", "R3", R(values.R3)],
      ["C", "C", { law: "k*(q - q0) + a*q^3/2.5", parameters: { k: values.k_C, q0: values.q0_C, a: values.a_C } }],
    ],
    ["V > a", "a > R1", "a > b", "b > R2", "b > c", "c > R3", "c > C"],
    new BondGraph(),
  );
  const [{ rate }] = (await findStateEquations(graph)).equations;
  const { model } = new Circuit(graph);
  for (const q_C of [-1, 0.2, 3]) {
    model.calc(0, Float64Array.of(q_C));
    const names = Object.entries({ ...values, q_C });
    const formula = new Function(
      ...names.map(([name]) => name),
      `return ${rate.replaceAll("^", "**").replaceAll("(-", "(0-")};`,
    );
    const value = formula(...names.map(([, number]) => number)) as number;
    isClose(t, value, model.rates[0], 1e-13 * Math.max(1, Math.abs(value)), `${value} and ${model.rates[0]}`);
  }
  const noisy = createGraph(
    [
      ["Se", "V", Se(1)],
      ["1", "x"],
      ["R", "r", { law: (x: number) => x }],
      ["I", "L", I(1)],
    ],
    ["V > x", "x > r", "x > L"],
    new BondGraph(),
  );
  await t.throwsAsync(findStateEquations(noisy), {
    message: 'R "r": its law is a function, which cannot be written in symbols; give it as an expression',
  });
});

test("Modelica text: its equations hold where the model is", (t) => {
  const graph = createQuarterCar();
  const text = toModelica(graph, { name: "quarter car" });
  t.regex(text, /^model quarter_car\n/);
  t.regex(text, /\nend quarter_car;\n$/);
  const time = 0.37;
  const x = Float64Array.of(0.01, 3, -0.02, 50);
  const { model } = new Circuit(graph);
  model.calc(time, x);
  const names = new Map<string, number>([["time", time]]);
  for (const [, name, value] of text.matchAll(/parameter Real (\w+) = (\S+) /g)) names.set(name, Number(value));
  model.states.forEach(({ name }, i) => {
    names.set(name, x[i]);
    names.set(`der_${name}`, model.rates[i]);
  });
  graph.bonds.forEach((bond, i) => {
    names.set(`e${i + 1}`, model.getEffort(bond));
    names.set(`f${i + 1}`, model.getFlow(bond));
  });
  const lines = text
    .split("equation\n")[1]
    .split("\n")
    .filter((line) => line.endsWith(";") && line.includes(" = "));
  isAtLeast(t, lines.length, 2 * graph.bonds.length);
  for (const line of lines) {
    const code = line
      .replace(";", "")
      .replace(/der\((\w+)\)/g, "der_$1")
      .replaceAll("cos", "Math.cos");
    const [left, right] = code.split(" = ").map((side) => {
      return new Function(...names.keys(), `return ${side};`)(...names.values()) as number;
    });
    isClose(t, left, right, 1e-11 * Math.max(1, Math.abs(left)), line);
  }
  t.throws(() => toModelica(graph, { name: 3 as never }), {
    instanceOf: ModelError,
    message: /name is 3; give a text/,
  });
  const hostile = new BondGraph();
  hostile.create("Se", 'end x; "\n // \\', Se(1));
  hostile.create("R", "time", R(1));
  hostile.connect('end x; "\n // \\', "time");
  const escaped = toModelica(hostile);
  t.true(escaped.includes('"effort of end_x'.slice(0, 10)));
  t.false(/\n(?! {2}|model|equation|end )./.test(escaped), escaped);
  t.regex(escaped, /parameter Real time_ = 1/);
});

test("a storage element that follows one whose half arrow points to the junction", (t) => {
  for (const bond of ["j > I1", "I1 > j"]) {
    const graph = createGraph(
      [
        ["Se", "V", { parameters: { effort: 3 } }],
        ["1", "j", {}],
        ["I", "I1", { parameters: { inertance: 2 } }],
        ["TF", "gear", { parameters: { ratio: 0.5 } }],
        ["I", "I2", { parameters: { inertance: 1 } }],
      ],
      ["V > j", bond, "j > gear", "gear > I2"],
      new BondGraph(),
    );
    const run = new Circuit(graph).simulateSync({ until: 1, tolerance: 1e-10 });
    // The flow behind the gear is twice that in front of it: 2 + 1·2² in all.
    const flow = run.flow("V → j").at(-1) as number;
    isClose(t, flow, 3 / 6, 1e-12, `${bond}: ${flow}`);
    t.true(run.audit().passes);
  }
});

test("nothing of a model leaves its place in Modelica text", (t) => {
  // Whatever is in a name stays in comments and quoted descriptions: what is left of it are identifiers.
  const bad = 'x"; end x;\r\n// \u2028\u0085\\" annotation(';
  const graph = createGraph(
    [
      ["Se", bad, { law: "a*sin(t)", parameters: { a: 2 } }],
      ["1", "sin"],
      ["R", "der", R(1)],
      ["I", "time", { ...I(1e-7), start: 1e21 }],
      ["C", "e1", { law: "k*q", parameters: { k: 3 }, start: -2.5e-9 }],
    ],
    [],
    new BondGraph(),
  );
  graph.connect(bad, "sin", { name: bad });
  for (const name of ["der", "time", "e1"]) graph.connect("sin", name);
  const lines = toModelica(graph, { name: bad }).trimEnd().split("\n");
  const text = /"(?:[^"\\\p{Cc}\p{Zl}\p{Zp}]|\\.)*"/u.source;
  const real = /[A-Za-z_]\w*/.source;
  const number = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/.source;
  const forms = [
    new RegExp(`^(?:model|end) ${real};?$`),
    /^equation$/,
    new RegExp(`^  parameter Real ${real} = ${number} ${text};$`, "u"),
    new RegExp(`^  Real ${real}(?:\\(start = ${number}, fixed = true\\))? ${text};$`, "u"),
    /^ {2}\/\/ [^\p{Cc}\p{Zl}\p{Zp}]*$/u,
    /^ {2}(?:der\(\w+\)|\w+) = [\w+\-*/().^ ]+;$/,
  ];
  for (const line of lines)
    t.true(
      forms.some((form) => form.test(line)),
      line,
    );
  t.true(lines.some((line) => line.includes("(start = 1e+21, fixed = true)")));
  t.true(lines.some((line) => line.includes("(start = -2.5e-9, fixed = true)")));
  // Names that mean something to Modelica, or to laws, are changed.
  const declared = lines.flatMap((line) => /Real (\w+)/.exec(line)?.[1] ?? []);
  t.deepEqual(new Set(declared).size, declared.length);
  for (const name of ["sin", "der", "time"]) t.false(declared.includes(name), name);
});

test("readings of a run refuse what is no bond, no element and no time", (t) => {
  const run = new Circuit(createRLC()).simulateSync({ until: 0.05 });
  const other = createMotor().bond("V → current");
  const cases: [() => unknown, string][] = [
    [() => run.effort(0 as never), "BondGraph: 0 is no bond; give the name of one"],
    [() => run.power(Number.NaN as never), "BondGraph: NaN is no bond; give the name of one"],
    [() => run.flow(Symbol("b") as never), "BondGraph: Symbol(b) is no bond; give the name of one"],
    [
      () => run.effort(other),
      'BondGraph: the bond "V → current" is not in the circuit; give one of its bonds, or the name of one',
    ],
    [() => run.effort("V → loop", 3 as never), "CircuitRun: times is 3; give a list of times of the run, in seconds"],
    [
      () => run.flow("V → loop", [0, Number.NaN]),
      "CircuitRun: times [0, NaN] has NaN in place 1; give a list of times of the run, in seconds, all finite",
    ],
    [
      () => run.state("C", [1]),
      "CircuitRun: t = 1 s is outside the run, which goes from 0 s to 0.05 s; give a time between them",
    ],
    [() => run.state(0 as never), "CircuitRun: the element of a state is 0; give its name"],
    [() => run.state("X"), 'CircuitRun: there is no state of "X"; the states belong to L, C'],
    [() => run.at("1" as never), 'CircuitRun: the time is "1", not a number; give a finite number'],
    [() => run.at(0).effort(null as never), "BondGraph: null is no bond; give the name of one"],
    [
      () => run.model.calc(0, new Float64Array(1)),
      "CircuitModel: the states are [0]; give a Float64Array with p_L, q_C",
    ],
    [() => run.model.calcSlope(7, 0, 0), "CircuitModel: there is no state 7; there are 2 of them"],
    [() => new CircuitModel(createRLC(), ["R"]), 'CircuitModel: the input R "R" is no source; name an Se or an Sf'],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: ModelError, message });
  t.is(run.at(0.05 + 1e-14).state("C"), run.state("C", [0.05])[0]);
});

test("laws that throw, or give no number, are named at set-up and in a run", (t) => {
  const make = (law: (x: number) => number) => circuitOf({ law }).model;
  const x = new Float64Array(0);
  const raise = () => {
    throw new TypeError("no such valve");
  };
  t.throws(() => make(raise).calc(0, x), {
    instanceOf: ModelError,
    message: 'R "r": the law threw an error: no such valve; look into that function',
  });
  t.throws(() => make((async () => 1) as never).calc(0, x), {
    instanceOf: ModelError,
    message: 'R "r": the law answers with a promise; give a function that is not async',
  });
  t.throws(() => make((() => "1") as never).calc(0, x), {
    instanceOf: ModelError,
    message: 'R "r": the law gives "1" at t = 0, not a number; return a number',
  });
  const gyristor = createGraph(
    [
      ["Se", "V", Se(1)],
      ["1", "j"],
      ["GY", "g", { ports: [1], parameters: { ratio: 2 } }],
      ["I", "L", I(1)],
    ],
    ["V > j", "j > g", "j > L"],
    new BondGraph(),
  );
  t.throws(() => new Circuit(gyristor), {
    instanceOf: ModelError,
    message:
      'BondGraph: GY "g" has one port, which does nothing in a scalar graph; leave its ports out, so that it has two',
  });
  t.throws(() => toModelica(gyristor), { instanceOf: ModelError, message: /GY "g" has one port; only those with two/ });
});

test("a loop without a solution at a trial is met by a shorter step", (t) => {
  // Two valves that let 0.04 m³/s pass at most; 0.033 come in the end, but explicit stages of long steps ask for more.
  const graph = createGraph(
    [
      ["Se", "V", Se(5)],
      ["1", "a"],
      ["R", "R", R(100)],
      ["I", "L", I(1e-6)],
      ["0", "n"],
      ["R", "one", { law: "k*tanh(e)", parameters: { k: 0.02 } }],
      ["R", "two", { law: "k*tanh(e/2)", parameters: { k: 0.02 } }],
    ],
    ["V > a", "a > R", "a > L", "a > n", "n > one", "n > two"],
    new BondGraph(),
  );
  for (const tolerance of [1e-3, 1e-6, 1e-9]) {
    const run = new Circuit(graph).simulateSync({ until: 1, tolerance });
    const effort = run.at(1).effort("n → one");
    const flow = run.state("L", [1])[0] / 1e-6;
    near(t, flow, 0.02 * (Math.tanh(effort) + Math.tanh(effort / 2)), 1e-9);
    near(t, flow, (5 - effort) / 100, 10 * tolerance, `${flow}`);
  }
  // Where there is none at the start, the run says why.
  const error = t.throws(() => new Circuit(graph).simulateSync({ until: 1, start: { L: 1e-7 } }));
  t.regex(error.message, /^Circuit.simulate: the run stopped at t = 0 s: BondGraph: (?:.* )?the loop through R "\w+"/);
});
