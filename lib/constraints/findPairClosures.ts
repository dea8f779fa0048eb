import { add, cross, multiply, rotate, rotationAbout, scale, subtract, type Triple } from "../math/index.ts";
import type { KinematicPort } from "../rigidbody/index.ts";
import { type BondClosure, getClosureKind, sortClosures } from "./BondClosure.ts";
import type { Motion } from "./Motion.ts";

/** What of a pair decides its closures. */
export interface SealedPair {
  readonly motions: readonly Motion[];
  readonly coordinates: Float64Array;
  readonly pointA: Triple;
  readonly portA: KinematicPort;
  readonly portB: KinematicPort;
  readonly rateNames: readonly string[];
}

/**
 * Seals of any pair, from its motions: each open or given motion has the direction it moves B in, and an orthonormal
 * basis of the rest is closed. Joints with a frame of their own name theirs themselves.
 */
export function findPairClosures(pair: SealedPair): BondClosure[] {
  const { motions, coordinates } = pair;
  const axes: { n: Triple; point: Triple; slide: number; turn: number }[] = [];
  let T: number[] = Array.from(pair.portA.T);
  let point = rotate(T, pair.pointA);
  const closures: BondClosure[] = [];
  motions.forEach((motion, i) => {
    if (motion.kind === "ball") {
      const [x, y, z] = [0, 1, 2].map((k): Triple => [pair.portB.T[k], pair.portB.T[3 + k], pair.portB.T[6 + k]]);
      for (const n of [x, y, z]) axes.push({ n, point, slide: 0, turn: 1 });
      return;
    }
    const n = rotate(T, motion.axis);
    const slide = motion.kind === "slide" ? 1 : motion.kind === "screw" ? motion.pitch : 0;
    const turn = motion.kind === "slide" ? 0 : 1;
    axes.push({ n, point, slide, turn });
    point = add(point, scale(n, slide * (coordinates[i] ?? 0)));
    T = multiply(T, rotationAbout(motion.axis, turn * (coordinates[i] ?? 0)));
  });
  const owners = motions.flatMap((motion) => new Array<Motion>(motion.kind === "ball" ? 3 : 1).fill(motion));
  axes.forEach(({ n, point: from, slide, turn }, i) => {
    const arm = subtract(point, from);
    const direction = [...add(scale(n, slide), scale(cross(n, arm), turn)), ...scale(n, turn)];
    closures.push({ kind: getClosureKind(owners[i]), name: pair.rateNames[i], direction, motion: owners[i] });
  });
  const open = closures.map(({ direction }) => [...direction]);
  findComplement(open).forEach((direction, i) => {
    closures.push({ kind: "FC", name: `closed${i + 1}`, direction });
  });
  return sortClosures(closures);
}

/** Orthonormal vectors at right angles to the given ones, which are independent: Gram–Schmidt on the unit vectors. */
function findComplement(given: readonly number[][]): number[][] {
  const basis: number[][] = [];
  const project = (vector: number[]) => {
    let rest = vector;
    // Twice is enough.
    for (let pass = 0; pass < 2; pass++) {
      for (const b of basis) {
        const part = rest.reduce((sum, x, i) => sum + x * b[i], 0);
        rest = rest.map((x, i) => x - part * b[i]);
      }
    }
    return rest;
  };
  const append = (vector: number[]) => {
    const length = Math.hypot(...vector);
    basis.push(vector.map((x) => x / length));
  };
  for (const vector of given) append(project(vector));
  const found = basis.length;
  while (basis.length < 6) {
    const rests = [0, 1, 2, 3, 4, 5].map((k) => project([0, 1, 2, 3, 4, 5].map((i) => (i === k ? 1 : 0))));
    const lengths = rests.map((rest) => Math.hypot(...rest));
    const longest = Math.max(...lengths);
    append(rests[lengths.findIndex((length) => length > longest - 1e-9)]);
  }
  return basis.slice(found);
}
