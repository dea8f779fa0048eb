import { describe, ModelError } from "../math/index.ts";
import { explainPortList } from "./explainMisfit.ts";

/**
 * `0`, `1` junctions; `TF`, `MTF`, `GY`, `MGY` transformers and gyrators (M: modulated by the state); `Se`, `Sf` sources;
 * `R`, `C`, `I`; `FC`, `EC` flow and effort constraints; `DS` the direct sum, which splits a multibond into its parts;
 * `word` a whole body or constraint in one node, with any number of bonds of any dimension.
 */
export type ElementKind = (typeof KINDS)[number];

const KINDS = ["0", "1", "TF", "MTF", "GY", "MGY", "Se", "Sf", "R", "C", "I", "FC", "EC", "DS", "word"] as const;

export type JSONValue = null | boolean | number | string | readonly JSONValue[] | { readonly [key: string]: JSONValue };
export type ElementParameters = Readonly<Record<string, JSONValue>>;

/**
 * What relates effort and flow, effort and displacement, flow and momentum, or gives a source its value: a function of the
 * element's own variable `x`, of time, and of parameters and signals by their names.
 */
export type LawFunction = (x: number, t: number, values: Readonly<Record<string, number>>) => number;

/** A law as an expression such as `"k*q + a*q^3"`, by the name it is registered under, or as a function. */
export type Law =
  | string
  | { readonly name: string; readonly parameters?: Readonly<Record<string, number>> }
  | LawFunction;

/** Where a law gets a number from: the effort or the flow of a bond, or the state of a `C` or an `I`, each by name. */
export type SignalSource = { readonly effort: string } | { readonly flow: string } | { readonly state: string };

export interface ElementOptions {
  /** Dimension of every port that `ports` does not list: 1 for a scalar, 6 for a twist and a wrench. Default: 1. */
  dimension?: number;
  /**
   * Dimensions of the ports, where they differ from the default: `[6, 1]` for a transformer from a twist to one rate,
   * `[6]` for a gyristor, which is a gyrator whose skew matrix acts inside one multibond, `[6, 3, 3]` for a direct sum.
   */
  ports?: readonly number[];
  parameters?: ElementParameters;
  /** The law; without one, `parameters` say it: `{ resistance: 2 }`. See `docs/bondgraphs.md`. */
  law?: Law;
  /** Numbers from elsewhere in the graph, by the names the law uses: what modulates an element. */
  signals?: Readonly<Record<string, SignalSource>>;
  /** Displacement of a `C` or momentum of an `I` at the start. Default: 0. */
  start?: number;
  /** The body or constraint the element belongs to. */
  group?: string;
}

const NOTHING: ElementParameters = Object.freeze({});
const SCALAR = Object.freeze([1]);

/** A node of the graph. It never changes; what it is bonded to is known to the graph. */
export class Element {
  readonly kind: ElementKind;
  readonly name: string;
  readonly dimension: number;
  /** Dimension of each port; `undefined` for a junction, which has as many ports of its dimension as it has bonds. */
  readonly ports: readonly number[] | undefined;
  readonly parameters: ElementParameters;
  readonly law: Law | undefined;
  readonly signals: Readonly<Record<string, SignalSource>> | undefined;
  readonly start: number | undefined;
  readonly group: string;

  constructor(kind: ElementKind, name: string, options: ElementOptions = {}) {
    if (!KINDS.includes(kind)) {
      throw new ModelError(`Element "${name}": kind ${describe(kind)} is unknown; give one of ${KINDS.join(", ")}`);
    }
    if (typeof name !== "string" || name === "") {
      throw new ModelError(`Element ${kind}: name is ${describe(name)}; give a string that is not empty`);
    }
    this.kind = kind;
    this.name = name;
    this.dimension = options.dimension ?? options.ports?.[0] ?? 1;
    this.ports = this.findPorts(options.ports);
    this.parameters = options.parameters ? Object.freeze({ ...options.parameters }) : NOTHING;
    this.law = options.law;
    this.signals = options.signals && Object.freeze({ ...options.signals });
    this.start = options.start;
    this.group = options.group ?? "";
    if (!isDimension(this.dimension)) refuseDimension(this.label, this.dimension);
    for (const dimension of this.ports ?? []) if (!isDimension(dimension)) refuseDimension(this.label, dimension);
    Object.freeze(this);
  }

  /** `MTF "hinge.axes"`: how messages call this element. */
  get label(): string {
    return `${this.kind} "${this.name}"`;
  }

  private findPorts(given: readonly number[] | undefined): readonly number[] | undefined {
    const count = given?.length ?? 0;
    let fits = !given || count === 1;
    switch (this.kind) {
      case "0":
      case "1":
      case "word":
        fits = !given;
        break;
      case "TF":
      case "MTF":
      case "GY":
      case "MGY":
        fits = !given || count === 2 || (count === 1 && this.kind.endsWith("GY"));
        break;
      case "DS":
        fits = count > 1 && given?.slice(1).reduce((sum, part) => sum + part, 0) === given?.[0];
    }
    if (!fits) throw explainPortList(this, given);
    if (given) return Object.freeze([...given]);
    if (this.kind === "0" || this.kind === "1" || this.kind === "word") return undefined;
    if (this.kind.endsWith("TF") || this.kind.endsWith("GY")) return Object.freeze([this.dimension, this.dimension]);
    return this.dimension === 1 ? SCALAR : Object.freeze([this.dimension]);
  }
}

export const isDimension = (value: number): boolean => Number.isInteger(value) && value > 0;

export function refuseDimension(owner: string, value: number): never {
  throw new ModelError(`${owner}: dimension is ${describe(value)}; give a whole number, 1 for a scalar bond`);
}
