import { describe, ModelError } from "../../math/index.ts";
import type { Bond } from "../Bond.ts";
import type { BondGraph } from "../BondGraph.ts";
import { checkGraph } from "../checkGraph.ts";
import type { Element } from "../Element.ts";

/** What is worth knowing about the causality of a graph. */
export interface CausalityIssue {
  /**
   * `derivative`: a storage element that follows others; `loop`: variables that depend on themselves; `over-sealed`: both
   * ends decide the same variable; `under-sealed`: nothing decides; `multiplier`: flows that are kept by efforts which
   * follow from them, as those of joints are.
   */
  readonly kind: "derivative" | "loop" | "over-sealed" | "under-sealed" | "multiplier";
  readonly elements: readonly Element[];
  readonly bonds: readonly Bond[];
  /** In words: the elements, the cause, the remedy. */
  readonly message: string;
}

/** The end of a bond at which its effort is known: where the causal stroke stands. */
export type Stroke = "from" | "to";

/** What decides effort and flow of each bond; made by `assignCausality`, or by `causality` of a graph. */
export class Causality {
  readonly graph: BondGraph;
  readonly issues: readonly CausalityIssue[];
  /** `C` and `I` elements whose states are free: in integral causality. */
  readonly integral: readonly Element[];
  /** Those in derivative causality: their states follow from others. */
  readonly derivative: readonly Element[];
  private readonly strokes: ReadonlyMap<Bond, Stroke>;

  constructor(
    graph: BondGraph,
    strokes: ReadonlyMap<Bond, Stroke>,
    storage: { integral: readonly Element[]; derivative: readonly Element[] },
    issues: readonly CausalityIssue[],
  ) {
    this.graph = checkGraph("Causality", graph);
    if (!(strokes instanceof Map) || !Array.isArray(storage?.integral) || !Array.isArray(storage.derivative)) {
      throw new ModelError(`Causality: its strokes are ${describe(strokes)}; let graph.causality() make it`);
    }
    if (!Array.isArray(issues)) {
      throw new ModelError(`Causality: its issues are ${describe(issues)}; let graph.causality() make it`);
    }
    this.strokes = strokes;
    this.integral = storage.integral;
    this.derivative = storage.derivative;
    this.issues = issues;
  }

  /** The end of the bond where its effort comes in, and its stroke is drawn; undefined where nothing decides it. */
  strokeAt(bond: Bond): Stroke | undefined {
    return this.strokes.get(bond);
  }

  /** Whether the element gets the effort of the bond, and gives its flow. */
  getsEffort(element: Element, bond: Bond): boolean {
    const stroke = this.strokes.get(bond);
    return stroke !== undefined && bond[stroke].element === element;
  }

  /** Whether nothing contradicts: every bond has its effort and its flow from one side each. */
  get isComplete(): boolean {
    return this.issues.every(({ kind }) => kind !== "over-sealed" && kind !== "under-sealed");
  }

  /** Everything in words, one paragraph per finding. */
  get report(): string {
    const bonds = this.graph.bonds.length;
    const count = (list: readonly Element[], what: string) =>
      `${list.length} storage ${list.length === 1 ? "element" : "elements"} in ${what} causality` +
      (list.length > 0 && list.length <= 12 ? ` (${list.map(({ label }) => label).join(", ")})` : "");
    const lines = [
      `${bonds} ${bonds === 1 ? "bond" : "bonds"}, ${this.strokes.size} with a causal stroke; ` +
        `${count(this.integral, "integral")}, ${count(this.derivative, "derivative")}.`,
    ];
    for (const { kind, message } of this.issues) lines.push(`${kind}: ${message}.`);
    return lines.join("\n");
  }
}
