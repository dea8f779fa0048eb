import {
  callGiven,
  checkInstance,
  checkList,
  checkPositive,
  checkText,
  checkVector3,
  ModelError,
  refusePromise,
} from "../math/index.ts";
import { Surface } from "./Surface.ts";

const ENTRIES = ["f", "fx", "fy", "fz", "fxx", "fyy", "fzz", "fxy", "fxz", "fyz"];
/** Where the derivatives by x, y, z of f, fx, fy, fz stand. */
const DERIVATIVES = [
  [1, 2, 3],
  [4, 7, 8],
  [7, 5, 9],
  [8, 9, 6],
];
/** Step in units of the size; differences then agree to about 1e-8, a forgotten factor shows as 1. */
const STEP = 1e-4;
const TOLERANCE = 1e-3;
const MOST_SAMPLES = 12;
const MOST_POINTS = 100_000;

/**
 * Refuses what is no surface, and a surface of a user's own class whose gradient or Hessian is missing or does not fit
 * its function, by differences at some of its points.
 */
export function checkSurface(owner: string, surface: unknown): Surface {
  checkText("checkSurface", "the owner", owner);
  const remedy = 'a Surface, such as new Sphere({ radius: 1 }), or await Surface.from("x^2 + y^2 + z^2 - 1")';
  const given = checkInstance(owner, "the surface", surface, Surface, remedy);
  return callGiven(owner, "a method of the surface", () => checkDerivatives(owner, given));
}

function checkDerivatives(owner: string, surface: Surface): Surface {
  const label = `${owner}: ${surface.label}`;
  refusePromise(label, "calc", surface.calc(new Float64Array(3), new Float64Array(10)));
  checkPositive(label, "size", surface.size);
  if (surface.isCurve) return surface;
  const samples = checkList(label, "listSamples()", surface.listSamples(), "a list of points", MOST_POINTS).map(
    (point, i) => Float64Array.from(checkVector3(label, `point ${i} of listSamples()`, point)),
  );
  if (samples.length === 0) throw new ModelError(`${label}: listSamples() is empty; give some points of the surface`);
  const every = Math.ceil(samples.length / MOST_SAMPLES);
  const chosen = samples.filter((_, i) => i % every === 0);
  const outcomes = chosen.map((sample) => findFault(surface, sample));
  const fault =
    outcomes.find((outcome) => outcome?.isWrong) ?? (outcomes.includes(undefined) ? undefined : outcomes[0]);
  if (fault) throw new ModelError(`${label}: ${fault.text}`);
  return surface;
}

/** A number that does not fit is wrong; one that is not finite may be the exception of a single point. */
function findFault(surface: Surface, sample: Float64Array): { isWrong: boolean; text: string } | undefined {
  const place = `at [${[...sample].map((x) => Number(x.toPrecision(6))).join(", ")}]`;
  const step = STEP * surface.size;
  const at = (axis: number, shift: number) => {
    const out = new Float64Array(10).fill(Number.NaN);
    surface.calc(
      sample.map((x, i) => (i === axis ? x + shift : x)),
      out,
    );
    return out;
  };
  const here = at(0, 0);
  const missing = here.findIndex((x) => !Number.isFinite(x));
  if (missing >= 0) {
    const remedy = "calc has to write ten finite numbers, [f, fx, fy, fz, fxx, fyy, fzz, fxy, fxz, fyz]";
    return { isWrong: false, text: `${ENTRIES[missing]} is ${here[missing]} ${place}; ${remedy}` };
  }
  if (Math.hypot(here[1], here[2], here[3]) === 0) {
    return { isWrong: false, text: `the gradient is zero ${place}, so there is no normal; choose another f` };
  }
  for (let axis = 0; axis < 3; axis++) {
    const [before, after] = [at(axis, -step), at(axis, step)];
    for (let row = 0; row < 4; row++) {
      const entry = DERIVATIVES[row][axis];
      const difference = (after[row] - before[row]) / (2 * step);
      const scale =
        row === 0
          ? Math.hypot(here[1], here[2], here[3])
          : Math.max(...here.slice(4).map(Math.abs), Math.hypot(here[1], here[2], here[3]) / surface.size);
      if (Math.abs(difference - here[entry]) > TOLERANCE * scale) {
        const text = `${ENTRIES[entry]} is ${here[entry]} ${place}, but ${ENTRIES[row]} changes by ${difference} per metre there`;
        return { isWrong: true, text: `${text}; correct the derivative in calc` };
      }
    }
  }
  return undefined;
}
