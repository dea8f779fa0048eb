/** Slip slower than this (m/s) is at rest, however small the tolerance. */
export const LEAST_SPEED = 1e-8;
