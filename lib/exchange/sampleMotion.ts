import { checkInstance, checkPositive, ModelError, type Quaternion, type Vector3 } from "../math/index.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import { findPose, type Pose } from "./findPose.ts";
import type { MachineLink } from "./Machine.ts";

/** Poses of bodies at common times, each in the axes of what it hangs on. */
export interface SampledMotion {
  /** From the start of the run, s. */
  times: Float64Array;
  /** Of each body: positions `x, y, z` and quaternions `q0, q1, q2, q3` with a continuous sign, one after the other. */
  bodies: { positions: Float64Array; orientations: Float64Array }[];
}

const LONGEST = 1 / 30;
/** Viewers turn by the shorter way: a body has to stay well below half a turn between two samples. */
const LARGEST_TURN = Math.PI / 3;
const MOST_SAMPLES = 100_000;

/** Samples a run so densely that what lies between two samples can be interpolated, unless `every` says otherwise. */
export function sampleMotion(
  owner: string,
  run: Trajectory,
  links: readonly MachineLink[],
  every: number | undefined,
): SampledMotion {
  checkInstance(owner, "run", run, Trajectory, "the Trajectory that simulate returned, with await");
  const names = links.map(({ body }) => body.name);
  const known = new Set(run.columns);
  for (const name of names) {
    if (known.has(`${name}.position.x`)) continue;
    throw new ModelError(`${owner}: the run has no body "${name}"; give a run of the system that the parts are in`);
  }
  const step = every === undefined ? findStep(run, names) : checkPositive(owner, "every", every);
  const span = run.end - run.start;
  const count = Math.max(1, Math.ceil(span / step - 1e-9));
  if (count > MOST_SAMPLES) {
    throw new ModelError(
      `${owner}: ${count} samples of the motion are too many; give a longer every than ${step.toPrecision(3)} s, or a shorter run`,
    );
  }
  const times = Float64Array.from({ length: count + 1 }, (_, i) => Math.min(run.start + i * step, run.end));
  const columns = names.flatMap((name) => [...listPosition(name), ...listOrientation(name)]);
  const table = run.sample({ times, columns });
  const readPose = ({ body: { name } }: MachineLink, i: number): Pose => ({
    position: listPosition(name).map((column) => table[column][i]) as unknown as Vector3,
    orientation: listOrientation(name).map((column) => table[column][i]) as unknown as Quaternion,
  });
  return {
    times: times.map((t) => t - run.start),
    bodies: links.map((link) => {
      const positions = new Float64Array(3 * times.length);
      const orientations = new Float64Array(4 * times.length);
      for (let i = 0; i < times.length; i++) {
        const pose = readPose(link, i);
        const { position, orientation } = link.parent ? findPose(readPose(link.parent, i), pose) : pose;
        positions.set(position, 3 * i);
        orientations.set(orientation, 4 * i);
      }
      align(orientations);
      return { positions, orientations };
    }),
  };
}

const listPosition = (name: string) => ["x", "y", "z"].map((axis) => `${name}.position.${axis}`);
const listOrientation = (name: string) => [0, 1, 2, 3].map((i) => `${name}.orientation.q${i}`);

/** By the largest angular velocity at the stored points. */
function findStep(run: Trajectory, names: readonly string[]): number {
  const list = (name: string) => ["x", "y", "z"].map((axis) => `${name}.angularVelocity.${axis}`);
  const table = run.sample({ columns: names.flatMap(list) });
  let fastest = 0;
  for (const name of names) {
    const [x, y, z] = list(name).map((column) => table[column]);
    for (let i = 0; i < x.length; i++) fastest = Math.max(fastest, Math.hypot(x[i], y[i], z[i]));
  }
  return fastest > 0 ? Math.min(LONGEST, LARGEST_TURN / fastest) : LONGEST;
}

/** Unit quaternions, each with the sign that is nearer to the one before. */
function align(q: Float64Array): void {
  for (let i = 0; i < q.length; i += 4) {
    let side = 1;
    if (i > 0) side = [0, 1, 2, 3].reduce((sum, k) => sum + q[i + k] * q[i - 4 + k], 0) < 0 ? -1 : 1;
    const factor = side / Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]);
    for (let k = 0; k < 4; k++) q[i + k] *= factor;
  }
}
