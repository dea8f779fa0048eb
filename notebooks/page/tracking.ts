import type { FlybyComparison } from "../tasks/compareFlyby.ts";

/** A point of a plot of distances over time. */
export interface DivergenceRow {
  t: number;
  name: string;
  distance: number;
}

/** The lines of the comparison; exact agreement is left out, it has no place on a logarithmic axis. */
export function listDivergences(comparison: FlybyComparison | undefined): DivergenceRow[] {
  if (!comparison) return [];
  const { times, divergences } = comparison;
  return divergences.flatMap(({ tracker, position, velocity }) =>
    Object.entries({ position, velocity }).flatMap(([quantity, distances]) =>
      Array.from(times, (t, i) => ({ t, name: `${tracker}: ${quantity}`, distance: distances[i] })).filter(
        ({ distance }) => distance > 0,
      ),
    ),
  );
}
