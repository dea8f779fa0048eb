import { checkInstance, checkPositive, ModelError } from "../../math/index.ts";
import { Inertia } from "../../rigidbody/index.ts";
import { calcGeometryInertia, type Geometry } from "./geometry/index.ts";

/** At most one of the three. */
export interface MassOptions {
  /** kg/m³, of the geometry. */
  density?: number;
  /** kg: spread evenly over the geometry; without one, a point at the origin. */
  mass?: number;
  /** Given in the axes of the object: its `center` is where the centre of mass lies. */
  inertia?: Inertia;
}

/** What the options say, in the axes of the object. */
export function findInertia(owner: string, geometry: Geometry | undefined, options: MassOptions): Inertia | undefined {
  const { density, mass, inertia } = options;
  const given = Object.entries({ density, mass, inertia }).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    throw new ModelError(`${owner}: ${given.map(([name]) => name).join(" and ")} are given; give one of them`);
  }
  if (inertia !== undefined) return checkInstance(owner, "inertia", inertia, Inertia);
  if (density !== undefined) {
    checkPositive(owner, "density", density);
    if (geometry) return calcGeometryInertia(owner, geometry, { density });
    throw new ModelError(`${owner}: density ${density} is given without a geometry; give one, or the mass`);
  }
  if (mass === undefined) return undefined;
  checkPositive(owner, "mass", mass);
  return geometry ? calcGeometryInertia(owner, geometry, { mass }) : Inertia.point({ mass });
}
