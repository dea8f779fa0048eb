import { describe, ModelError } from "../math/index.ts";

/**
 * `0`, `1` junctions; `TF`, `MTF`, `GY`, `MGY` transformers and gyrators (M: modulated by the state); `Se`, `Sf` sources;
 * `R`, `C`, `I`; `FC`, `EC` flow and effort constraints; `DS` the direct sum, which splits a multibond into its parts.
 */
export type ElementKind = (typeof KINDS)[number];

const KINDS = ["0", "1", "TF", "MTF", "GY", "MGY", "Se", "Sf", "R", "C", "I", "FC", "EC", "DS"] as const;

export type JSONValue = null | boolean | number | string | readonly JSONValue[] | { readonly [key: string]: JSONValue };
export type ElementParameters = Readonly<Record<string, JSONValue>>;

export interface ElementOptions {
  /** Dimension of every port that `ports` does not list: 1 for a scalar, 6 for a twist and a wrench. Default: 1. */
  dimension?: number;
  /**
   * Dimensions of the ports, where they differ from the default: `[6, 1]` for a transformer from a twist to one rate,
   * `[6]` for a gyristor, which is a gyrator whose skew matrix acts inside one multibond, `[6, 3, 3]` for a direct sum.
   */
  ports?: readonly number[];
  parameters?: ElementParameters;
  /** The body or constraint the element belongs to. */
  group?: string;
}

/** A node of the graph. It never changes; what it is bonded to is known to the graph. */
export class Element {
  readonly kind: ElementKind;
  readonly name: string;
  readonly dimension: number;
  /** Dimension of each port; `undefined` for a junction, which has as many ports of its dimension as it has bonds. */
  readonly ports: readonly number[] | undefined;
  readonly parameters: ElementParameters;
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
    this.parameters = Object.freeze({ ...options.parameters });
    this.group = options.group ?? "";
    for (const dimension of [this.dimension, ...(this.ports ?? [])]) checkDimension(this.label, dimension);
    Object.freeze(this);
  }

  /** `MTF "hinge.axes"`: how messages call this element. */
  get label(): string {
    return `${this.kind} "${this.name}"`;
  }

  private findPorts(given: readonly number[] | undefined): readonly number[] | undefined {
    const refuse = (remedy: string): never => {
      throw new ModelError(`${this.label}: ports ${describe(given ?? [])} do not fit; ${remedy}`);
    };
    const count = given?.length ?? 0;
    switch (this.kind) {
      case "0":
      case "1":
        if (given) refuse("a junction takes any number of bonds of its dimension: leave ports out");
        return undefined;
      case "TF":
      case "MTF":
      case "GY":
      case "MGY": {
        const gyristor = this.kind.endsWith("GY") && count === 1;
        if (given && count !== 2 && !gyristor) refuse("give the dimensions of two ports (of one for a gyristor)");
        break;
      }
      case "DS":
        if (!given || count < 2 || given.slice(1).reduce((sum, part) => sum + part, 0) !== given[0]) {
          refuse("give the dimension of the whole first, then those of its parts, which add up to it");
        }
        break;
      default:
        if (given && count !== 1) refuse("the element has one port: give its dimension");
        return Object.freeze([this.dimension]);
    }
    return Object.freeze([...(given ?? [this.dimension, this.dimension])]);
  }
}

export function checkDimension(owner: string, value: number): void {
  if (Number.isInteger(value) && value > 0) return;
  throw new ModelError(`${owner}: dimension is ${describe(value)}; give a whole number, 1 for a scalar bond`);
}
