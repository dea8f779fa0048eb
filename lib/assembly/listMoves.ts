import { findLength } from "../kernel/findLength.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { RigidBody } from "../rigidbody/index.ts";
import { setCoordinates } from "./findStart.ts";

/** A body that is moved by more than this part of the size of the model was hardly meant to be. */
const FAR = 1e-3;
/** So many of them are named, farthest first. */
const LONGEST = 5;

/** Notes on bodies that the start, as the kernel has it, moved from where joints and drawing put them, onto the rows. */
export function listMoves(kernel: Kernel, t: number): string[] {
  if (!kernel.canDrift) return [];
  const bodies = kernel.bodies.filter((body) => body instanceof RigidBody);
  const read = () => {
    kernel.calcKinematics(t, true);
    return bodies.map((body) => kernel.getLink(body).position.slice());
  };
  const found = kernel.q.slice();
  setCoordinates(kernel);
  const before = read();
  kernel.q.set(found);
  const after = read();
  const limit = FAR * findLength(kernel);
  return bodies
    .map(({ name }, k) => ({ name, way: Math.hypot(...after[k].map((x, i) => x - before[k][i])) }))
    .filter(({ way }) => way > limit)
    .sort((a, b) => b.way - a.way)
    .slice(0, LONGEST)
    .map(({ name, way }) => `RigidBody "${name}" was moved by ${Number(way.toPrecision(3))} m onto its constraints`);
}
