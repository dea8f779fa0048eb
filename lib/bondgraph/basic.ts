export * from "./Bond.ts";
export * from "./BondGraph.ts";
export * from "./bodyFragment.ts";
export * from "./constraintFragment.ts";
export * from "./couplerFragment.ts";
export {
  Element,
  type ElementKind,
  type ElementOptions,
  type ElementParameters,
  type JSONValue,
  type Law,
  type LawFunction,
  type SignalSource,
} from "./Element.ts";
export * from "./Fragment.ts";
