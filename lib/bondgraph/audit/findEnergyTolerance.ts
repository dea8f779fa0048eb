/** Energies of a run are good to so many of its tolerances, and to so many more for each step, for errors of steps add up. */
const SHARE = 100;
const SHARE_PER_STEP = 2;
/** Hardly better than the first, and a run that is worse than the second does not follow its equations. */
const FINEST = 1e-8;
const COARSEST = 0.05;

/** The part of the energy turned over by which states and powers of a run may disagree that keeps this tolerance per step. */
export function findEnergyTolerance(tolerance: number, steps: number): number {
  const part = tolerance * (SHARE + SHARE_PER_STEP * steps);
  return Math.min(COARSEST, Math.max(FINEST, part));
}
