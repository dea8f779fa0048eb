import { findLength } from "../kernel/findLength.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { ModelError } from "../math/ModelError.ts";
import { Chart } from "./Chart.ts";
import type { MotionPlace } from "./findMotion.ts";

/** A motion with the coordinates it is to have. */
export interface Target {
  readonly place: MotionPlace;
  readonly values: readonly number[];
}

/** Longest way of a coordinate at once where loops have to follow: rad, or parts of the size of the model. */
const STRIDE = 0.2;
const MOST_STRIDES = 1e5;

/**
 * Gives coordinates their values, from a state that lies on the rows; loops follow step by step, so that they stay on the
 * branch they are on. Rates are as they were, brought onto the rows. Returns the chart there, in which the coordinates
 * given are among the free ones.
 */
export function steer(owner: string, kernel: Kernel, t: number, targets: readonly Target[]): Chart {
  const preferred = targets.flatMap(({ place }) => Array.from({ length: place.rateCount }, (_, i) => place.rate + i));
  const none = new Float64Array(kernel.size);
  let chart = new Chart(kernel, t, preferred);
  const length = findLength(kernel);
  const from = targets.map(({ place }) => kernel.q.slice(place.coordinate, place.coordinate + place.coordinateCount));
  const ways = targets.map(({ place, values }, i) => {
    const way = Math.hypot(...values.map((x, k) => x - from[i][k]));
    return place.coordinateCount === 4 ? 2 * way : place.unit === "m" ? way / length : way;
  });
  const strides = kernel.rows.rowCount === 0 ? 1 : Math.ceil(Math.max(STRIDE, ...ways) / STRIDE);
  if (strides > MOST_STRIDES) {
    throw new ModelError(
      `${owner}: the loops would have to follow over ${strides} positions ${describeTargets(targets)}, more than ${MOST_STRIDES}; ` +
        "give coordinates nearer to where the mechanism is drawn",
    );
  }
  for (let stride = 1; stride <= strides; stride++) {
    const { independent } = chart.positions;
    checkIndependence(owner, independent, targets);
    const shift = new Float64Array(kernel.rateCount);
    targets.forEach(({ place, values }, i) => {
      const next = values.map((x, k) => from[i][k] + (stride / strides) * (x - from[i][k]));
      shift.set(findShift(kernel, place, next), place.rate);
    });
    const isThere = chart.place(
      independent.map((i) => shift[i]),
      none,
      none,
    );
    if (!isThere) {
      const names = kernel.loopClosures.map(({ label }) => label).slice(0, 3);
      throw new ModelError(
        `${owner}: the loops (${names.join(", ") || "rods and gears"}) cannot be closed ${describeTargets(targets)}; give ` +
          "coordinates that the mechanism can reach from where it is drawn",
      );
    }
    chart = new Chart(kernel, t, preferred);
  }
  return chart;
}

/** The step along the rates that brings a motion to the given coordinates. */
export function findShift(kernel: Kernel, place: MotionPlace, values: readonly number[]): number[] {
  const { coordinate: o, coordinateCount: count, rate, rateCount } = place;
  if (count < 4) return values.map((x, i) => x - kernel.q[o + i]);
  // A step e turns q into (q + d)/√(1 + ¼): d is at right angles to q and half as long. Its parts along three such d.
  const length = Math.hypot(...kernel.q.subarray(o, o + 4));
  const q = kernel.q.slice();
  for (let i = 0; i < 4; i++) q[o + i] /= length;
  const dot = (a: ArrayLike<number>) => values.reduce((sum, x, i) => sum + x * a[i], 0);
  const link = kernel.links.find((entry) => rate >= entry.rate && rate < entry.rate + entry.rateCount);
  return Array.from({ length: rateCount }, (_, i) => {
    const step = new Float64Array(kernel.rateCount);
    step[rate + i] = 1;
    const moved = q.slice();
    link?.moveCoordinates(moved, step);
    const across = [0, 1, 2, 3].map((k) => Math.sqrt(1.25) * moved[o + k] - q[o + k]);
    return (4 * dot(across)) / dot(q.subarray(o, o + 4));
  });
}

/** Refuses coordinates that cannot be chosen freely because loops bind them to each other. */
function checkIndependence(owner: string, independent: readonly number[], targets: readonly Target[]): void {
  const bound = targets.filter(({ place }) => !independent.includes(place.rate));
  if (bound.length === 0) return;
  throw new ModelError(
    `${owner}: ${bound.map(({ place }) => place.label).join(" and ")} cannot be chosen freely: the mechanism has ` +
      `${independent.length} ${independent.length === 1 ? "degree" : "degrees"} of freedom, and loops bind the motions that ` +
      "are given to each other; leave it out",
  );
}

function describeTargets(targets: readonly Target[]): string {
  const parts = targets.map(({ place, values }) => {
    return `${place.name} = ${values.map((x) => Number(x.toPrecision(6))).join(", ")}`;
  });
  return parts.length === 0 ? "with free rates of zero" : `with ${parts.slice(0, 4).join("; ")}`;
}
