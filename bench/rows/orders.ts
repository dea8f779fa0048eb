import {
  ClassicRungeKutta,
  DormandPrince5,
  DormandPrince853,
  type OdeProblem,
  Radau,
  type Stepper,
} from "../../lib/index.ts";
import { pendulum, pendulumFrequency } from "../../test/reference/pendulum.ts";
import type { BenchRow } from "../BenchRow.ts";
import { createPendulum } from "../models.ts";

const ANGLE = 1.5;
const END = 2;

/** A pendulum without error control: fixed steps. */
function createProblem(): { problem: OdeProblem; y: Float64Array } {
  const { kernel } = createPendulum(ANGLE).getObserver();
  const y = new Float64Array(kernel.size);
  kernel.writeState(y);
  const problem: OdeProblem = {
    size: kernel.size,
    calcDerivative: (t, state, out) => kernel.calcDerivative(t, state, out),
    calcErrorScale: (_y, out) => {
      out.fill(Number.POSITIVE_INFINITY);
    },
  };
  return { problem, y };
}

/** Error of angle and rate at the end with `count` equal steps. */
function findError(create: (problem: OdeProblem, step: number) => Stepper, count: number): number {
  const { problem, y } = createProblem();
  const step = END / count;
  const stepper = create(problem, step);
  stepper.start(0, y, step);
  while (stepper.t < END) stepper.advance(END);
  const exact = pendulum(pendulumFrequency(1, 9.81, 0.5, 1 / 3), ANGLE);
  return Math.max(Math.abs(stepper.y[0] - exact.angle(END)), Math.abs(stepper.y[1] - exact.rate(END)));
}

/** Slope of log error over log step, by least squares over a decade of steps. */
function fitOrder(create: (problem: OdeProblem, step: number) => Stepper, first: number): number {
  const points = Array.from({ length: 9 }, (_, i) => {
    const count = Math.round(first * 10 ** (i / 8));
    return [Math.log(1 / count), Math.log(findError(create, count))];
  });
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const top = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return top / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** `first`: number of steps at which the asymptotic range begins; ten times as many stay above rounding. */
const row = (
  name: string,
  order: number,
  max: number,
  first: number,
  create: (p: OdeProblem, h: number) => Stepper,
) => ({
  name: `order/${name}/off-theory`,
  unit: "1",
  promised: { max },
  kind: "accuracy" as const,
  measure: () => Math.abs(fitOrder(create, first) - order),
});

export const rows: BenchRow[] = [
  row("rk4", 4, 0.1, 200, (problem, step) => new ClassicRungeKutta(problem, { step })),
  row("dopri5", 5, 0.1, 100, (problem, maxStep) => new DormandPrince5(problem, { maxStep })),
  row("radau", 5, 0.1, 30, (problem, maxStep) => new Radau(problem, { maxStep })),
  row("dop853", 8, 0.5, 8, (problem, maxStep) => new DormandPrince853(problem, { maxStep })),
];
