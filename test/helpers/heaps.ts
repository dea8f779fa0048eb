import { Collisions, type CollisionsOptions, ConvexShape } from "../../lib/collision/index.ts";
import { Inertia, RigidBody, System, type SystemOptions } from "../../lib/index.ts";
import { RandomSource } from "./random.ts";

/** A floor at the height 0, and walls about a square of this side if there is one. */
export function createGround(options: CollisionsOptions = {}, side = 0, gravity?: SystemOptions): System {
  const system = new System(gravity);
  const size = [100, 2, 100];
  const floor = { shape: ConvexShape.box({ size }), position: [0, -1, 0] };
  const wall = (x: number, z: number) => ({
    shape: ConvexShape.box({ size: x === 0 ? [side + 4, 10, 2] : [2, 10, side + 4] }),
    position: [x * (side / 2 + 1), 5, z * (side / 2 + 1)],
  });
  system.ground.colliders = side > 0 ? [floor, wall(1, 0), wall(-1, 0), wall(0, 1), wall(0, -1)] : [floor];
  system.add(new Collisions(options));
  return system;
}

export function addBox(
  system: System,
  name: string,
  size: readonly number[],
  start: object,
  density = 1000,
): RigidBody {
  const mass = density * size[0] * size[1] * size[2];
  const colliders = [ConvexShape.box({ size })];
  return system.add(new RigidBody(name, { inertia: Inertia.box({ mass, size: [...size] }), colliders, ...start }));
}

export function addBall(system: System, name: string, radius: number, start: object, density = 1000): RigidBody {
  const mass = (4 / 3) * Math.PI * radius ** 3 * density;
  const colliders = [ConvexShape.sphere({ radius })];
  return system.add(new RigidBody(name, { inertia: Inertia.sphere({ mass, radius }), colliders, ...start }));
}

/** So many balls and boxes of some 0.1 m above one another, at random, over a box with this side. */
export function pourInto(system: System, side: number, balls: number, boxes: number, seed = 1): void {
  const random = new RandomSource(seed);
  const spacing = 0.14;
  const row = Math.floor((side - 0.02) / spacing);
  const kinds = [...new Array<boolean>(balls).fill(true), ...new Array<boolean>(boxes).fill(false)];
  for (let i = kinds.length - 1; i > 0; i--) {
    const other = random.integer(0, i);
    [kinds[i], kinds[other]] = [kinds[other], kinds[i]];
  }
  kinds.forEach((isBall, i) => {
    const [x, z] = [i % row, Math.floor(i / row) % row];
    const y = Math.floor(i / (row * row));
    const place = (k: number) => (k - (row - 1) / 2) * spacing + random.number(-0.01, 0.01);
    const position = [place(x), 0.1 + y * spacing, place(z)];
    if (isBall) addBall(system, `ball ${i}`, random.number(0.04, 0.05), { position });
    else addBox(system, `box ${i}`, [0.08, 0.07, 0.06], { position, orientation: random.quaternion() });
  });
}

/** A wall in running bond, `columns` bricks wide, with half ones at the ends of every other row, a millimetre between them. */
export function buildWall(system: System, columns: number, rows: number): RigidBody[] {
  const [length, height, depth] = [0.2, 0.1, 0.1];
  const pitch = length + 1e-3;
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
    const isOdd = row % 2 === 1;
    return Array.from({ length: columns + (isOdd ? 1 : 0) }, (_, i) => {
      const isHalf = isOdd && i % columns === 0;
      const from = (isOdd ? Math.max(0, i - 0.5) : i) * pitch;
      const size = [isHalf ? (length - 1e-3) / 2 : length, height, depth];
      const position = [from + size[0] / 2 - (columns * pitch) / 2, (row + 0.5) * height, 0];
      return addBox(system, `brick ${row} ${i}`, size, { position }, 2000);
    });
  });
}
