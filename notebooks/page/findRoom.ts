/** A peak is cut off if it is that many times as far from zero as nearly all values are. */
const PEAK = 20;
const NEARLY_ALL = 0.96;

/**
 * The range that a plot of values needs. Values that grow without bound at the end, as forces in a linkage that locks,
 * would hide all others: they are left out.
 */
export function findRoom(values: readonly number[]): [number, number] {
  const finite = values.filter(Number.isFinite);
  if (finite.length === 0) return [-1, 1];
  const sizes = finite.map(Math.abs).sort((a, b) => a - b);
  const usual = sizes[Math.floor(NEARLY_ALL * (sizes.length - 1))];
  const kept = sizes[sizes.length - 1] > PEAK * usual ? finite.filter((x) => Math.abs(x) <= 2 * usual) : finite;
  const [low, high] = kept.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [kept[0], kept[0]]);
  return low === high ? [low - (Math.abs(low) || 1), high + (Math.abs(high) || 1)] : [low, high];
}

/** Values far outside of a range at some distance of it: pictures do not bear any numbers. */
export function limit(values: readonly number[], [low, high]: readonly [number, number]): number[] {
  const beyond = 3 * (high - low);
  return values.map((x) => Math.min(high + beyond, Math.max(low - beyond, x)));
}
