import test from "ava";
import type { Vector3 } from "../../lib/index.ts";
import { findConserved, findPolhodes, findTumble } from "../../notebooks/models/polhodes.ts";
import {
  createTumbling,
  findMoments,
  measureTumble,
  readBodyRates,
  readLengthError,
  type TumblingParameters,
} from "../../notebooks/models/tumbling.ts";
import { isAbove, isClose } from "../helpers/compare.ts";
import { DZHANIBEKOV, torqueFree } from "../reference/torqueFree.ts";

const START: TumblingParameters = {
  shape: "T-handle",
  length: 0.4,
  width: 0.25,
  thickness: 0.06,
  x: 0.05,
  y: 6,
  z: 0.05,
  tolerance: 1e-11,
  isNegative: false,
};

const simulate = (parameters: TumblingParameters) => {
  const { system, options } = createTumbling(parameters);
  return system.simulateSync(options);
};

test("the period of tumbling is the reference's, on both sides of the separatrix and in any order of the axes", (t) => {
  isClose(t, findTumble(DZHANIBEKOV.inertia, DZHANIBEKOV.omega) / DZHANIBEKOV.period, 1, 1e-12);
  for (const moments of [
    [1, 2, 3],
    [3, 1, 2],
    [2, 3, 1.5],
  ] as const) {
    for (const rates of [
      [1, 0.2, 0.3],
      [0.1, 5, 0.2],
      [-0.3, 0.1, 2],
    ] as const) {
      const { period } = torqueFree([...moments], [...rates]);
      isClose(t, findTumble(moments, rates) / period, 1, 1e-12, `${moments} ${rates}`);
    }
  }
  t.is(findTumble([1, 1, 1], [1, 2, 3]), Number.POSITIVE_INFINITY);
  t.is(findTumble([1, 2, 3], [0, 0, 0]), Number.POSITIVE_INFINITY);
});

test("the runs of the page are Jacobi's functions", (t) => {
  for (const parameters of [START, { ...START, shape: "brick", x: 1, y: -4, z: 0.5 }] as const) {
    const { x, y, z } = parameters;
    const moments = findMoments(parameters);
    const run = simulate(parameters);
    const exact = torqueFree([...moments], [x, y, z]);
    // 1e-11 a step; near the separatrix errors grow with every turn.
    for (const time of [1, 5, 12, 20]) {
      readBodyRates(run.at(time)).forEach((rate, i) => {
        isClose(t, rate, exact.omega(time)[i], 1e-8);
      });
    }
    isClose(t, measureTumble(run, moments) / exact.period, 1, 1e-9);
    isClose(t, readLengthError(run.last), 0, 1e-10);
  }
});

test("a run from −q is the run from q with all quaternions negated", (t) => {
  const [run, mirrored] = [simulate(START), simulate({ ...START, isNegative: true })];
  for (const time of [0, 3, 11.5, 20]) {
    const [a, b] = [run.at(time).body("body"), mirrored.at(time).body("body")];
    t.deepEqual(
      a.orientation.map((q) => 0 - q),
      [...b.orientation],
    );
    t.deepEqual(a.angularVelocity, b.angularVelocity);
  }
});

test("the handle: two cylinders with the common centre on the stem, by hand", (t) => {
  const [length, width, thickness] = [0.4, 0.25, 0.06];
  const mass = (size: number) => 800 * Math.PI * (thickness / 2) ** 2 * size;
  const [bar, stem] = [mass(length), mass(width)];
  const along = (m: number) => (m * (thickness / 2) ** 2) / 2;
  const across = (m: number, size: number) => (m * (3 * (thickness / 2) ** 2 + size ** 2)) / 12;
  const apart = ((bar * stem) / (bar + stem)) * (width / 2) ** 2;
  const expected = [
    along(bar) + across(stem, width) + apart,
    across(bar, length) + along(stem),
    across(bar, length) + across(stem, width) + apart,
  ];
  findMoments(START).forEach((moment, i) => {
    isClose(t, moment / expected[i], 1, 1e-13);
  });
});

test("polhodes lie on the ellipsoid, each at one momentum; the separatrix at that of the middle axis", (t) => {
  const moments: Vector3 = [2, 3, 1.2];
  const polhodes = findPolhodes(moments, 5);
  t.is(polhodes.filter(({ kind }) => kind === "separatrix").length, 2);
  t.is(polhodes.filter(({ kind }) => kind === "level").length, 20);
  for (const { kind, points } of polhodes) {
    const first = findConserved(moments, points[0]);
    for (const point of points) {
      const { energy, momentum } = findConserved(moments, point);
      isClose(t, energy / 5, 1, 1e-13);
      isClose(t, momentum / first.momentum, 1, 1e-13);
    }
    if (kind === "separatrix") isClose(t, first.momentum ** 2 / (2 * 5 * 2), 1, 1e-13);
    else isAbove(t, Math.abs(first.momentum ** 2 / (2 * 5 * 2) - 1), 1e-3);
  }
  // Two equal moments: no separatrix, rings round one axis only; three: nothing but steady rotation.
  t.is(findPolhodes([1, 1, 2], 1).length, 10);
  t.is(findPolhodes([1, 1, 1], 1).length, 0);
});
