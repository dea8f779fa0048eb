import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import { calcMomentumOf, readTwist } from "../kernel/readLink.ts";

/**
 * Twists of links (velocity of the centre of mass, angular velocity; six numbers each) that go with given rates alone,
 * bases at rest: velocities are linear in the rates. Changes the rates in the kernel.
 */
export function calcTwists(
  kernel: Kernel,
  t: number,
  links: readonly Link[],
  rates: readonly Float64Array[],
): Float64Array[] {
  const read = (): Float64Array => {
    kernel.calcKinematics(t, true);
    return Float64Array.from(links.flatMap((link) => [...readTwist(link)]));
  };
  kernel.s.fill(0);
  const still = read();
  return rates.map((list) => {
    kernel.s.set(list);
    return read().map((x, k) => x - still[k]);
  });
}

/** `Bᵀ M B`: the mass matrix for motions in which all rates go in proportion to the columns of B. */
export function calcMassMatrix(kernel: Kernel, t: number, directions: readonly Float64Array[]): Float64Array[] {
  const links = kernel.links.filter(({ mass }) => mass !== 0);
  const twists = calcTwists(kernel, t, links, directions);
  const momenta = twists.map((twist) => {
    const out = new Float64Array(twist.length);
    links.forEach((link, i) => {
      calcMomentumOf(link, twist, 6 * i, out);
    });
    return out;
  });
  return twists.map((twist) =>
    Float64Array.from(momenta, (momentum) => twist.reduce((sum, x, i) => sum + x * momentum[i], 0)),
  );
}
