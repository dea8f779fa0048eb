import { callGiven, checkFunction, checkList, checkNumber, checkOptions, describe, ModelError } from "../math/index.ts";
import { type AxisName, alongAxis, findMass, type InertiaOptions, type MassOrDensity } from "./solids.ts";

/** The radius along the axis: a function on `from ≤ x ≤ to`, or corners `[x, r]` joined by straight lines. */
export type Generatrix =
  | { generatrix: (x: number) => number; from: number; to: number }
  | { generatrix: readonly (readonly [number, number])[]; from?: undefined; to?: undefined };

export type RevolutionOptions = MassOrDensity & Generatrix & { axis?: AxisName };

/** Distance along the axis from the beginning of the solid, radius there, weight of the quadrature. */
type Sample = readonly [x: number, r: number, w: number];

const OWNER = "Inertia.revolution";

/** Gauss–Legendre with ten points: exact for polynomials up to degree 19, so exact for frusta. */
const GAUSS = [
  [0.14887433898163122, 0.29552422471475287],
  [0.4333953941292472, 0.26926671930999635],
  [0.6794095682990244, 0.21908636251598204],
  [0.8650633666889845, 0.1494513491505806],
  [0.9739065285171717, 0.06667134430868814],
] as const;

const FIRST_PANELS = 8;
const MOST_PANELS = 20_000;
const MOST_POINTS = 1e6;
const TOLERANCE = 1e-14;

/**
 * The solid between the axis and the generatrix `r(x)`. With density ρ it is a pile of discs `ρ π r² dx`, each with
 * `r²/2` about the axis and `r²/4 + (x − c)²` across it per unit of mass:
 * `m = ρπ ∫r²`, `c = ∫x r²/∫r²`, `I_along = ρπ ∫r⁴/2`, `I_across = ρπ ∫(r⁴/4 + (x − c)² r²)`.
 * The samples are taken first and `c` is found from them before the last integral: nothing is subtracted afterwards.
 */
export function calcRevolution(options: RevolutionOptions): InertiaOptions {
  checkOptions(OWNER, options, ["mass", "density", "generatrix", "from", "to", "axis"], true);
  const { start, samples } = Array.isArray(options.generatrix) ? samplePoints(options) : sampleFunction(options);
  let area = 0;
  let first = 0;
  for (const [x, r, w] of samples) {
    area += w * r * r;
    first += w * r * r * x;
  }
  if (!(area > 0)) throw new ModelError(`${OWNER}: the radius is zero everywhere; give a generatrix with r > 0`);
  const center = first / area;
  let along = 0;
  let across = 0;
  for (const [x, r, w] of samples) {
    const share = (w * r * r) / area;
    along += 0.5 * share * r * r;
    across += share * (0.25 * r * r + (x - center) * (x - center));
  }
  const mass = findMass(OWNER, options, Math.PI * area);
  const axis = options.axis ?? "x";
  return {
    mass,
    tensor: alongAxis(OWNER, axis, mass * along, mass * across),
    center: alongAxis(OWNER, axis, start + center, 0),
  };
}

/** The ten samples of one panel. */
function samplePanel(from: number, to: number, radius: (x: number) => number): Sample[] {
  const middle = 0.5 * (from + to);
  const half = 0.5 * (to - from);
  const samples: Sample[] = [];
  for (const [node, weight] of GAUSS) {
    for (const x of [middle - half * node, middle + half * node]) samples.push([x, radius(x), half * weight]);
  }
  return samples;
}

function samplePoints(options: RevolutionOptions): { start: number; samples: Sample[] } {
  const points = checkList(OWNER, "generatrix", options.generatrix, "points [[x, r], …]", MOST_POINTS) as (readonly [
    number,
    number,
  ])[];
  if (options.from !== undefined || options.to !== undefined) {
    throw new ModelError(
      `${OWNER}: from and to belong to a function; the points say themselves where they begin and end`,
    );
  }
  points.forEach((point, i) => {
    if (!Array.isArray(point) || point.length !== 2) {
      throw new ModelError(`${OWNER}: point ${i} is ${describe(point)}; give a pair [x, r]`);
    }
    checkNumber(OWNER, `x of point ${i}`, point[0]);
    checkRadius(point[1], point[0], 0);
    if (i > 0 && point[0] < points[i - 1][0]) {
      throw new ModelError(
        `${OWNER}: x runs backwards from ${points[i - 1][0]} to ${point[0]} at point ${i}; sort the points by x`,
      );
    }
  });
  const samples: Sample[] = [];
  const start = points[0]?.[0];
  for (let i = 1; i < points.length; i++) {
    const [r0, r1] = [points[i - 1][1], points[i][1]];
    const [x0, x1] = [points[i - 1][0] - start, points[i][0] - start];
    if (x1 === x0) continue;
    samples.push(...samplePanel(x0, x1, (x) => (r0 * (x1 - x) + r1 * (x - x0)) / (x1 - x0)));
  }
  if (samples.length === 0) {
    throw new ModelError(`${OWNER}: ${points.length} points span no length; give two or more with different x`);
  }
  return { start, samples };
}

/** Halves panels until the three integrals of each agree with those of its halves to 1e-14 of the whole. */
function sampleFunction(options: RevolutionOptions): { start: number; samples: Sample[] } {
  checkFunction(OWNER, "generatrix", options.generatrix);
  const generatrix = options.generatrix as (x: number) => number;
  const from = checkNumber(OWNER, "from", options.from);
  const to = checkNumber(OWNER, "to", options.to);
  if (to <= from) throw new ModelError(`${OWNER}: to ${to} is not beyond from ${from}; give from < to`);
  const length = to - from;
  const radius = (x: number) => {
    const answer = callGiven(OWNER, "generatrix", () => generatrix(from + x));
    return checkRadius(answer, from + x, 1e-12 * length);
  };
  const integrate = (samples: readonly Sample[]) => {
    const sums = [0, 0, 0];
    for (const [x, r, w] of samples) {
      sums[0] += w * r * r;
      sums[1] += w * r * r * r * r;
      sums[2] += w * r * r * x * x;
    }
    return sums;
  };

  const todo: { from: number; to: number; samples: Sample[] }[] = [];
  for (let i = FIRST_PANELS; i-- > 0; ) {
    const [a, b] = [(length * i) / FIRST_PANELS, (length * (i + 1)) / FIRST_PANELS];
    todo.push({ from: a, to: b, samples: samplePanel(a, b, radius) });
  }
  const whole = integrate(todo.flatMap((panel) => panel.samples));
  const done: Sample[] = [];
  for (let panels = 0; todo.length > 0; panels++) {
    const panel = todo.pop() as (typeof todo)[number];
    const cut = 0.5 * (panel.from + panel.to);
    const left = { from: panel.from, to: cut, samples: samplePanel(panel.from, cut, radius) };
    const right = { from: cut, to: panel.to, samples: samplePanel(cut, panel.to, radius) };
    const halves = [...left.samples, ...right.samples];
    const coarse = integrate(panel.samples);
    const fine = integrate(halves);
    if (fine.every((sum, k) => Math.abs(sum - coarse[k]) <= TOLERANCE * Math.max(whole[k], sum))) {
      done.push(...halves);
    } else if (panels > MOST_PANELS) {
      throw new ModelError(
        `${OWNER}: the generatrix is too rough near x = ${from + cut} to be integrated; give points [[x, r], …] instead`,
      );
    } else {
      todo.push(right, left);
    }
  }
  return { start: from, samples: done };
}

/** A radius; what is negative by no more than `slack` is the rounding of a pointed tip. */
function checkRadius(value: unknown, x: number, slack: number): number {
  const r = checkNumber(OWNER, `radius at x = ${x}`, value);
  if (r < -slack) {
    throw new ModelError(
      `${OWNER}: radius at x = ${x} is ${r}; a radius is zero or positive: check from, to and the sign`,
    );
  }
  return Math.max(r, 0);
}
