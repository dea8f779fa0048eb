import { TrackerComparison } from "../comparison/index.ts";
import { checkChoice, checkInstance, checkList, checkOptions, checkText, ModelError } from "../math/index.ts";
import { linePlot } from "./linePlot.ts";

const UNITS = { position: "m", velocity: "m/s", acceleration: "m/s²" } as const;
const QUANTITIES = Object.keys(UNITS) as (keyof typeof UNITS)[];

export interface ComparisonPlotOptions {
  /** Name of a body or a constraint. Default: the last that was compared: a constraint, unless `of` said otherwise. */
  of?: string;
  /** Which of `position`, `velocity`, `acceleration` to draw. Default: all three. */
  quantities?: readonly (keyof typeof UNITS)[];
  title?: string;
  /** Pixels. Default 720 × 360. */
  width?: number;
  height?: number;
}

/** What is less is rounding, or zero: drawn here. */
const LEAST = 1e-17;

/** Divergences of trackers from the reference over time, as the text of an SVG picture. */
export function comparisonPlot(comparison: TrackerComparison, options: ComparisonPlotOptions = {}): string {
  const owner = "comparisonPlot";
  checkInstance(owner, "the comparison", comparison, TrackerComparison, "what compareTrackers returned, with await");
  checkOptions(owner, options, ["of", "quantities", "title", "width", "height"]);
  const form = `some of ${QUANTITIES.join(", ")}`;
  const quantities = checkList(owner, "quantities", options.quantities ?? QUANTITIES, form, QUANTITIES.length).map(
    (name) => checkChoice(owner, "a quantity", name, QUANTITIES),
  );
  if (quantities.length === 0) throw new ModelError(`${owner}: quantities are []; give ${form}`);
  const { reference, runs, divergences, times } = comparison;
  const of = checkText(owner, "of", options.of ?? divergences[divergences.length - 1].of);
  const series = runs.slice(1).flatMap(({ tracker }) => {
    const entry = comparison.get(tracker, of);
    return quantities.map((name) => {
      const y = entry[name].map((value) => Math.max(value, LEAST));
      return { name: `${tracker}, ${name} (${UNITS[name]})`, x: times, y };
    });
  });
  return linePlot({
    series,
    title: options.title ?? `${of}: distance from "${reference}"`,
    xLabel: "time (s)",
    yLabel: quantities.map((name) => UNITS[name]).join(", "),
    log: true,
    ...(options.width === undefined ? {} : { width: options.width }),
    ...(options.height === undefined ? {} : { height: options.height }),
  });
}
