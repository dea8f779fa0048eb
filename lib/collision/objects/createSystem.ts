import type { SystemOptions } from "../../system/index.ts";
import type { Object3D } from "./Object3D.ts";
import { ObjectSystem } from "./ObjectSystem.ts";

/** The model of everything that lies on `world`, ready to be simulated. */
export const createSystem = (world: Object3D, options: SystemOptions = {}): ObjectSystem =>
  new ObjectSystem(world, options);
