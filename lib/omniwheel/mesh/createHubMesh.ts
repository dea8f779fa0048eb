import { add, cross, norm, normalize, quaternionFromMatrix, scale, type Vector3 } from "../../math/index.ts";
import { findSides, Mesh, revolve } from "../../shape/index.ts";
import { placeRoller } from "../placeRoller.ts";
import type { RollerGeometry } from "../RollerGeometry.ts";
import { readDeviation, type WheelMeshOptions } from "./createRollerMesh.ts";

/** Sizes of what carries the rollers, as parts of their width (largest radius), their distance and the wheel's radius. */
const GAP = 0.08;
const LUG = 0.16;
const LEAST_HUB = 0.3;
const BORE = 0.35;
const OFF_FLOOR = 0.97;

/**
 * What carries the rollers, to be looked at: a drum with a bore, as long as the rollers reach sideways, and a lug at each
 * end of each roller. z is the axle, the origin is the centre of the wheel. It stays away from the floor. The mass and the
 * inertia of the disc have nothing to do with it.
 */
export function createHubMesh(geometry: RollerGeometry, options?: WheelMeshOptions): Mesh {
  const deviation = readDeviation("createHubMesh", geometry, options);
  const { width, rollerDistance, count, psi, length } = geometry;
  const radius = Math.max(LEAST_HUB * rollerDistance, rollerDistance - (1 + GAP) * width);
  const depth = 2 * Math.max(geometry.tipRadius, 0.3 * width);
  const lugs: Mesh[] = [];
  let half = 0;
  for (let i = 0; i < count; i++) {
    const place = placeRoller(geometry, i);
    for (const side of [1, -1]) {
      const end = add(place.point, scale(place.axis, side * (0.5 * length + 0.5 * LUG * width)));
      half = Math.max(half, Math.abs(end[2]) + 0.5 * (LUG * width * Math.abs(Math.sin(psi)) + depth * Math.cos(psi)));
      lugs.push(
        createLug(end, place.axis, {
          from: 0.9 * radius,
          to: OFF_FLOOR * geometry.radius,
          depth,
          thickness: LUG * width,
        }),
      );
    }
  }
  const bore = BORE * radius;
  const drum = revolve({
    profile: [
      [-half, radius],
      [half, radius],
      [half, bore],
      [-half, bore],
    ],
    sides: findSides(radius, deviation),
    axis: "z",
    isRing: true,
  });
  return Mesh.merge([drum, ...lugs]);
}

/** Sizes of a lug, m; `to` is how far its corners may reach from the axle. */
interface LugSize {
  from: number;
  to: number;
  depth: number;
  thickness: number;
}

/** A flat box from the drum to the end of a roller's axis, thin along the axis. */
function createLug(end: Vector3, axis: Vector3, size: LugSize): Mesh {
  const radial = normalize([end[0], end[1], 0]);
  const across = normalize(cross(axis, radial));
  const thin = cross(radial, across);
  // Half the box, along the rim.
  const side = 0.5 * (size.thickness * norm([thin[0], thin[1], 0]) + size.depth * norm([across[0], across[1], 0]));
  const to = Math.min(norm([end[0], end[1], 0]) + 0.25 * size.depth, Math.sqrt(size.to ** 2 - side ** 2));
  const middle = scale(radial, 0.5 * (size.from + to));
  // Columns are the directions of the box: thin, across, radial.
  const T = [0, 1, 2].flatMap((i) => [thin[i], -across[i], radial[i]]);
  return Mesh.box([size.thickness, size.depth, to - size.from]).place({
    position: [middle[0], middle[1], end[2]],
    orientation: quaternionFromMatrix(T),
  });
}
