export type { Complex } from "../math/eigenGeneral.ts";
export type { LinearizeOptions } from "./analysis/Analyses.ts";
export type { Equilibrium } from "./analysis/Equilibrium.ts";
export type { Conflict } from "./analysis/findConflicts.ts";
export type { EquilibriumOptions, Guess } from "./analysis/findEquilibrium.ts";
export type { InverseDynamics } from "./analysis/InverseDynamics.ts";
export type { Linearization, Mode, ModeBody, ModePart } from "./analysis/Linearization.ts";
export type { TurnAxes } from "./analysis/linearize.ts";
export type { Island, RedundantRows, Report } from "./analysis/Report.ts";
export type {
  GivenMotion,
  InverseDynamicsOptions,
  InverseDynamicsSeries,
  MotionValues,
} from "./analysis/solveInverse.ts";
export type { KinematicsOptions } from "./analysis/solveKinematics.ts";
export type { BondGraphOptions } from "./createDetailedGraph.ts";
export type { UserEvent } from "./EventWatch.ts";
export * from "./Gravity.ts";
export * from "./integrators/index.ts";
export type { Method } from "./MethodChoice.ts";
export type { RunEvent, RunStatistics } from "./RunStore.ts";
export type { SimulateOptions } from "./Simulation.ts";
export * from "./SimulationError.ts";
export { type BodyState, type MotionState, type Reaction, Snapshot } from "./Snapshot.ts";
export type { Diagnosis } from "./StepDoctor.ts";
export * from "./System.ts";
export * from "./Trajectory.ts";
export type { ConstantJSON, JSONNumber, PartJSON, TrajectoryJSON } from "./trajectoryJSON.ts";
