import type { SurfaceFrame } from "../SurfaceFrame.ts";
import type { NearestPointEquations } from "./NearestPointEquations.ts";
import { CONVERGED, type NewtonIteration, SINGULAR } from "./NewtonIteration.ts";
import { projectOnSurface } from "./projectOnSurface.ts";
import { SupportSearch } from "./SupportSearch.ts";

/** Directions of the seeds, spread evenly by the golden angle; slightly turned so that none lies in a plane of symmetry. */
const DIRECTIONS = Array.from({ length: 48 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 48;
  const angle = i * Math.PI * (3 - Math.sqrt(5)) + 0.1;
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
});

/** Newton's iteration ends at the gap that it began with, to this part of the size, or elsewhere. */
const SAME = 1e-6;

/** A point of a surface in its own axes (`own`), in the world, and the unit normal there. */
interface Sample {
  own: Float64Array;
  world: number[];
  normal: number[];
}

/**
 * Finds the nearest points from nothing. Of two convex surfaces the gap is the largest that any direction shows, however
 * deep they overlap: `SupportSearch` finds it. Of others, to the samples that each surface lists come seeds around the
 * middle of the other one, pulled onto the surface: they are where unbounded surfaces matter. Every sample of A starts
 * Newton's iteration twice: with the sample of B that is nearest, and with the one that comes closest to having a common
 * normal (where surfaces overlap, nearest points lead nowhere). Among the solutions that face each other and are minima,
 * overlapping ones win, and then the shortest distance; of equal ones the first that was found, which depends on the poses
 * alone.
 */
export class StartSearch {
  /** Whether an iteration ended at a singular system. */
  wasSingular = false;
  private readonly equations: NearestPointEquations;
  private readonly newton: NewtonIteration;
  private readonly best = new Float64Array(8);

  constructor(newton: NewtonIteration) {
    this.newton = newton;
    this.equations = newton.equations;
  }

  /** Leaves the solution in the equations; false where there is none. */
  run(): boolean {
    const { frameA, frameB } = this.equations;
    this.wasSingular = false;
    if (SupportSearch.canSearch(frameA.surface, frameB.surface) && this.runConvex()) return true;
    const samplesA = takeSamples(frameA, frameB);
    const samplesB = takeSamples(frameB, frameA);
    let bestGap = Number.POSITIVE_INFINITY;
    for (const a of samplesA) {
      let nearest: Sample | undefined;
      let nearestDistance = Number.POSITIVE_INFINITY;
      let aligned: Sample | undefined;
      let alignedDefect = Number.POSITIVE_INFINITY;
      for (const b of samplesB) {
        const distance = findDistance(a, b);
        if (distance < nearestDistance) {
          nearest = b;
          nearestDistance = distance;
        }
        const defect = this.findDefect(a, b);
        if (defect < alignedDefect) {
          aligned = b;
          alignedDefect = defect;
        }
      }
      bestGap = this.tryPair(a, nearest, bestGap);
      if (aligned !== nearest) bestGap = this.tryPair(a, aligned, bestGap);
    }
    if (bestGap === Number.POSITIVE_INFINITY) return false;
    this.equations.x.set(this.best);
    return this.newton.run() === CONVERGED;
  }

  /** Newton from where convex surfaces show the largest gap; the first that it solves is the one. */
  private runConvex(): boolean {
    const { equations, newton } = this;
    const { frameA, frameB, size } = equations;
    for (const { a, b, gap } of new SupportSearch(frameA, frameB).list()) {
      equations.x.set(a, 0);
      equations.x.set(b, 3);
      equations.evaluate();
      equations.fitMultipliers();
      const end = newton.run();
      if (end === SINGULAR) this.wasSingular = true;
      const isSolved = end === CONVERGED && equations.x[6] < 0 && equations.isMinimum();
      if (isSolved && Math.abs(equations.residual[1] - gap) < SAME * size) return true;
    }
    return false;
  }

  /** How far two samples are from a common normal: normals that do not oppose, and the offset across them. */
  private findDefect(a: Sample, b: Sample): number {
    let along = 0;
    let turn = 0;
    for (let i = 0; i < 3; i++) {
      along += (b.world[i] - a.world[i]) * a.normal[i];
      turn += (a.normal[i] + b.normal[i]) ** 2;
    }
    let across = 0;
    for (let i = 0; i < 3; i++) across += (b.world[i] - a.world[i] - along * a.normal[i]) ** 2;
    return turn + across / this.equations.size ** 2;
  }

  /** Newton from a pair of samples; keeps what is better than `bestGap` and returns the new one. */
  private tryPair(a: Sample, b: Sample | undefined, bestGap: number): number {
    const { equations, newton, best } = this;
    if (!b) return bestGap;
    equations.x.set(a.own, 0);
    equations.x.set(b.own, 3);
    equations.evaluate();
    equations.fitMultipliers();
    const end = newton.run();
    if (end === SINGULAR) this.wasSingular = true;
    if (end !== CONVERGED || !(equations.x[6] < 0) || !equations.isMinimum() || !this.isRealSide()) return bestGap;
    const gap = equations.residual[1];
    // Overlapping wins; a gap that is better by rounding alone is not.
    const hair = 1e-9 * equations.size;
    const isBetter =
      gap < 0 !== bestGap < 0 && Math.abs(gap - bestGap) > hair ? gap < 0 : Math.abs(gap) < Math.abs(bestGap) - hair;
    if (!isBetter) return bestGap;
    best.set(equations.x);
    return gap;
  }

  /** Apart, each point is outside the other surface; overlapping, one at least is inside (both, unless it is deep). */
  private isRealSide(): boolean {
    const { equations } = this;
    const gap = equations.residual[1];
    if (Math.abs(gap) < 1e-6 * equations.size) return true;
    const { frameA, frameB, at } = equations;
    const inA = calcValue(frameA, [at[6] - at[12], at[7] - at[13], at[8] - at[14]]);
    const inB = calcValue(frameB, [at[9] + at[12], at[10] + at[13], at[11] + at[14]]);
    return gap > 0 ? inA > 0 && inB > 0 : inA < 0 || inB < 0;
  }
}

function findDistance(a: Sample, b: Sample): number {
  return (a.world[0] - b.world[0]) ** 2 + (a.world[1] - b.world[1]) ** 2 + (a.world[2] - b.world[2]) ** 2;
}

/** `f` at a point given from the frame's origin in world axes. */
function calcValue({ surface, T }: SurfaceFrame, r: number[]): number {
  const out = new Float64Array(10);
  surface.calc(toOwnAxes(T, r), out);
  return out[0];
}

function toOwnAxes(T: Float64Array, r: number[]): Float64Array {
  return Float64Array.from([0, 1, 2], (i) => T[i] * r[0] + T[i + 3] * r[1] + T[i + 6] * r[2]);
}

/** Points of a surface: its own samples, and seeds around the other one's middle pulled onto it. */
function takeSamples(frame: SurfaceFrame, other: SurfaceFrame): Sample[] {
  const { surface, T, r } = frame;
  const away = toOwnAxes(
    T,
    [0, 1, 2].map((i) => other.r[i] - r[i]),
  );
  const seeds = [...surface.listSamples(), away];
  for (const d of DIRECTIONS) seeds.push(Float64Array.from(d, (value, i) => away[i] + other.surface.size * value));
  const values = new Float64Array(10);
  const samples: Sample[] = [];
  for (const own of seeds) {
    if (!projectOnSurface(surface, own, values)) continue;
    const length = Math.hypot(values[1], values[2], values[3]);
    const row = (i: number, x: ArrayLike<number>, k: number) =>
      T[3 * i] * x[k] + T[3 * i + 1] * x[k + 1] + T[3 * i + 2] * x[k + 2];
    samples.push({
      own,
      world: [0, 1, 2].map((i) => r[i] + row(i, own, 0)),
      normal: [0, 1, 2].map((i) => row(i, values, 1) / length),
    });
  }
  return samples;
}
