/** The largest arrow is this part of the scene. */
export const LARGEST = 0.25;

/** Length of an arrow per unit: given, or such that the largest one fits the scene. */
export function chooseScale(given: number | undefined, largest: number, size: number): number {
  if (given !== undefined) return given;
  return largest > 0 && size > 0 ? (LARGEST * size) / largest : 0;
}

/** Of all instants, so many have at most the usual force; a peak up to so many times that counts. */
const USUAL = 0.9;
const PEAK = 3;

/** What is smaller, N or Nm, says nothing of what is usual: it is the rounding of zero. */
const NOTHING = 1e-12;

/** The largest of values but for short peaks: an impact, or a linkage as it locks, would make all else too small to see. */
export function findLargest(values: readonly number[]): number {
  const sorted = values.filter((value) => value > NOTHING).sort((a, b) => a - b);
  if (sorted.length === 0) return Math.max(0, ...values);
  const usual = sorted[Math.ceil(USUAL * sorted.length) - 1];
  return Math.min(sorted[sorted.length - 1], PEAK * usual);
}

/** The largest of 1, 2, 5, 10, 20, … (and 0.5, 0.2, …) that is not beyond a value. */
export function findRound(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value) + 1e-12);
  const step = [5, 2, 1].find((digit) => digit * decade <= value * (1 + 1e-12)) ?? 1;
  return Number((step * decade).toPrecision(12));
}

const PREFIXES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
] as const;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A round value as a legend has it: `20 N`, `5 kN`, `200 mNm`, and beyond all prefixes `5·10¹⁸ N`. */
export function writeQuantity(value: number, unit: string): string {
  const [factor, prefix] = PREFIXES.find(([size]) => value >= size * (1 - 1e-12)) ?? [0, ""];
  if (factor === 0 || value >= 1e12 * (1 - 1e-12)) {
    const [digits, power] = Number(value.toPrecision(6)).toExponential().split("e");
    const raised = power
      .replace("+", "")
      .replace("-", "⁻")
      .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
    return `${digits}·10${raised} ${unit}`;
  }
  return `${Number((value / factor).toPrecision(6))} ${prefix}${unit}`;
}
