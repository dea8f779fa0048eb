import { add, multiplyQuaternions, type Quaternion, quaternionAbout, type Vector3 } from "../math/index.ts";
import type { RollerGeometry } from "./RollerGeometry.ts";

/** Where a roller sits in the axes of the disc, counted from the centre of the wheel. */
export interface RollerPlace {
  /** The centre of the roller, and that of its row. */
  point: Vector3;
  center: Vector3;
  /** From its axes to those of the disc, and its axis. */
  orientation: Quaternion;
  axis: Vector3;
}

/** The place of roller `i` (from 0): at the angle `2π i/n` about the axle z, counted from −y. */
export function placeRoller({ count, psi, rollerDistance, rows, rowDistance }: RollerGeometry, i: number): RollerPlace {
  const angle = (2 * Math.PI * i) / count;
  const row = rows === 2 ? (i % 2 === 0 ? 0.5 : -0.5) * rowDistance : 0;
  const center: Vector3 = [0, 0, row];
  const point = add(center, [rollerDistance * Math.sin(angle), -rollerDistance * Math.cos(angle), 0]);
  const orientation = multiplyQuaternions(quaternionAbout([0, 0, 1], angle), quaternionAbout([0, 1, 0], -psi));
  const c = Math.cos(psi);
  const axis: Vector3 = [c * Math.cos(angle), c * Math.sin(angle), Math.sin(psi)];
  return { point, center, orientation, axis };
}
