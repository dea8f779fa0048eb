import { Surface } from "../../lib/tracking/index.ts";
import { RandomSource } from "../../test/helpers/random.ts";
import { createCompiled, createReadyMade, findError, pickPoint } from "../../test/helpers/surfaceCases.ts";
import type { BenchRow, Timing } from "../BenchRow.ts";
import { findBytes } from "../findBytes.ts";
import { timeInterleaved } from "../timeInterleaved.ts";

/** Value, gradient and Hessian of seeded random surfaces of every kind, against jets of their formulas. */
async function findWorstError(): Promise<number> {
  const random = new RandomSource(7);
  let worst = 0;
  for (let round = 0; round < 30; round++) {
    const cases = createReadyMade(random);
    // Most of the time is the algebra's.
    if (round % 5 === 0) cases.push(...(await createCompiled(random)));
    for (const one of cases) {
      for (let k = 0; k < 10; k++) worst = Math.max(worst, findError(one, pickPoint(random, one.surface)));
    }
  }
  return worst;
}

type Calc = Surface["calc"];

/** Expressions and what a careful hand would write for them. */
const HANDWRITTEN: [text: string, parameters: Record<string, number>, calc: Calc][] = [
  [
    "x^2/a^2 + y^2/b^2 + z^2/c^2 - 1",
    { a: 2, b: 1, c: 3 },
    (p, out) => {
      const [kx, ky, kz] = [1 / 4, 1, 1 / 9];
      const x = p[0];
      const y = p[1];
      const z = p[2];
      out[0] = kx * x * x + ky * y * y + kz * z * z - 1;
      out[1] = 2 * kx * x;
      out[2] = 2 * ky * y;
      out[3] = 2 * kz * z;
      out[4] = 2 * kx;
      out[5] = 2 * ky;
      out[6] = 2 * kz;
      out[7] = out[8] = out[9] = 0;
    },
  ],
  [
    "x^2 + (sqrt(y^2 + z^2) + a)^2 - b^2",
    { a: 0.8, b: 1 },
    (p, out) => {
      const x = p[0];
      const y = p[1];
      const z = p[2];
      const s = y * y + z * z;
      const r = Math.sqrt(s);
      const d = r + 0.8;
      const k = (2 * d) / r;
      const m = -1.6 / (s * r);
      out[0] = x * x + d * d - 1;
      out[1] = 2 * x;
      out[2] = k * y;
      out[3] = k * z;
      out[4] = 2;
      out[5] = k + m * y * y;
      out[6] = k + m * z * z;
      out[7] = out[8] = 0;
      out[9] = m * y * z;
    },
  ],
  [
    "abs(x/a)^p + abs(y/b)^p + abs(z/c)^p - 1",
    { a: 2, b: 1, c: 3, p: 3.3 },
    (p, out) => {
      out[0] = -1;
      for (let i = 0; i < 3; i++) {
        const size = i === 0 ? 2 : i === 1 ? 1 : 3;
        const u = Math.abs(p[i]) / size;
        const w = u ** 1.3;
        out[0] += w * u * u;
        out[1 + i] = (3.3 * w * u * (p[i] < 0 ? -1 : 1)) / size;
        out[4 + i] = (3.3 * 2.3 * w) / (size * size);
      }
      out[7] = out[8] = out[9] = 0;
    },
  ],
];

/** The worst ratio of the time of compiled to that of handwritten code, both measured in yardsticks. */
async function findCost(): Promise<Timing> {
  let worst = 0;
  for (const [text, parameters, calc] of HANDWRITTEN) {
    const surface = await Surface.from(text, parameters);
    const time = (work: Calc) => {
      const point = Float64Array.of(0.3, 0.4, 0.5);
      const out = new Float64Array(10);
      const evaluate = () => {
        for (let i = 0; i < 100; i++) {
          point[0] += 1e-9;
          work(point, out);
        }
      };
      return timeInterleaved(evaluate, { calls: 1000, rounds: 25 }).ratio;
    };
    worst = Math.max(worst, time((point, out) => surface.calc(point, out)) / time((point, out) => calc(point, out)));
  }
  return { value: worst, ratio: worst };
}

/** Bytes that one evaluation of surfaces of every kind leaves behind. */
async function findSurfaceBytes(): Promise<number> {
  const random = new RandomSource(8);
  const surfaces = [...createReadyMade(random), ...(await createCompiled(random))].map(({ surface }) => surface);
  const points = surfaces.map((surface) => pickPoint(random, surface));
  const out = new Float64Array(10);
  return findBytes(() => {
    for (let i = 0; i < surfaces.length; i++) surfaces[i].calc(points[i], out);
  });
}

export const rows: BenchRow[] = [
  {
    name: "surface/derivatives/worst-error",
    unit: "1",
    promised: { max: 1e-12 },
    kind: "accuracy",
    measure: findWorstError,
  },
  {
    name: "surface/calc/allocation",
    unit: "B",
    promised: { max: 0 },
    kind: "accuracy",
    measure: findSurfaceBytes,
  },
  {
    name: "surface/compiled/cost-over-handwritten",
    unit: "1",
    promised: { max: 2 },
    kind: "speed",
    measure: findCost,
  },
];
