import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { readTwist } from "../kernel/readLink.ts";
import { toVector3, type Vector3 } from "../math/index.ts";
import type { RigidBody } from "../rigidbody/index.ts";
import { solveLeastSquares } from "./findStart.ts";

/** Where more than this part of the slip is left, there is no rolling. */
const LEFT = 1e-9;

/** A velocity to be given. */
export interface RollingStart {
  readonly name: "velocity" | "angularVelocity";
  readonly value: Vector3;
}

/**
 * The angular velocity, as near as can be to the given one, with which a free body rolls at its given velocity on bases, or
 * the velocity, if that is not given; undefined if there is none. The kernel is at the start that was found, where the
 * contacts, which are closed, do not slip.
 */
export function suggestRolling(
  kernel: Kernel,
  body: RigidBody,
  contacts: readonly Unilateral[],
): RollingStart | undefined {
  const isOnBases = contacts.every(({ bodies }) => bodies.every((b) => b === body || kernel.getLink(b).isBase));
  if (!isOnBases || contacts.length === 0) return undefined;
  const name = body.velocity === undefined ? "velocity" : "angularVelocity";
  const first = name === "velocity" ? 0 : 3;
  const found = readTwist(kernel.getLink(body));
  const given = [...(body.velocity ?? [0, 0, 0]), ...(body.angularVelocity ?? [0, 0, 0])];
  const rows = contacts.flatMap(({ jacobian, bodies, rowCount }) =>
    Array.from({ length: rowCount }, (_, row) => {
      const place = 6 * (row * bodies.length + bodies.indexOf(body));
      return jacobian.slice(place, place + 6);
    }),
  );
  const slips = rows.map((row) => row.reduce((sum, x, i) => sum + x * (given[i] - found[i]), 0));
  const columns = [0, 1, 2].map((i) => rows.map((row) => row[first + i]));
  const change = solveLeastSquares(
    columns,
    slips.map((slip) => -slip),
  );
  const left = slips.map((slip, k) => slip + columns.reduce((sum, column, i) => sum + column[k] * change[i], 0));
  if (!(Math.hypot(...left) <= LEFT * Math.hypot(...slips))) return undefined;
  return { name, value: toVector3(change.map((x, i) => given[first + i] + x)) };
}
