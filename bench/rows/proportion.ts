import { matrixFromQuaternion, type System, type Trajectory } from "../../lib/index.ts";
import { rotateBack } from "../../lib/math/index.ts";
import { slenderRod, solveChain } from "../../test/reference/chain.ts";
import { HEAVY_TOP, solveTop } from "../../test/reference/heavyTop.ts";
import { pendulum, pendulumFrequency } from "../../test/reference/pendulum.ts";
import { SLIDER_CRANK, solveSliderCrank } from "../../test/reference/sliderCrank.ts";
import { DZHANIBEKOV, torqueFree } from "../../test/reference/torqueFree.ts";
import type { BenchRow } from "../BenchRow.ts";
import { createHeavyTop, createPendulum, createPlanarChain, createSliderCrank, createTumbler } from "../models.ts";

/** A model with a known end state: how far off is a run? Coordinates and rates both count. */
interface Case {
  name: string;
  until: number;
  create(): System;
  /** Computed by other means, once. */
  reference(): number[];
  read(run: Trajectory): number[];
}

const AMPLITUDE = 2.5;

const cases: Case[] = [
  {
    // Three and a bit periods of a rod released 2.5 rad from hanging; closed form by Jacobi's functions.
    name: "pendulum",
    until: 8,
    create: () => createPendulum(AMPLITUDE),
    reference: () => {
      const motion = pendulum(pendulumFrequency(1, 9.81, 0.5, 1 / 3), AMPLITUDE);
      return [motion.angle(8), motion.rate(8)];
    },
    read: (run) => [run.last.joint("hinge").position, run.last.joint("hinge").rate],
  },
  {
    // Through the first flip and to the second; angular velocity in body axes and rotation matrix, closed form.
    name: "torque-free",
    until: 10,
    create: createTumbler,
    reference: () => {
      const motion = torqueFree([...DZHANIBEKOV.inertia], [...DZHANIBEKOV.omega]);
      return [...motion.omega(10), ...motion.orientation(10)];
    },
    read: (run) => [...readBodyRate(run, "body"), ...matrixFromQuaternion(run.last.body("body").orientation)],
  },
  {
    // Twenty-four turns of the top; an independent integration about the fixed point.
    name: "heavy-top",
    until: 1,
    create: createHeavyTop,
    reference: () => solveTop(HEAVY_TOP.top, HEAVY_TOP, [1])[0].centre,
    read: (run) => [...run.last.body("top").position],
  },
  {
    // Four turns of the crank; an independent equation for the piston alone.
    name: "slider-crank",
    until: 5,
    create: createSliderCrank,
    reference: () => {
      const [{ position, velocity }] = solveSliderCrank(SLIDER_CRANK, [5]);
      return [position, velocity];
    },
    read: (run) => [run.last.body("piston").position[0], run.last.body("piston").velocity[0]],
  },
  {
    // Two swings, before the motion becomes chaotic; an independent equation in absolute angles.
    name: "chain-of-three",
    until: 2,
    create: () => createPlanarChain(3),
    reference: () => {
      const rods = [1, 2, 3].map(() => slenderRod(1, 1));
      const start = { angles: rods.map(() => Math.PI / 2), rates: rods.map(() => 0) };
      const [{ angles, rates }] = solveChain(rods, 9.81, start, [2]);
      const relative = (list: number[]) => list.map((x, i) => x - (i === 0 ? 0 : list[i - 1]));
      return [...relative(angles.map((x) => x - Math.PI / 2)), ...relative(rates)];
    },
    read: (run) => {
      const joints = [0, 1, 2].map((i) => run.last.joint(`joint${i}`));
      return [...joints.map((joint) => joint.position), ...joints.map((joint) => joint.rate)];
    },
  },
];

/** Angular velocity in body axes. */
export function readBodyRate(run: Trajectory, name: string): number[] {
  const { angularVelocity, orientation } = run.last.body(name);
  return rotateBack(matrixFromQuaternion(orientation), angularVelocity);
}

const exponents = [-4, -5, -6, -7, -8, -9, -10, -11];
const results = new Map<string, number[]>();

/** Errors of the end state at tolerances 1e-4 to 1e-11. */
function findErrors(entry: Case): number[] {
  const known = results.get(entry.name);
  if (known) return known;
  const reference = entry.reference();
  const errors = exponents.map((exponent) => {
    const run = entry.create().simulateSync({
      until: entry.until,
      tolerance: 10 ** exponent,
      // The tolerance alone decides.
      maxStep: entry.until,
      dense: false,
    });
    return Math.max(...entry.read(run).map((value, i) => Math.abs(value - reference[i])));
  });
  results.set(entry.name, errors);
  return errors;
}

/** Slope of log error over log tolerance, by least squares. */
function fitSlope(errors: readonly number[]): number {
  const logs = errors.map((error) => Math.log10(error));
  const meanX = exponents.reduce((sum, x) => sum + x, 0) / exponents.length;
  const meanY = logs.reduce((sum, y) => sum + y, 0) / logs.length;
  const top = exponents.reduce((sum, x, i) => sum + (x - meanX) * (logs[i] - meanY), 0);
  return top / exponents.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
}

export const rows: BenchRow[] = cases.flatMap((entry) => [
  {
    name: `proportion/${entry.name}/worst-error-over-tolerance`,
    unit: "1",
    promised: { max: 300 },
    kind: "accuracy" as const,
    measure: () => Math.max(...findErrors(entry).map((error, i) => error / 10 ** exponents[i])),
  },
  {
    // In proportion: the exponent is one. Steps are few and discrete, so the constant scatters by ten; over seven decades
    // that moves the fitted exponent by 0.15 at most.
    name: `proportion/${entry.name}/exponent-off-one`,
    unit: "1",
    promised: { max: 0.15 },
    kind: "accuracy" as const,
    measure: () => Math.abs(fitSlope(findErrors(entry)) - 1),
  },
]);
