import { checkInstance, checkOptions, checkPositive, ModelError } from "../../math/index.ts";
import { findSides, type Mesh, revolve } from "../../shape/index.ts";
import { MOST_TRIANGLES } from "../../shape/Mesh.ts";
import { RollerGeometry } from "../RollerGeometry.ts";

export interface WheelMeshOptions {
  /** How far a mesh may be from the true surface, as a part of the radius of the wheel. Default: 1e-4. */
  deviation?: number;
}

export const MESH_OPTIONS = ["deviation"] as const;

const DEVIATION = 1e-4;
const MOST_CIRCLES = 2000;

/** The deviation in metres. */
export function readDeviation(owner: string, geometry: RollerGeometry, options: WheelMeshOptions | undefined): number {
  checkInstance(owner, "the geometry", geometry, RollerGeometry);
  checkOptions(owner, options, MESH_OPTIONS);
  const deviation = checkPositive(owner, "deviation", options?.deviation ?? DEVIATION);
  if (deviation <= 0.1 && deviation >= 1e-7) return deviation * geometry.radius;
  throw new ModelError(
    `${owner}: deviation is ${deviation} of the radius; give a number from 1e-7 (huge files) to 0.1 (a coarse sketch)`,
  );
}

/**
 * The surface of a roller, closed by flat caps at the ends of the used part; x is its axis and the origin its centre, as in
 * the axes of the roller's body. Its vertices lie on the true surface. A triangle is farthest from it in its middle, by
 * the sagitta of the polygon around and that of the chord along: each gets half of the deviation.
 */
export function createRollerMesh(geometry: RollerGeometry, options?: WheelMeshOptions): Mesh {
  const limit = 0.5 * readDeviation("createRollerMesh", geometry, options);
  const profile = findProfile(geometry, limit);
  const sides = findSides(geometry.width, limit);
  checkTriangles("createRollerMesh", 2 * sides * profile.length);
  return revolve({ profile, sides });
}

/** Refuses meshes that are too fine before they are made. */
export function checkTriangles(owner: string, count: number): void {
  if (count <= MOST_TRIANGLES) return;
  throw new ModelError(
    `${owner}: with this deviation the mesh has ${count} triangles, more than ${MOST_TRIANGLES}; give a larger deviation`,
  );
}

/** Corners of the generatrix at equal steps of the wheel's angle, as few as the deviation of the chords allows. */
function findProfile(geometry: RollerGeometry, limit: number): [x: number, r: number][] {
  let count = 4;
  let profile = listPoints(geometry, count);
  for (let sagitta = findSagitta(geometry, profile); sagitta > limit; ) {
    // It falls with the square of the number, so this is nearly the right one at once.
    count = Math.max(count + 1, Math.floor(0.98 * count * Math.sqrt(sagitta / limit)));
    if (count > MOST_CIRCLES) {
      throw new ModelError(
        `createRollerMesh: with this deviation the mesh has more than ${MOST_CIRCLES} circles; give a larger deviation`,
      );
    }
    profile = listPoints(geometry, count);
    sagitta = findSagitta(geometry, profile);
  }
  return profile;
}

function listPoints(geometry: RollerGeometry, count: number): [number, number][] {
  return Array.from({ length: count + 1 }, (_, i) => {
    // x falls while q grows.
    const [x, r] = geometry.calcPoint(geometry.end * (1 - (2 * i) / count));
    const isEnd = i === 0 || i === count;
    return [x, isEnd ? geometry.tipRadius : r];
  });
}

/** The largest distance of the generatrix from its chords. */
function findSagitta(geometry: RollerGeometry, profile: readonly (readonly [number, number])[]): number {
  let most = 0;
  for (let i = 0; i + 1 < profile.length; i++) {
    const [[x0, r0], [x1, r1]] = [profile[i], profile[i + 1]];
    const length = Math.hypot(x1 - x0, r1 - r0);
    for (const part of [0.3, 0.4, 0.5, 0.6, 0.7]) {
      const [x, r] = geometry.calcPoint(geometry.end * (1 - (2 * (i + part)) / (profile.length - 1)));
      most = Math.max(most, Math.abs((x1 - x0) * (r - r0) - (r1 - r0) * (x - x0)) / length);
    }
  }
  return most;
}
