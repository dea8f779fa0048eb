import { IdealRolling } from "../../lib/constraints/contact/index.ts";
import { createVehicle, type LayoutName, RADIUS } from "./measureVehicle.ts";

interface SymmetricDrive {
  layout: LayoutName;
  way: "vx" | "vy";
  /** Wheels that are images of each other in the vertical plane along the way, and how their rates compare. */
  images: readonly (readonly [number, number, 1 | -1])[];
}

export const SYMMETRIC_DRIVES: Record<string, SymmetricDrive> = {
  // Axles point outwards: what turns about one turns the other way about its image. The first wheel is its own image.
  "kiwi/straight": {
    layout: "kiwi",
    way: "vx",
    images: [
      [0, 0, -1],
      [1, 2, -1],
    ],
  },
  "four/straight": {
    layout: "four",
    way: "vx",
    images: [
      [0, 3, -1],
      [1, 2, -1],
    ],
  },
  // All axles point to the left: images turn alike where the left is exchanged with the right, else against each other.
  "mecanum/straight": {
    layout: "mecanum",
    way: "vx",
    images: [
      [0, 1, 1],
      [2, 3, 1],
    ],
  },
  "mecanum/sideways": {
    layout: "mecanum",
    way: "vy",
    images: [
      [0, 2, -1],
      [1, 3, -1],
    ],
  },
};

/**
 * A vehicle that starts along a plane of symmetry with all wheels alike: the largest of what symmetry says is zero, at any
 * stored point: the way across it (m), its velocity (m/s), the rate of turn (rad/s), differences of images (m/s). It coasts
 * on rollers without slip, or drives with dry friction.
 */
export function measureSymmetry({ layout, way, images }: SymmetricDrive, isFree: boolean) {
  const twist = { [way]: isFree ? 1 : 0.5 };
  const { system } = createVehicle(
    layout,
    isFree
      ? { twist, wheel: { friction: new IdealRolling(), density: 8000 } }
      : { twist, command: twist, wheel: { bearing: { damping: 2e-5 } }, control: { ramp: 0 } },
  );
  const run = system.simulateSync({ until: 0.3, tolerance: isFree ? 1e-10 : 1e-6 });
  const across = way === "vx" ? "z" : "x";
  const sides = [`cart.position.${across}`, `cart.velocity.${across}`, "cart.angularVelocity.y"];
  const columns = new Set([...sides, ...images.flatMap(([a, b]) => [axle(a), axle(b)])]);
  const table = run.sample({ columns: [...columns] });
  let asymmetry = 0;
  for (let i = 0; i < run.length; i++) {
    for (const side of sides) asymmetry = Math.max(asymmetry, Math.abs(table[side][i]));
    for (const [a, b, sign] of images) {
      asymmetry = Math.max(asymmetry, RADIUS * Math.abs(table[axle(a)][i] - sign * table[axle(b)][i]));
    }
  }
  const handOvers = run.events.filter(({ before, after }) => before !== after).length;
  return { asymmetry, handOvers, evaluations: run.statistics.evaluations };
}

const axle = (wheel: number) => `cart axle ${wheel + 1}.angle.rate`;
