export type { UserEvent } from "./EventWatch.ts";
export * from "./Gravity.ts";
export * from "./integrators/index.ts";
export type { Method, SimulateOptions } from "./Simulation.ts";
export * from "./SimulationError.ts";
export * from "./Snapshot.ts";
export type { Diagnosis } from "./StepDoctor.ts";
export * from "./System.ts";
export * from "./Trajectory.ts";
