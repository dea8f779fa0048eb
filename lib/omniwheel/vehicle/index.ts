export { DriveRecord, type DriveRecordOptions, type DriveSummary, summarizeDrive } from "./DriveRecord.ts";
export { type DriveSample, DriveSampler } from "./DriveSampler.ts";
export { type FollowPathOptions, followPath, type Path, type SplinePathOptions, splinePath } from "./followPath.ts";
export { type IdealRunOptions, type IdealState, IdealVehicle, type IdealVehicleOptions } from "./IdealVehicle.ts";
export { type MecanumLayoutOptions, mecanumLayout, type RingLayoutOptions, ringLayout } from "./layouts.ts";
export { Odometry, type OdometryOptions } from "./Odometry.ts";
export type { Pose, Twist } from "./Twist.ts";
export { Vehicle, type VehicleState } from "./Vehicle.ts";
export {
  type Command,
  type ControlOptions,
  type DrivenParts,
  type DriveOptions,
  VehicleDrive,
} from "./VehicleDrive.ts";
export { type KinematicWheel, VehicleKinematics } from "./VehicleKinematics.ts";
export type {
  PlacedWheel,
  SuspensionOptions,
  VehicleOptions,
  VehicleWheel,
  VehicleWheelOptions,
} from "./VehicleOptions.ts";
