import { checkNumber, checkOptions, describe } from "../math/index.ts";
import { type BondSignals, readSignals } from "./Bond.ts";
import { Fragment } from "./Fragment.ts";

export interface CouplerFragmentOptions {
  /** Rate of the first bond per rate of the second; the effort of the second is `ratio` times that of the first. */
  ratio: number;
  signals?: {
    /** The rate of the first bond, and the effort that it gives to the transformer. */
    first?: BondSignals;
    /** The rate of the second bond, and the effort that it gets from the transformer. */
    second?: BondSignals;
  };
}

/**
 * A transformer between scalar bonds, such as a gear between two joints: power comes in at the port `first` and goes out
 * at `second`. Join them to 1-junctions that `BondGraph.branch` puts into the joints' bonds.
 */
export function couplerFragment(name: string, options: CouplerFragmentOptions): Fragment {
  const owner = `couplerFragment ${describe(name)}`;
  checkOptions(owner, options, ["ratio", "signals"], true);
  const { signals = {} } = options;
  const ratio = checkNumber(owner, "ratio", options.ratio);
  checkOptions(`${owner}, signals`, signals, ["first", "second"]);
  for (const pair of [signals.first, signals.second]) if (pair !== undefined) readSignals(owner, pair);
  const fragment = new Fragment(name);
  const transformer = fragment.create("TF", `${name}.TF`, { group: name, parameters: { ratio } });
  fragment.open("first", transformer, "in", signals.first);
  fragment.open("second", transformer, "out", signals.second);
  return fragment;
}
