import type { TestbenchComparison } from "../../lib/index.ts";

/** Rows of a figure: one line for each tracker. */
interface TrackerRow {
  x: number;
  y: number;
  name: string;
}

/** Where the vertical components of position, velocity and acceleration are among the numbers of a roller. */
const PLACES = { position: 1, velocity: 4, acceleration: 7 } as const;

/** Less is rounding, or zero: drawn here on an axis of powers of ten. */
export const LEAST = 1e-17;

/** The vertical component for roller 1's centre, with every tracker (figure 8 of the paper: the velocity). */
export function listVertical({ times, runs }: TestbenchComparison, quantity: keyof typeof PLACES): TrackerRow[] {
  const place = PLACES[quantity];
  return runs.flatMap(({ tracker, roller }) => roller.map((row, i) => ({ x: times[i], y: row[place], name: tracker })));
}

/** How far it is from that of the first tracker (figures 9 and 10: acceleration and position), never below `LEAST`. */
export function listDivergence({ times, runs }: TestbenchComparison, quantity: keyof typeof PLACES): TrackerRow[] {
  const place = PLACES[quantity];
  const [first, ...others] = runs;
  return others.flatMap(({ tracker, roller }) =>
    roller.map((row, i) => ({
      x: times[i],
      y: Math.max(LEAST, Math.abs(row[place] - first.roller[i][place])),
      name: tracker,
    })),
  );
}
