export type { LinearizeOptions } from "../analysis/Analyses.ts";
export type { Equilibrium } from "../analysis/Equilibrium.ts";
export type { Conflict } from "../analysis/findConflicts.ts";
export type { EquilibriumOptions, Guess } from "../analysis/findEquilibrium.ts";
export type { InverseDynamics } from "../analysis/InverseDynamics.ts";
export type { Linearization, Mode, ModeBody, ModePart } from "../analysis/Linearization.ts";
export type { Island, RedundantRows, Report } from "../analysis/Report.ts";
export type {
  GivenMotion,
  InverseDynamicsOptions,
  InverseDynamicsSeries,
  MotionValues,
} from "../analysis/solveInverse.ts";
export type { KinematicsOptions } from "../analysis/solveKinematics.ts";
export type { TurnAxes } from "../analysis/TurningFrame.ts";
export type { Extension } from "../assembly/Extension.ts";
export * from "../integrators/index.ts";
export type { Complex } from "../math/eigenGeneral.ts";
export * from "../rigidbody/Gravity.ts";
export type { UserEvent } from "../simulation/EventSource.ts";
export { loadBdf } from "../simulation/loadBdf.ts";
export type { Formulation, Method } from "../simulation/MethodChoice.ts";
export type { SimulateOptions } from "../simulation/SimulateOptions.ts";
export type { Diagnosis } from "../trajectory/Diagnosis.ts";
export type { EventJSON, ImpulseJSON } from "../trajectory/eventJSON.ts";
export type { ConstantJSON, JSONNumber, PartJSON } from "../trajectory/PartJSON.ts";
export type { RunSegment } from "../trajectory/RunSegment.ts";
export type { RunEvent, RunStatistics } from "../trajectory/RunStore.ts";
export * from "../trajectory/SimulationError.ts";
export { type BodyState, type MotionState, type Reaction, Snapshot } from "../trajectory/Snapshot.ts";
export type { SegmentJSON } from "../trajectory/segmentJSON.ts";
export * from "../trajectory/Trajectory.ts";
export type { TrajectoryJSON } from "../trajectory/trajectoryJSON.ts";
export type { BondGraphOptions } from "./createDetailedGraph.ts";
export * from "./System.ts";
