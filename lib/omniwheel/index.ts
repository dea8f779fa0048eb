export {
  compareOnTestbench,
  DEFAULT_TESTBENCH,
  type TestbenchComparison,
  type TestbenchComparisonOptions,
  type TestbenchRun,
} from "./compareOnTestbench.ts";
export { describeVehicle, type VehicleDescriptionOptions, type VehicleParts } from "./describeVehicle.ts";
export { describeWheel, type WheelDescription } from "./describeWheel.ts";
export { createHubMesh } from "./mesh/createHubMesh.ts";
export { createRollerMesh, type WheelMeshOptions } from "./mesh/createRollerMesh.ts";
export { createWheelMesh } from "./mesh/createWheelMesh.ts";
export { OmniWheel } from "./OmniWheel.ts";
export type { BearingOptions, OmniWheelOptions } from "./OmniWheelOptions.ts";
export { RollerContact, type RollerContactOptions, type RollerFloorOptions } from "./RollerContact.ts";
export { RollerGeometry, type RollerGeometryOptions } from "./RollerGeometry.ts";
export { type CaseResult, followStates, listHandOvers, type RunCaseOptions, runCase } from "./runCase.ts";
export { ServoConstraint, type ServoConstraintOptions } from "./ServoConstraint.ts";
export { Testbench, type TestbenchOptions, type TestbenchState } from "./Testbench.ts";
export { TestbenchCase, type TestbenchParameters } from "./TestbenchCase.ts";
export { ROLLER_TRACKERS, type RollerTrackerName } from "./trackers/createRollerTracker.ts";
export { ExplicitTracker } from "./trackers/ExplicitTracker.ts";
export { ImplicitTracker } from "./trackers/ImplicitTracker.ts";
export { type RollerMount, RollerTracker } from "./trackers/RollerTracker.ts";
export { UprightMount, type UprightMountOptions } from "./UprightMount.ts";
export * from "./vehicle/index.ts";
