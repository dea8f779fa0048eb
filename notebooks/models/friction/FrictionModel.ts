import type { Trajectory } from "../../../lib/index.ts";
import type { Model } from "../../../lib/worker/index.ts";
import type { CheckRow } from "../CheckRow.ts";

/** Reads a quantity from line `i` of a table of columns. */
export type Reader = (table: Record<string, Float64Array>, i: number) => number;

/** A quantity with its name and unit, to be drawn. */
export interface Curve {
  label: string;
  read: Reader;
}

/** A scene of the page: a model, what of it is drawn, and what is known about it on paper. */
export interface FrictionModel extends Model {
  /** Names of its contacts. */
  contacts: readonly string[];
  /** Columns that the readers need. */
  reads: readonly string[];
  /** What is drawn over time. */
  history: { title: string; label: string; lines: Record<string, Reader> };
  portrait: { title: string; x: Curve; y: Curve };
  /** Instants at which sticking and sliding change with Coulomb's law, s. */
  instants: readonly number[];
  /** Other numbers with a closed form, of a run that has ended. */
  findResults(run: Trajectory): CheckRow[];
}

const NAMES: Record<string, string> = {
  stick: "it sticks",
  slip: "it breaks loose",
  reversal: "it turns back",
};

/** Events of one block come from all of its feet; those closer than this are one, s. */
const SAME = 1e-6;

/** The instants of a run beside those of the closed form. */
export function listInstants(run: Trajectory, { contacts, instants }: FrictionModel): CheckRow[] {
  const found: { t: number; name: string }[] = [];
  for (const { t, owner, kind, before, after } of run.events) {
    if (!contacts.includes(owner)) continue;
    const name = NAMES[kind] ?? `${before} → ${after}`;
    if (found.length > 0 && t - found[found.length - 1].t < SAME) found[found.length - 1].name = name;
    else found.push({ t, name });
  }
  return found.map(({ t, name }, i) => ({
    name: `${i + 1}. ${name}`,
    unit: "s",
    found: t,
    expected: i < instants.length ? instants[i] : undefined,
  }));
}
