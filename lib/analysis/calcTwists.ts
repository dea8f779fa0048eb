import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";

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
    return Float64Array.from(links.flatMap(({ w }) => [...w.subarray(12, 18)]));
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
  const links = kernel.links.filter(({ k }) => k[33] !== 0);
  const twists = calcTwists(kernel, t, links, directions);
  const momenta = twists.map((twist) => {
    const out = new Float64Array(twist.length);
    links.forEach(({ w, k }, i) => {
      const o = 6 * i;
      for (let j = 0; j < 3; j++) out[o + j] = k[33] * twist[o + j];
      const [x, y, z] = [0, 1, 2].map(
        (j) => w[3 + j] * twist[o + 3] + w[6 + j] * twist[o + 4] + w[9 + j] * twist[o + 5],
      );
      const [a, b, c] = [
        k[37] * x + k[40] * y + k[41] * z,
        k[40] * x + k[38] * y + k[42] * z,
        k[41] * x + k[42] * y + k[39] * z,
      ];
      for (let j = 0; j < 3; j++) out[o + 3 + j] = w[3 + 3 * j] * a + w[4 + 3 * j] * b + w[5 + 3 * j] * c;
    });
    return out;
  });
  return twists.map((twist) =>
    Float64Array.from(momenta, (momentum) => twist.reduce((sum, x, i) => sum + x * momentum[i], 0)),
  );
}
