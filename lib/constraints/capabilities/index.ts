export type { ActsOnJoints, Branch } from "./ActsOnJoints.ts";
export type { Begins } from "./Begins.ts";
export type { FollowsSlip, SlipFollower } from "./FollowsSlip.ts";
export type { EventActions, EventKind, EventNeeds, HasEvents } from "./HasEvents.ts";
export type { HasOutputs, Output } from "./HasOutputs.ts";
export type { HasStates } from "./HasStates.ts";
export type { HasTracking, TrackingChoice } from "./HasTracking.ts";
export type { Senses } from "./Senses.ts";
