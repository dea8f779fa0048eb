import {
  checkChoice,
  checkList,
  checkNumber,
  checkOptions,
  checkText,
  describe,
  ModelError,
  SHARED,
} from "../math/index.ts";
import { explainPortList } from "./explainMisfit.ts";
import { JSONReader } from "./json/JSONReader.ts";

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
const OPTIONS = ["dimension", "ports", "parameters", "law", "signals", "start", "group"];
const SOURCES = ["effort", "flow", "state"] as const;
const MOST_DIMENSION = 6000;
const LONGEST_NAME = 500;

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
    checkChoice(`Element ${describe(name)}`, "kind", kind, KINDS);
    if (typeof name !== "string" || name === "") {
      throw new ModelError(`Element ${kind}: name is ${describe(name)}; give a string that is not empty`);
    }
    if (name.length > LONGEST_NAME) {
      throw new ModelError(
        `Element ${kind}: the name ${describe(name)} has ${name.length} letters; give at most ${LONGEST_NAME}`,
      );
    }
    this.kind = kind;
    this.name = name;
    const { label } = this;
    checkOptions(label, options, OPTIONS);
    const { ports, parameters, law, signals, start, group } = options;
    const given = ports && (checkList(label, "ports", ports, "a list of dimensions", MOST_DIMENSION) as number[]);
    for (const dimension of given ?? []) if (!isDimension(dimension)) refuseDimension(label, dimension);
    this.dimension = options.dimension ?? given?.[0] ?? 1;
    if (!isDimension(this.dimension)) refuseDimension(label, this.dimension);
    this.ports = this.findPorts(given);
    this.parameters = parameters === undefined ? NOTHING : copyParameters(label, parameters);
    this.law = law === undefined ? undefined : copyLaw(label, law);
    this.signals = signals === undefined ? undefined : copySignals(label, signals);
    this.start = start === undefined ? undefined : checkNumber(label, "start", start);
    this.group = group === undefined ? "" : checkText(label, "group", group);
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

  get [SHARED](): true {
    return true;
  }
}

export const isDimension = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= MOST_DIMENSION;

export function refuseDimension(owner: string, value: number): never {
  const limit = typeof value === "number" && value > MOST_DIMENSION ? ` up to ${MOST_DIMENSION}` : "";
  throw new ModelError(`${owner}: dimension is ${describe(value)}; give a whole number${limit}, 1 for a scalar bond`);
}

/** What a file can hold, but for numbers that are not finite, and nobody else can change. */
function copyParameters(label: string, given: unknown): ElementParameters {
  const reader = new JSONReader(label, false);
  return reader.read("parameters", () =>
    reader.copy("parameters", reader.record("parameters", given)),
  ) as ElementParameters;
}

function copyLaw(label: string, law: Law): Law {
  if (typeof law === "string" || typeof law === "function") return law;
  const reader = new JSONReader(label);
  return reader.read("the law", () => {
    if (typeof law?.name !== "string") {
      throw new ModelError(
        `${label}: the law is ${describe(law)}; give an expression, { name } of a registered law, or a function`,
      );
    }
    const { name, parameters } = reader.object("law", law, ["name"], ["parameters"]) as {
      name: string;
      parameters?: unknown;
    };
    if (parameters === undefined) return Object.freeze({ name });
    for (const [key, value] of Object.entries(reader.record("law.parameters", parameters))) {
      reader.number(`law.parameters.${key}`, value);
    }
    return Object.freeze({ name, parameters: reader.copy("law.parameters", parameters) as Record<string, number> });
  });
}

function copySignals(label: string, given: unknown): Readonly<Record<string, SignalSource>> {
  const reader = new JSONReader(label);
  return reader.read("signals", () => {
    const entries = Object.entries(reader.record("signals", given)).map(([name, value]): [string, SignalSource] => {
      const source = reader.object(`signals.${name}`, value, [], SOURCES);
      const kinds = Object.keys(source);
      if (kinds.length !== 1) {
        reader.refuse(`signals.${name}`, `it names ${kinds.length} sources`, "name one effort, flow or state");
      }
      const [kind] = kinds;
      return [name, Object.freeze({ [kind]: reader.name(`signals.${name}.${kind}`, source[kind]) }) as SignalSource];
    });
    return Object.freeze(Object.fromEntries(entries));
  });
}
