export type { Bounds } from "./Bounds.ts";
export { BroadPhase, type ProxyOptions } from "./BroadPhase.ts";
export { calcSweptBox, type MovingFrame, type SweepStep } from "./calcSweptBox.ts";
