import {
  DormandPrince5,
  DormandPrince853,
  type OdeProblem,
  type Stepper,
  type StepperOptions,
} from "../../lib/integrators/index.ts";

export type Derivative = OdeProblem["calcDerivative"];

/** The tolerable error is `tolerance · (size + |y|)`; an infinite tolerance takes every step as it comes. */
export function makeProblem(
  size: number,
  calcDerivative: Derivative,
  tolerance = Number.POSITIVE_INFINITY,
  more: { magnitude?: number; rates?: number[] } = {},
): OdeProblem {
  const { magnitude = 1, rates } = more;
  return {
    size,
    calcDerivative,
    calcErrorScale(y, out) {
      for (let i = 0; i < size; i++) out[i] = tolerance * (magnitude + Math.abs(y[i]));
    },
    ...(rates && { rates: Int32Array.from(rates) }),
  };
}

/** Prothero and Robinson: the solution is sin(t + π/4), whatever the rate at which others fall onto it. */
export const makeProthero = (rate: number, tolerance?: number) =>
  makeProblem(
    1,
    (t, y, out) => {
      out[0] = -rate * (y[0] - Math.sin(t + Math.PI / 4)) + Math.cos(t + Math.PI / 4);
    },
    tolerance,
  );
export const solveProthero = (t: number) => [Math.sin(t + Math.PI / 4)];

interface Motion {
  readonly name: "Kepler" | "torque-free body" | "pendulum";
  readonly size: number;
  readonly calcDerivative: Derivative;
  readonly solution: (t: number) => number[];
}

/** An ellipse of eccentricity 0.3 and period 2π, from the pericentre; solved by Kepler's equation. */
const eccentricity = 0.3;

export const kepler: Motion = {
  name: "Kepler",
  size: 4,
  calcDerivative(_t, y, out) {
    const r2 = y[0] * y[0] + y[1] * y[1];
    const r3 = r2 * Math.sqrt(r2);
    out[0] = y[2];
    out[1] = y[3];
    out[2] = -y[0] / r3;
    out[3] = -y[1] / r3;
  },
  solution(t) {
    let angle = t;
    for (let k = 0; k < 50; k++) {
      angle -= (angle - eccentricity * Math.sin(angle) - t) / (1 - eccentricity * Math.cos(angle));
    }
    const b = Math.sqrt(1 - eccentricity ** 2);
    const rate = 1 / (1 - eccentricity * Math.cos(angle));
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [c - eccentricity, b * s, -s * rate, b * c * rate];
  },
};

/** Jacobi's elliptic functions [sn, cn, dn] of modulus k, by descending arithmetic-geometric means. */
function calcJacobi(u: number, k: number): [number, number, number] {
  const a = [1];
  const c = [k];
  let b = Math.sqrt(1 - k * k);
  while (Math.abs(c[c.length - 1]) > 1e-17 && a.length < 12) {
    const last = a[a.length - 1];
    a.push((last + b) / 2);
    c.push((last - b) / 2);
    b = Math.sqrt(last * b);
  }
  let phi = 2 ** (a.length - 1) * a[a.length - 1] * u;
  for (let n = a.length - 1; n > 0; n--) phi = (phi + Math.asin((c[n] / a[n]) * Math.sin(phi))) / 2;
  const sn = Math.sin(phi);
  return [sn, Math.cos(phi), Math.sqrt(1 - k * k * sn * sn)];
}

/** The angular velocity of a torque-free body with moments 1, 2, 3, in body axes. [Landau, §37] */
const spin1 = 1;

const spin3 = 0.8;

export const torqueFree: Motion = {
  name: "torque-free body",
  size: 3,
  calcDerivative(_t, y, out) {
    out[0] = ((2 - 3) / 1) * y[1] * y[2];
    out[1] = ((3 - 1) / 2) * y[2] * y[0];
    out[2] = ((1 - 2) / 3) * y[0] * y[1];
  },
  solution(t) {
    const energy2 = spin1 ** 2 + 3 * spin3 ** 2;
    const momentum2 = spin1 ** 2 + 9 * spin3 ** 2;
    const p = 3 * energy2 - momentum2;
    const q = momentum2 - energy2;
    const [sn, cn, dn] = calcJacobi(t * Math.sqrt(q / 6), Math.sqrt(p / q));
    return [Math.sqrt(p / 2) * cn, Math.sqrt(p / 2) * sn, Math.sqrt(q / 6) * dn];
  },
};

/** A pendulum of frequency 1 and amplitude 2 rad. */
export const pendulum: Motion = {
  name: "pendulum",
  size: 2,
  calcDerivative(_t, y, out) {
    out[0] = y[1];
    out[1] = -Math.sin(y[0]);
  },
  solution(t) {
    const k = Math.sin(1);
    const quarter = calcQuarterPeriod(k);
    const [sn, cn] = calcJacobi(quarter + t, k);
    return [2 * Math.asin(k * sn), 2 * k * cn];
  },
};

function calcQuarterPeriod(k: number): number {
  let a = 1;
  let b = Math.sqrt(1 - k * k);
  for (let n = 0; n < 12; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

type Make = (problem: OdeProblem, options?: StepperOptions) => Stepper;

export const makeDop853: Make = (problem, options) => new DormandPrince853(problem, options);

export const makeDopri5: Make = (problem, options) => new DormandPrince5(problem, options);

export const calcDistance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(...Array.from(a, (x, i) => x - b[i]));

/** Slope of the least-squares line through the logarithms. */
export function fitOrder(points: readonly (readonly [number, number])[]): number {
  const mean = (values: number[]) => values.reduce((a, b) => a + b) / values.length;
  const x = points.map((p) => Math.log(p[0]));
  const y = points.map((p) => Math.log(p[1]));
  const [mx, my] = [mean(x), mean(y)];
  return mean(x.map((xi, i) => (xi - mx) * (y[i] - my))) / mean(x.map((xi) => (xi - mx) ** 2));
}

/** Runs from 0 to `end` and returns the largest error at the ends of the steps. */
export function measureError(stepper: Stepper, motion: Motion, end: number): number {
  stepper.start(0, Float64Array.from(motion.solution(0)));
  let error = 0;
  while (stepper.t < end) {
    stepper.advance(end);
    error = Math.max(error, calcDistance(stepper.y, motion.solution(stepper.t)));
  }
  return error;
}
