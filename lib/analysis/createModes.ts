import type { Complex } from "../math/eigenGeneral.ts";
import { RigidBody } from "../rigidbody/index.ts";
import type { Chart } from "./Chart.ts";
import { calcTwists } from "./calcTwists.ts";
import type { Mode } from "./Linearization.ts";
import { listRates, listStates } from "./listRates.ts";
import { NeutralSplit } from "./NeutralSplit.ts";

type Triplet = [Complex, Complex, Complex];

/** Modes from the eigenvalues and vectors of a state matrix, with the shapes of joints and bodies; slowest first. */
export function createModes(chart: Chart, matrix: readonly (readonly number[])[], accuracy: number): Mode[] {
  const { kernel, positions } = chart;
  const [f, g, h] = chart.sizes;
  const pairs = new NeutralSplit(matrix, accuracy).findEigenPairs();
  const names = [...listRates(kernel).map(({ name }) => name), ...listStates(kernel)];
  const bodies = kernel.bodies.filter((body) => body instanceof RigidBody);
  kernel.readState(chart.state);
  const twists = calcTwists(
    kernel,
    chart.t,
    bodies.map((body) => kernel.getLink(body)),
    listUnits(kernel.rateCount),
  );
  const modes = pairs.map(({ value, re, im }): Mode => {
    // All motions from the free ones, then the states of constraints.
    const sum = (part: Float64Array) => [
      ...Float64Array.from({ length: kernel.rateCount }, (_, i) =>
        positions.directions.reduce((total, direction, k) => total + direction[i] * part[k], 0),
      ),
      ...part.subarray(f + g, f + g + h),
    ];
    const [x, y] = [sum(re), sum(im)];
    const sizes = x.map((a, i) => Math.hypot(a, y[i]));
    const main = sizes.indexOf(Math.max(...sizes));
    const square = x[main] * x[main] + y[main] * y[main] || 1;
    const amplitudes = x.map(
      (a, i): Complex => ({
        re: (a * x[main] + y[i] * y[main]) / square,
        im: (y[i] * x[main] - a * y[main]) / square,
      }),
    );
    const combine = (o: number, column: readonly Float64Array[]): Triplet => {
      const get = (i: number): Complex => ({
        re: column.reduce((total, twist, k) => total + twist[o + i] * amplitudes[k].re, 0),
        im: column.reduce((total, twist, k) => total + twist[o + i] * amplitudes[k].im, 0),
      });
      return [get(0), get(1), get(2)];
    };
    const size = Math.hypot(value.re, value.im);
    return {
      eigenvalue: value,
      frequency: value.im / (2 * Math.PI),
      naturalFrequency: size / (2 * Math.PI),
      dampingRatio: size === 0 ? 0 : -value.re / size,
      isNeutral: size === 0,
      joints: names.map((name, i) => ({ name, amplitude: amplitudes[i] })),
      bodies: bodies.map(({ name }, b) => ({
        name,
        translation: combine(6 * b, twists),
        rotation: combine(6 * b + 3, twists),
      })),
    };
  });
  return modes.sort((a, b) => a.naturalFrequency - b.naturalFrequency || b.eigenvalue.re - a.eigenvalue.re);
}

const listUnits = (size: number): Float64Array[] =>
  Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_, k) => (k === i ? 1 : 0)));
