import { checkCount, checkNumber, checkOptions, checkPositive } from "../../math/index.ts";
import type { VehicleWheel } from "./VehicleOptions.ts";

const MOST_WHEELS = 100;

export interface RingLayoutOptions {
  /** From the middle to the centres of the wheels, m. */
  distance: number;
  /** How many wheels, 2 to 100. Default: 3 (Kiwi). */
  count?: number;
  /** Turn of the first wheel from straight ahead, counterclockwise from above, rad. Default: 0. */
  turn?: number;
  /** Inclination of the rollers, rad. Default: 0. */
  psi?: number;
}

export interface MecanumLayoutOptions {
  /** Between front and rear axles, and between left and right wheels, m. */
  length: number;
  width: number;
  /** Inclination of the rollers, rad. Default: 45°. */
  psi?: number;
}

/** Wheels at equal angles around the middle, their axles radial: Kiwi with three, a square one with four. */
export function ringLayout(options: RingLayoutOptions): VehicleWheel[] {
  const owner = "ringLayout";
  checkOptions(owner, options, ["distance", "count", "turn", "psi"]);
  const distance = checkPositive(owner, "distance", options?.distance);
  const count = checkCount(owner, "count", options.count ?? 3, 2, MOST_WHEELS);
  const turn = checkNumber(owner, "turn", options.turn ?? 0);
  const psi = checkNumber(owner, "psi", options.psi ?? 0);
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / count;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { position: [distance * c, 0, -distance * s], axle: [c, 0, -s], psi };
  });
}

/**
 * Four mecanum wheels at the corners, axles to the left, in the order front left, front right, rear left, rear right. Seen
 * from above the rollers on top form an X, so those on the floor form an O: then sideways works, and turning has the
 * longest lever.
 */
export function mecanumLayout(options: MecanumLayoutOptions): VehicleWheel[] {
  const owner = "mecanumLayout";
  checkOptions(owner, options, ["length", "width", "psi"]);
  const length = checkPositive(owner, "length", options?.length);
  const width = checkPositive(owner, "width", options.width);
  const psi = checkNumber(owner, "psi", options.psi ?? Math.PI / 4);
  return [1, -1].flatMap((ahead) =>
    [1, -1].map(
      (left): VehicleWheel => ({
        position: [(ahead * length) / 2, 0, (-left * width) / 2],
        axle: [0, 0, -1],
        psi: ahead * left * psi,
      }),
    ),
  );
}
