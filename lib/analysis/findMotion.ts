import { Pair } from "../constraints/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { describe, ModelError } from "../math/index.ts";
import { findNearest } from "../math/nearest.ts";

/** Places of one motion in the coordinates and rates of a kernel. */
export interface MotionPlace {
  readonly name: string;
  readonly label: string;
  readonly coordinate: number;
  /** 1, or 3 (a position), or 4 (a quaternion). */
  readonly coordinateCount: number;
  readonly rate: number;
  readonly rateCount: number;
  /** Of a scalar motion. */
  readonly unit: "m" | "rad";
}

/** All motions that are states of a kernel: of joints on the tree, and of free bodies. */
export function listMotions(kernel: Kernel): MotionPlace[] {
  return kernel.links.flatMap(
    ({ pair, body, motionIndex, coordinate, coordinateCount, rate, rateCount }): MotionPlace[] => {
      if (rateCount === 0) return [];
      if (pair) {
        const { name, kind } = pair.motions[motionIndex];
        const label = `${pair.label}, ${name}`;
        const unit = kind === "slide" ? "m" : "rad";
        return [{ name: `${pair.name}.${name}`, label, coordinate, coordinateCount, rate, rateCount, unit }];
      }
      const part = { label: `RigidBody "${body?.name}"`, rateCount: 3 };
      return [
        { ...part, name: `${body?.name}.position`, coordinate, coordinateCount: 3, rate, unit: "m" },
        {
          ...part,
          name: `${body?.name}.orientation`,
          coordinate: coordinate + 3,
          coordinateCount: 4,
          rate: rate + 3,
          unit: "rad",
        },
      ];
    },
  );
}

/** The motion called `key`: `joint.motion`, a joint with one motion, `body.position` or `body.orientation`. */
export function findMotion(owner: string, kernel: Kernel, key: string): MotionPlace {
  const all = listMotions(kernel);
  const pair = kernel.constraints.find((entry) => entry instanceof Pair && entry.name === key) as Pair | undefined;
  const name = pair?.motions.length === 1 ? `${key}.${pair.motions[0].name}` : key;
  const found = all.find((motion) => motion.name === name);
  if (found) return found;
  const closing = kernel.loopClosures.find((rows) => key === rows.name || key.startsWith(`${rows.name}.`));
  if (closing) {
    throw new ModelError(
      `${owner}: ${closing.label} closes a loop, so its coordinates follow from the others; name another joint of the loop`,
    );
  }
  const driven = pair?.motions.some((motion) => motion.kind !== "ball" && motion.bond.motion);
  if (driven) throw new ModelError(`${owner}: ${pair?.label} is driven by the model; leave "${key}" out`);
  const names = all.map((motion) => motion.name);
  const near = findNearest(key, names);
  throw new ModelError(
    `${owner}: no motion is called ${describe(key)}; ${near ? `did you mean "${near}"? ` : ""}` +
      `there ${names.length === 1 ? "is" : "are"} ${names
        .slice(0, 12)
        .map((text) => `"${text}"`)
        .join(", ")}`,
  );
}

/** `count` finite numbers: one as it is, more as a list. */
export function checkNumbers(owner: string, what: string, value: unknown, count: number): number[] {
  const list =
    count === 1 ? [value] : Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as number[]) : [];
  if (list.length === count && list.every((x) => typeof x === "number" && Number.isFinite(x))) return list as number[];
  throw new ModelError(
    `${owner}: ${what} is ${describe(value)}; give ${count === 1 ? "a finite number" : `a list of ${count} finite numbers`}`,
  );
}
