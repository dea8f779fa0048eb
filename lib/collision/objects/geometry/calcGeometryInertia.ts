import { ModelError } from "../../../math/index.ts";
import { Inertia, type MassOrDensity } from "../../../rigidbody/index.ts";
import { alongAxis, findMass } from "../../../rigidbody/solids.ts";
import { calcMeshMoments, type Mesh } from "../../../shape/index.ts";
import { createHeightFieldMesh } from "./createHeightFieldMesh.ts";
import { createHullMesh } from "./createHullMesh.ts";
import { type CapsuleGeometry, describeGeometry, type Geometry } from "./Geometry.ts";
import { checkGeometry } from "./madeGeometries.ts";

/** Mass, centre and inertia of a geometry that is filled evenly, in the axes of the geometry. */
export function calcGeometryInertia(owner: string, geometry: Geometry, options: MassOrDensity): Inertia {
  const solid = calcUnitInertia(owner, geometry);
  const mass = findMass(owner, options, solid.mass);
  return new Inertia({ mass, tensor: solid.tensor.map((x) => x * (mass / solid.mass)), center: solid.center });
}

/** What a geometry encloses, m³. */
export const calcVolume = (geometry: Geometry): number =>
  calcUnitInertia("calcVolume", checkGeometry("calcVolume", geometry)).mass;

/** At a density of one: the mass is the volume. */
function calcUnitInertia(owner: string, geometry: Geometry): Inertia {
  switch (geometry.kind) {
    case "sphere":
      return Inertia.sphere({ density: 1, radius: geometry.radius });
    case "box":
      return Inertia.box({ density: 1, size: geometry.size });
    case "ellipsoid":
      return Inertia.ellipsoid({ density: 1, semiAxes: geometry.semiAxes });
    case "cylinder": {
      const { radius, length, axis } = geometry;
      return Inertia.cylinder({ density: 1, radius, length, axis });
    }
    case "cone": {
      const half = 0.5 * geometry.length;
      const generatrix: [number, number][] = [
        [-half, geometry.radius],
        [half, 0],
      ];
      return Inertia.revolution({ density: 1, generatrix, axis: geometry.axis });
    }
    case "capsule":
      return calcCapsule(owner, geometry);
    case "mesh":
      return calcMesh(geometry.mesh);
    case "heightField":
      return calcMesh(createHeightFieldMesh(geometry));
    case "hull":
      return calcMesh(createHullMesh(owner, geometry));
    case "surface":
      throw new ModelError(
        `${owner}: the volume of ${describeGeometry(geometry)} is not known; give its inertia: an Inertia with its center`,
      );
  }
}

function calcMesh(mesh: Mesh): Inertia {
  const { volume, center, tensor } = calcMeshMoments(mesh);
  return new Inertia({ mass: volume, tensor, center });
}

/**
 * A cylinder of mass `m` and two half balls of mass `n/2`, each with its centre `3r/8` beyond the end and `83/320 (n/2) r²`
 * across: along `m r²/2 + 2/5 n r²`, across `m (3r² + l²)/12 + n (2/5 r² + l²/4 + 3 l r/8)`.
 */
function calcCapsule(owner: string, { radius: r, length: l, axis }: CapsuleGeometry): Inertia {
  const m = Math.PI * r * r * l;
  const n = (4 / 3) * Math.PI * r * r * r;
  const along = 0.5 * m * r * r + 0.4 * n * r * r;
  const across = (m / 12) * (3 * r * r + l * l) + n * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
  return new Inertia({ mass: m + n, tensor: alongAxis(owner, axis, along, across) });
}
