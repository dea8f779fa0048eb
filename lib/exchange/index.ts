export type { Shape, ShapeOptions } from "../shape/index.ts";
export { Machine, type MachineLink, type MachineOptions, type MachinePart } from "./Machine.ts";
export type { UpAxis } from "./upright.ts";
export { type GLTFOptions, writeGLB, writeGLTF } from "./writeGLTF.ts";
export { type MJCFOptions, writeMJCF } from "./writeMJCF.ts";
export { type URDF, type URDFOptions, writeURDF } from "./writeURDF.ts";
