import { followPath, type Path } from "../../../lib/omniwheel/index.ts";
import { DriveTape, PART } from "./DriveTape.ts";

/** Drives that are known beforehand. */
export type DriveName = "eight" | "square" | "circle" | "spin";

/** m */
const SIZE = 0.4;

interface Course {
  /** The largest way per part, m: there the speed is the one that is asked for. */
  length: number;
  /** Where the vehicle is when a part `u` of the way is done. */
  path: Path;
}

/** Every drive shows one thing: place and heading have nothing to do with each other. */
const COURSES: Record<DriveName, Course> = {
  // Once around, while turning once.
  eight: {
    length: 2 * Math.PI * Math.SQRT2 * SIZE,
    path: (u) => ({
      x: SIZE * Math.sin(2 * Math.PI * u),
      y: (SIZE / 2) * Math.sin(4 * Math.PI * u),
      heading: 2 * Math.PI * u,
    }),
  },
  // Along the sides of a square, looking ahead all the time.
  square: { length: 8 * SIZE, path: followSquare },
  // A circle as a car would drive it.
  circle: {
    length: 2 * Math.PI * SIZE,
    path: (u) => ({
      x: SIZE * Math.sin(2 * Math.PI * u),
      y: SIZE * (1 - Math.cos(2 * Math.PI * u)),
      heading: 2 * Math.PI * u,
    }),
  },
  // Straight, while turning twice.
  spin: { length: 4 * SIZE, path: (u) => ({ x: 4 * SIZE * u, y: 0, heading: 4 * Math.PI * u }) },
};

/** The commands of a drive whose largest speed is this, m/s. It begins and ends at rest. */
export function writeDrive(name: DriveName, speed: number): DriveTape {
  const { length, path } = COURSES[name];
  const parts = Math.ceil((FASTEST * length) / speed / PART);
  const end = parts * PART;
  // The square stops at its corners, and so has an ease of its own.
  const ease = name === "square" ? (u: number) => u : smooth;
  const pathInTime: Path = (t) => path(ease(Math.min(1, Math.max(0, t / end))));
  const command = followPath(pathInTime);
  const read = typeof command === "function" ? command : () => command;
  const twists = Array.from({ length: parts + 1 }, (_, i) => {
    const { vx = 0, vy = 0, wz = 0 } = i % parts === 0 ? {} : read(i * PART, pathInTime(i * PART));
    return { vx, vy, wz };
  });
  return new DriveTape(twists);
}

/** Begins and ends without a jolt. */
const smooth = (u: number): number => u * u * u * (10 + u * (6 * u - 15));

/** Its largest slope. */
const FASTEST = 1.875;

const CORNERS = [
  [0, 0],
  [2 * SIZE, 0],
  [2 * SIZE, 2 * SIZE],
  [0, 2 * SIZE],
  [0, 0],
] as const;

function followSquare(u: number): { x: number; y: number; heading: number } {
  const side = Math.min(3, Math.floor(4 * u));
  const part = smooth(4 * u - side);
  const [[ax, ay], [bx, by]] = [CORNERS[side], CORNERS[side + 1]];
  return { x: ax + part * (bx - ax), y: ay + part * (by - ay), heading: 0 };
}
