import { UsageError } from "./Command.ts";

/** From and to, both included. */
export type Limits = readonly [least: number, most: number];

/** What may be asked for on the command line, so that every call ends and its files can be held. */
export const LIMITS = {
  rollers: [3, 200],
  /** Simulated seconds. */
  time: [1e-3, 1000],
  tolerance: [1e-14, 0.1],
} as const satisfies Record<string, Limits>;

/** A number of the command line, within limits that the refusal names. */
export function readNumber(name: string, text: string | undefined, otherwise: number, limits: Limits): number {
  return read(name, text, otherwise, limits, "number", Number.isFinite);
}

/** A whole number of the command line, within limits that the refusal names. */
export function readCount(name: string, text: string | undefined, otherwise: number, limits: Limits): number {
  return read(name, text, otherwise, limits, "whole number", Number.isInteger);
}

/** The inclination of rollers in degrees; at 90° they would not reach the floor. */
export function readInclination(text: string, example: string): number {
  const value = Number(text);
  // Without the sign of zero.
  if (text.trim() !== "" && Math.abs(value) < 90) return value + 0;
  throw new UsageError(`--psi is "${text}"; give degrees between -90 and 90, such as ${example}`);
}

function read(
  name: string,
  text: string | undefined,
  otherwise: number,
  [least, most]: Limits,
  kind: string,
  isKind: (value: number) => boolean,
): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() !== "" && isKind(value) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} is "${text}"; give a ${kind} from ${least} to ${most}, such as ${otherwise}`);
}
