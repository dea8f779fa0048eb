export { type CompareTrackersOptions, compareTrackers, type TrackedModel } from "./compareTrackers.ts";
export { type ComparedRun, type ComparisonRow, type Divergence, TrackerComparison } from "./TrackerComparison.ts";
