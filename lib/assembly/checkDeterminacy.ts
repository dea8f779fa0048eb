import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import { getInertiaAbout } from "../kernel/readLink.ts";
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
  // Leaf to root: what is missing in a child spoils the pivots of its parents.
  for (const link of [...kernel.links].reverse()) {
    if (link.rateCount === 0) continue;
    const scale = findScale(kernel, link);
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

/** Mass, and inertia about P (or the axis), of everything outboard of a link taken as rigid. */
function findScale(kernel: Kernel, link: Link): { mass: number; inertia: number } {
  let mass = 0;
  let inertia = 0;
  for (const other of kernel.links) {
    if (other.mass === 0 || !isOutboard(other, link)) continue;
    mass += other.mass;
    inertia += getInertiaAbout(other, link.point);
  }
  return { mass, inertia };
}

function isOutboard(link: Link, root: Link): boolean {
  for (let at: Link | null = link; at; at = at.parent) if (at === root) return true;
  return false;
}
