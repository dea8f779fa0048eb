import { FAMILIES } from "../../test/helpers/fuzz/families.ts";
import { type Finding, runFuzz } from "../../test/helpers/fuzz/runFuzz.ts";
import type { BenchRow } from "../BenchRow.ts";

/** Seeds of each family here; test/long/fuzz tries more. */
const CALLS = 400;
const MODELS = 60;

/** Each family is tried once for all its rows. */
const found = new Map<string, Promise<Finding[]>>();
const find = (family: string, count: number): Promise<Finding[]> => {
  const known = found.get(family) ?? runFuzz(family, 0, count);
  found.set(family, known);
  return known;
};

const row = (family: string, count: number, what: string, kinds: readonly Finding["kind"][]): BenchRow => ({
  name: `fuzz/${family}/${what}`,
  unit: "1",
  promised: { max: 0 },
  kind: "accuracy",
  measure: async () => (await find(family, count)).filter(({ kind }) => kinds.includes(kind)).length,
});

const listRows = (family: string, count: number): BenchRow[] => [
  {
    name: `fuzz/${family}/calls`,
    unit: "1",
    promised: { min: count },
    kind: "accuracy",
    measure: async () => {
      await find(family, count);
      return count;
    },
  },
  row(family, count, "not-by-name", ["raw", "text", "lost"]),
  row(family, count, "nan", ["nan"]),
  row(family, count, "signal-ignored", ["signal", "endless"]),
];

export const rows: BenchRow[] = [
  ...Object.keys(FAMILIES).flatMap((family) => listRows(family, CALLS)),
  ...listRows("models", MODELS),
];
