export * from "./BaseMotion.ts";
export * from "./Body.ts";
export type { Constants } from "./Constants.ts";
export * from "./Ground.ts";
export * from "./Inertia.ts";
export * from "./KinematicPort.ts";
export * from "./RigidBody.ts";
export * from "./WrenchPort.ts";
