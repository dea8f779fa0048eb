import fs from "node:fs";
import { exportsFile } from "../exportedNames.ts";
import { FAMILIES } from "./families.ts";

/** Exported names that are not called with wrong arguments, and why. */
const LEFT_OUT: readonly (readonly [names: string, reason: string])[] = [
  [
    "AdaptiveStepper AxialSurface Body Constraint Extension ContactKinematics ContactReactions ContactTracking EmbeddedRungeKutta " +
      "ForceElement FrictionLaw Gravity ImpactLaw Joint JointBond JointLaw NormalLaw Pair RegularFriction RollerTracker " +
      "RowConstraint SmoothTracker Stepper Tableau Tracker Unilateral VehicleDrive",
    "to derive from, or made by the classes that are called",
  ],
  [
    "BodyShape Causality CircuitRun Connection ContactState Equilibrium ExplicitTracker ImplicitTracker InverseDynamics Linearization PowerAudit Report " +
      "RollerContact SimulationError Snapshot StepUnderflow SuperObject TrackerComparison TrackingError ModelError Trajectory",
    "made by the library, as a result or an error; its methods are called where it is one",
  ],
  ["Frictionless IdealRolling RigidNormal loadBdf", "takes no arguments"],
  ["DEFAULT_TESTBENCH MATERIALS ROLLER_TRACKERS SHARED", "a constant"],
  ["GraphCopy", "copies what it is given, whatever it is"],
  ["Viewer", "needs a page: its options are tested in test/view/viewer.ts and in the browser"],
  [
    "add calcQuaternion calcRelativeRotation cross dot findPerpendicular identity3 multiply norm normalize rotate rotateBack " +
      "rotationAbout scale subtract toVector3 transpose slideAlong turnAbout getClosureKind sortClosures editDistance findNearest " +
      "nearest evaluateDense calcSweptBox",
    "bare arithmetic for code that runs often: it checks nothing, as its documentation says",
  ],
  [
    "describe getMessage isInstance isPromise hasMethod explainThrown readSignals otherwise",
    "answers to anything, and never throws",
  ],
];

/** What is exported and neither called nor left out for a reason; and what is left out but not exported any more. */
export function findUncovered(): { missing: string[]; stale: string[] } {
  const lines = fs.readFileSync(exportsFile, "utf8").trimEnd().split("\n");
  const exported = new Set(lines.filter((line) => !line.endsWith(" type")).map((line) => line.split(" ")[1]));
  const words = new Set(
    Object.values(FAMILIES)
      .flat()
      .flatMap(({ name }) => name.match(/\w+/g) ?? []),
  );
  const leftOut = LEFT_OUT.flatMap(([names]) => names.split(" "));
  const isChecked = (name: string) => /^(?:check|call|refuse)[A-Z]/.test(name);
  return {
    missing: [...exported].filter((name) => !words.has(name) && !leftOut.includes(name) && !isChecked(name)).sort(),
    stale: leftOut.filter((name) => !exported.has(name)),
  };
}
