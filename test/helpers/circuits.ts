import { BondGraph, type ElementKind, type ElementOptions, Fragment } from "../../lib/index.ts";

type Entry = readonly [kind: ElementKind, name: string, options?: ElementOptions];

/** A graph from lists of elements and of bonds `"from > to"`. */
export function createGraph<T extends BondGraph>(elements: readonly Entry[], bonds: readonly string[], graph: T): T {
  for (const [kind, name, options] of elements) graph.create(kind, name, options);
  for (const bond of bonds) {
    const [from, to] = bond.split(" > ");
    graph.connect(from, to);
  }
  return graph;
}

const R = (resistance: number): ElementOptions => ({ parameters: { resistance } });
const I = (inertance: number, start?: number): ElementOptions => ({
  parameters: { inertance },
  ...(start === undefined ? {} : { start }),
});
const C = (capacitance: number, start?: number): ElementOptions => ({
  parameters: { capacitance },
  ...(start === undefined ? {} : { start }),
});

export const RLC = { V: 10, R: 20, L: 0.1, C: 1e-4 };

/** Coil, capacitor and resistor in series on a battery. */
export const createRLC = (): BondGraph =>
  createGraph(
    [
      ["Se", "V", { parameters: { effort: RLC.V } }],
      ["1", "loop"],
      ["R", "R", R(RLC.R)],
      ["I", "L", I(RLC.L)],
      ["C", "C", C(RLC.C)],
    ],
    ["V > loop", "loop > R", "loop > L", "loop > C"],
    new BondGraph(),
  );

export const MOTOR = { V: 12, R: 1.5, L: 2e-3, K: 0.05, J: 3e-4, b: 1e-4 };

/** A direct-current motor with a flywheel and a viscous brake. */
export const createMotor = (): BondGraph =>
  createGraph(
    [
      ["Se", "V", { parameters: { effort: MOTOR.V } }],
      ["1", "current"],
      ["R", "R", R(MOTOR.R)],
      ["I", "L", I(MOTOR.L)],
      ["GY", "K", { parameters: { ratio: MOTOR.K } }],
      ["1", "shaft"],
      ["I", "J", I(MOTOR.J)],
      ["R", "b", R(MOTOR.b)],
    ],
    ["V > current", "current > R", "current > L", "current > K", "K > shaft", "shaft > J", "shaft > b"],
    new BondGraph(),
  );

export const TANKS = { Q: 2e-3, C1: 5e-5, C2: 3e-5, R1: 2e6, R2: 4e6, q1: 0.1, q2: 0.02 };

/** Two tanks with a pipe between them. */
export const createTanks = (): BondGraph =>
  createGraph(
    [
      ["Sf", "Q", { parameters: { flow: TANKS.Q } }],
      ["0", "p1"],
      ["C", "C1", C(TANKS.C1, TANKS.q1)],
      ["1", "pipe"],
      ["R", "R1", R(TANKS.R1)],
      ["0", "p2"],
      ["C", "C2", C(TANKS.C2, TANKS.q2)],
      ["R", "R2", R(TANKS.R2)],
    ],
    ["Q > p1", "p1 > C1", "p1 > pipe", "pipe > R1", "pipe > p2", "p2 > C2", "p2 > R2"],
    new BondGraph(),
  );

/** A quarter of a car on a wavy road. */
export const createQuarterCar = (): BondGraph =>
  createGraph(
    [
      ["Sf", "road", { law: "a*w*cos(w*t)", parameters: { a: 0.02, w: 8 } }],
      ["0", "tyre"],
      ["C", "kt", { parameters: { stiffness: 180000 } }],
      ["1", "wheel"],
      ["I", "mu", I(40)],
      ["0", "strut"],
      ["1", "stroke"],
      ["C", "ks", { parameters: { stiffness: 18000 } }],
      ["R", "bs", R(1500)],
      ["1", "body"],
      ["I", "ms", I(300)],
    ],
    [
      ...["road > tyre", "tyre > kt", "tyre > wheel", "wheel > mu", "wheel > strut", "strut > stroke"],
      ...["stroke > ks", "stroke > bs", "strut > body", "body > ms"],
    ],
    new BondGraph(),
  );

export const GEARED = { V: 12, R: 1.5, L: 2e-3, K: 0.05, J: 2e-5, n: 20 };

/** A motor with the inertia of its rotor and a gearbox, open at the shaft. */
export const createGearedMotor = (options: { rotor?: boolean } = {}): Fragment => {
  const { rotor = true } = options;
  const motor = createGraph(
    [
      ["Se", "V", { parameters: { effort: GEARED.V } }],
      ["1", "current"],
      ["R", "R", R(GEARED.R)],
      ["I", "L", I(GEARED.L)],
      ["GY", "K", { parameters: { ratio: GEARED.K } }],
      ["1", "turn"],
      ["TF", "gearbox", { parameters: { ratio: GEARED.n } }],
      ...(rotor ? ([["I", "J", I(GEARED.J)]] as const) : []),
    ],
    [
      ...["V > current", "current > R", "current > L", "current > K", "K > turn", "turn > gearbox"],
      ...(rotor ? ["turn > J"] : []),
    ],
    new Fragment("motor"),
  );
  motor.open("shaft", "gearbox", "out");
  return motor;
};
