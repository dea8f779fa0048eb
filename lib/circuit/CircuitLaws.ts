import type { CircuitModel } from "../bondgraph/index.ts";
import type { Law, LawSet } from "../simulation/Law.ts";

/** The laws of the elements of a circuit, all at once: which of them differs is told by the order of its equations. */
export class CircuitLaws implements LawSet {
  readonly laws: readonly Law[];
  private y: Float64Array = new Float64Array(0);

  constructor(model: CircuitModel) {
    const law: Law = {
      size: model.values.length,
      isOfState: true,
      read: (t, out) => {
        model.calc(t, this.y);
        out.set(model.values);
      },
      describe: (before, after) => model.findChanged(before, after)?.label ?? "a law of the circuit",
    };
    this.laws = [law];
  }

  prepare(_t: number, y: Float64Array): void {
    this.y = y;
  }
}
