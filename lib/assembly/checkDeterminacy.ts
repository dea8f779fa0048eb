import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import { getLargestInertia } from "../kernel/readLink.ts";
import { ModelError } from "../math/index.ts";

/** A pivot below this part of the inertia of the rigid subtree is zero: rounding leaves about 1e-15. */
const CUTOFF = 1e-12;

/**
 * Refuses motions without inertia: a point mass that may turn, or a joint about an axis on which everything outboard is
 * massless. Each pivot of the recursion is compared with what it would be if everything outboard were one rigid body.
 */
export function checkDeterminacy(kernel: Kernel, t: number): void {
  kernel.solve(t);
  kernel.calcKinematics(t, true);
  const outboard = kernel.links.map(readOwn);
  // Leaf to root: what is missing in a child spoils the pivots of its parents.
  for (const link of [...kernel.links].reverse()) {
    const own = outboard[link.index];
    if (link.parent) outboard[link.parent.index] = join(outboard[link.parent.index], own);
    if (link.rateCount === 0) continue;
    const scale = { mass: own.mass, inertia: own.inertia + own.mass * findSquare(own.centre, link.point) };
    const bad = link
      .findPivots()
      .findIndex(
        (pivot, i) =>
          !(pivot > CUTOFF * (i < 3 && link.rateCount === 6 ? scale.mass : scale[link.turns ? "inertia" : "mass"])),
      );
    if (bad < 0) continue;
    const owner = link.pair
      ? `${link.pair.label}: its ${link.pair.motions[link.motionIndex].name} is not determined, because nothing that moves with it has inertia there`
      : `RigidBody "${link.body?.name}": its rotation is not determined, because it has no inertia about one of its axes (a point mass, a slender rod) and no joint holds it`;
    throw new ModelError(
      `${owner}; give the body an inertia, such as Inertia.sphere({ mass, radius }) or Inertia.rod({ mass, length, radius }), or hold it by a joint that does not turn about its own centre`,
    );
  }
}

/** Mass, centre of mass, and inertia about it, of a link and everything outboard of it taken as rigid. */
interface Solid {
  mass: number;
  centre: ArrayLike<number>;
  inertia: number;
}

function readOwn(link: Link): Solid {
  return { mass: link.mass, centre: link.position, inertia: link.mass === 0 ? 0 : getLargestInertia(link) };
}

/** Two solids as one: `I = I_a + I_b + m_a m_b / (m_a + m_b) |d|²`. */
function join(a: Solid, b: Solid): Solid {
  if (a.mass === 0) return b;
  if (b.mass === 0) return a;
  const mass = a.mass + b.mass;
  const part = b.mass / mass;
  return {
    mass,
    centre: [0, 1, 2].map((i) => a.centre[i] + part * (b.centre[i] - a.centre[i])),
    inertia: a.inertia + b.inertia + a.mass * part * findSquare(a.centre, b.centre),
  };
}

function findSquare(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
