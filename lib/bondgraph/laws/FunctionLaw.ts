import { describe, explainThrown, ModelError, refusePromise } from "../../math/index.ts";
import type { Element, LawFunction } from "../Element.ts";
import { ElementLaw, type LawInput } from "./ElementLaw.ts";

/** Steps of difference quotients: the cube root of the rounding, for central ones. */
const STEP = 6e-6;

/** A law given by a function. */
export class FunctionLaw extends ElementLaw {
  override readonly gain = undefined;
  private readonly function: LawFunction;
  private readonly values: Record<string, number>;

  constructor(element: Element, input: LawInput, law: LawFunction, parameters: Readonly<Record<string, number>>) {
    super(element, input);
    this.function = law;
    this.values = Object.assign(Object.create(null) as Record<string, number>, parameters);
  }

  override calc(x: number, t: number, signals: Float64Array): number {
    const { signalNames, values } = this;
    for (let i = 0; i < signalNames.length; i++) values[signalNames[i]] = signals[i];
    let value: unknown;
    try {
      value = this.function(x, t, values);
    } catch (cause) {
      throw explainThrown(this.element.label, "the law", cause);
    }
    if (typeof value === "number") return value;
    refusePromise(this.element.label, "the law", value);
    throw new ModelError(
      `${this.element.label}: the law gives ${describe(value)} at t = ${t}, not a number; return a number`,
    );
  }

  override calcSlope(x: number, t: number, signals: Float64Array): number {
    const step = STEP * Math.max(1, Math.abs(x));
    return (this.calc(x + step, t, signals) - this.calc(x - step, t, signals)) / (2 * step);
  }

  override calcTimeSlope(): undefined {
    return undefined;
  }

  override build(): undefined {
    return undefined;
  }
}
