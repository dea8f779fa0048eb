import { Ground, Inertia, RigidBody } from "../../lib/index.ts";

export const SPHERE = Inertia.sphere({ mass: 1, radius: 0.1 });

export const PLACE = { point: [0, 0, 0], axis: [0, 0, 1] } as const;

export const ground = new Ground("base");

export const makeArm = (options: object = {}) =>
  new RigidBody("arm", { inertia: SPHERE, position: [1, 0, 0], ...options });

export const [NAN, INF] = [Number.NaN, Number.POSITIVE_INFINITY];
