import type { Assertions } from "ava";

/** Comparisons of numbers that say both when they fail; what is no number fails. */
type Judge = Pick<Assertions, "pass" | "fail">;

const judge = (t: Judge, isRight: boolean, text: string, what: string): void => {
  if (isRight) t.pass();
  else t.fail(what ? `${what}: ${text}` : text);
};

export const isBelow = (t: Judge, value: number, limit: number, what = ""): void =>
  judge(t, value < limit, `${value} is not below ${limit}`, what);

export const isAtMost = (t: Judge, value: number, limit: number, what = ""): void =>
  judge(t, value <= limit, `${value} is more than ${limit}`, what);

export const isAbove = (t: Judge, value: number, limit: number, what = ""): void =>
  judge(t, value > limit, `${value} is not above ${limit}`, what);

export const isAtLeast = (t: Judge, value: number, limit: number, what = ""): void =>
  judge(t, value >= limit, `${value} is less than ${limit}`, what);

export const isClose = (t: Judge, value: number, expected: number, tolerance: number, what = ""): void => {
  const error = Math.abs(value - expected);
  judge(t, error <= tolerance, `${value} is ${error} off ${expected}, allowed is ${tolerance}`, what);
};

/** Lists of the same length, entry by entry; says which is farthest off. */
export const areClose = (
  t: Judge,
  values: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what = "",
): void => {
  judge(t, values.length === expected.length, `${values.length} numbers, not ${expected.length}`, what);
  const errors = Array.from(expected, (x, i) => Math.abs(x - values[i]));
  const largest = errors.reduce((most, error) => Math.max(most, error), 0);
  const worst = errors.findIndex((error) => Object.is(error, largest) || Number.isNaN(error));
  if (worst >= 0)
    isClose(t, values[worst], expected[worst], tolerance, what ? `${what}, entry ${worst}` : `entry ${worst}`);
};
