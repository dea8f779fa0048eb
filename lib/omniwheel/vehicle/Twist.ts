import { checkNumber, checkOptions, describe, ModelError, refusePromise } from "../../math/index.ts";

/** A motion in the plane of the floor, in the axes of the vehicle: x ahead, y to the left, z up. */
export interface Twist {
  /** Ahead, m/s. */
  vx: number;
  /** To the left, m/s. */
  vy: number;
  /** Counterclockwise seen from above, rad/s. */
  wz: number;
}

/** A place on the floor: `x` along the floor's x, `y` to the left of it (against the floor's z), m; heading in rad. */
export interface Pose {
  x: number;
  y: number;
  heading: number;
}

const MOTIONS = ["vx", "vy", "wz"] as const;

/** A twist of finite numbers; what is missing is zero. */
export function checkTwist(owner: string, what: string, value: unknown): Twist {
  const twist = checkFinite(owner, what, value, MOTIONS);
  return { vx: twist[0], vy: twist[1], wz: twist[2] };
}

/** A pose of finite numbers; what is missing is zero. */
export function checkPose(owner: string, what: string, value: unknown): Pose {
  const [x, y, heading] = checkFinite(owner, what, value, ["x", "y", "heading"]);
  return { x, y, heading };
}

function checkFinite(owner: string, what: string, value: unknown, names: readonly string[]): number[] {
  if (value === null || typeof value !== "object") {
    throw new ModelError(`${owner}: ${what} is ${describe(value)}; give an object { ${names.join(", ")} }`);
  }
  // A promise has no entries of its own: it would count as zero.
  refusePromise(owner, what, value);
  checkOptions(`${owner}, ${what}`, value, names);
  return names.map((name) => checkNumber(owner, `${name} of ${what}`, (value as Record<string, unknown>)[name] ?? 0));
}

/** The angle in (−π, π]. */
export function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.ceil(angle / (2 * Math.PI) - 0.5);
}

/** Where a vehicle is that has moved with a constant twist for some time. */
export function movePose({ x, y, heading }: Pose, { vx, vy, wz }: Twist, time: number): Pose {
  const turn = wz * time;
  // (sin a)/a and (1 − cos a)/a, by series where they would lose digits.
  const isSmall = Math.abs(turn) < 1e-4;
  const s = isSmall ? 1 - (turn * turn) / 6 : Math.sin(turn) / turn;
  const c = isSmall ? turn / 2 - turn ** 3 / 24 : (1 - Math.cos(turn)) / turn;
  const ahead = time * (s * vx - c * vy);
  const left = time * (c * vx + s * vy);
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
  return { x: x + cos * ahead - sin * left, y: y + sin * ahead + cos * left, heading: heading + turn };
}
