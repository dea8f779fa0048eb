import { Mesh } from "../../shape/index.ts";
import { placeRoller } from "../placeRoller.ts";
import type { RollerGeometry } from "../RollerGeometry.ts";
import { createHubMesh } from "./createHubMesh.ts";
import { checkTriangles, createRollerMesh, type WheelMeshOptions } from "./createRollerMesh.ts";

/** A whole wheel in one mesh, each part a closed shell: hub and rollers. z is the axle, roller 1 is at −y. */
export function createWheelMesh(geometry: RollerGeometry, options?: WheelMeshOptions): Mesh {
  const roller = createRollerMesh(geometry, options);
  checkTriangles("createWheelMesh", geometry.count * roller.triangleCount);
  const rollers = Array.from({ length: geometry.count }, (_, i) => {
    const { point, orientation } = placeRoller(geometry, i);
    return roller.place({ position: point, orientation });
  });
  return Mesh.merge([createHubMesh(geometry, options), ...rollers]);
}
