import { checkOptions } from "../../../math/index.ts";
import type { AxisName } from "../../../rigidbody/index.ts";
import { findAxis } from "../../../shape/turnProfile.ts";
import { checkExtent, checkExtents } from "./checkExtent.ts";
import type {
  BoxGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  EllipsoidGeometry,
  SphereGeometry,
} from "./Geometry.ts";
import { registerGeometry } from "./madeGeometries.ts";

export interface AxialGeometryOptions {
  radius: number;
  length: number;
  /** Default: `"y"`. */
  axis?: AxisName;
}

export function sphere(options: { radius: number }): SphereGeometry {
  checkOptions("sphere", options, ["radius"], true);
  return registerGeometry({ kind: "sphere", radius: checkExtent("sphere", "radius", options.radius) });
}

export function box(options: { size: ArrayLike<number> }): BoxGeometry {
  checkOptions("box", options, ["size"], true);
  return registerGeometry({ kind: "box", size: checkExtents("box", "size", options.size) });
}

export function ellipsoid(options: { semiAxes: ArrayLike<number> }): EllipsoidGeometry {
  checkOptions("ellipsoid", options, ["semiAxes"], true);
  return registerGeometry({ kind: "ellipsoid", semiAxes: checkExtents("ellipsoid", "semiAxes", options.semiAxes) });
}

export const cylinder = (options: AxialGeometryOptions): CylinderGeometry => readAxial("cylinder", options);

export const cone = (options: AxialGeometryOptions): ConeGeometry => readAxial("cone", options);

export const capsule = (options: AxialGeometryOptions): CapsuleGeometry => readAxial("capsule", options);

function readAxial<K extends "cylinder" | "cone" | "capsule">(kind: K, options: AxialGeometryOptions) {
  checkOptions(kind, options, ["radius", "length", "axis"], true);
  const axis = options.axis ?? "y";
  findAxis(kind, axis);
  return registerGeometry({
    kind,
    radius: checkExtent(kind, "radius", options.radius),
    length: checkExtent(kind, "length", options.length),
    axis,
  });
}
