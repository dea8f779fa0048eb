import type { LayoutName } from "../../test/helpers/measureVehicle.ts";
import { JOINT_DRIVES, measureJointImpacts } from "../../test/helpers/rollerImpact.ts";
import { measureSymmetry, SYMMETRIC_DRIVES } from "../../test/helpers/vehicleSymmetry.ts";
import type { BenchRow } from "../BenchRow.ts";

const LAYOUTS: readonly LayoutName[] = ["kiwi", "mecanum", "four"];
const DRIVES = Object.keys(JOINT_DRIVES) as (keyof typeof JOINT_DRIVES)[];

/** The largest error of impacts of several wheels at once. */
function findError(layout: LayoutName): number {
  const found = DRIVES.map((drive) => measureJointImpacts(layout, drive));
  const isJoint = found.some(({ together }) => together > 1);
  return isJoint ? Math.max(...found.map(({ rate }) => rate)) : Number.POSITIVE_INFINITY;
}

export const rows: BenchRow[] = [
  ...Object.entries(SYMMETRIC_DRIVES).map(
    ([name, drive]): BenchRow => ({
      name: `vehicle/symmetry/${name}`,
      unit: "m, m/s, rad/s",
      promised: { max: 1e-12 },
      kind: "accuracy",
      measure: () => Math.max(...[true, false].map((isFree) => measureSymmetry(drive, isFree).asymmetry)),
    }),
  ),
  ...LAYOUTS.map(
    (layout): BenchRow => ({
      name: `vehicle/joint-impact/${layout}`,
      unit: "1",
      promised: { max: 1e-9 },
      kind: "accuracy",
      measure: () => findError(layout),
    }),
  ),
];
