import { measureThrows, type ThrowSummary } from "../../test/helpers/feet/ellipsoids.ts";
import { FOOTED_KINDS, type FootedKind } from "../../test/helpers/feet/FootedBody.ts";
import { type FeetSummary, measureManyFeet } from "../../test/helpers/feet/measureFeet.ts";
import { measureManyMixed } from "../../test/helpers/feet/measureMixed.ts";
import type { BenchRow, Bound } from "../BenchRow.ts";
import { once } from "../once.ts";

/** A thousand starts over all kinds of feet, and a thousand throws. */
const STARTS = 250;
const THROWS = 1000;
const SCENES = 100;

const row = (name: string, unit: string, promised: Bound, measure: () => number): BenchRow => ({
  name: `contact/${name}`,
  unit,
  promised,
  kind: "accuracy",
  measure,
});

/** Rows of one kind of feet; a run that stops with an error keeps no promise. */
function createFeetRows(kind: FootedKind): BenchRow[] {
  const summary = once(() => measureManyFeet(kind, 0, STARTS));
  const read = (value: (found: FeetSummary) => number) => () =>
    summary().failed > 0 ? Number.POSITIVE_INFINITY : value(summary());
  const name = `feet/${kind}`;
  return [
    row(
      `${name}/slip-at-rest`,
      "runs",
      { max: 0 },
      read(({ slipping, moving }) => Math.max(slipping, moving)),
    ),
    row(
      `${name}/beyond-limit`,
      "runs",
      { max: 0 },
      read(({ beyond }) => beyond),
    ),
    row(
      `${name}/creep`,
      "m",
      { max: 1e-12 },
      read(({ creep }) => creep),
    ),
    row(
      `${name}/evaluations`,
      "1/s",
      { max: 3000 },
      read(({ evaluations }) => evaluations),
    ),
  ];
}

const throws = once(() => measureThrows(0, THROWS));
const readThrows = (value: (found: ThrowSummary) => number) => () =>
  throws().failed > 0 ? Number.POSITIVE_INFINITY : value(throws());

export const rows: BenchRow[] = [
  ...FOOTED_KINDS.flatMap(createFeetRows),
  row(
    "ellipsoids/slip-events",
    "events",
    { max: 10 },
    readThrows(({ slipEvents }) => slipEvents),
  ),
  row(
    "ellipsoids/error",
    "m, m/s, rad/s, 1",
    { max: 1e-5 },
    readThrows(({ error }) => error),
  ),
  {
    name: "contact/mixed/slowest",
    unit: "medians",
    promised: { max: 20 },
    kind: "speed",
    // Both by time of the processor; evaluations, which are the same everywhere, are a test.
    measure: () => {
      const { time, outcomes } = measureManyMixed(0, SCENES);
      const value = outcomes.failed.length > 0 ? Number.POSITIVE_INFINITY : time.ratio;
      return { value, ratio: value };
    },
  },
];
