export * from "./bondgraph/basic.ts";
export * from "./constraints/index.ts";
export {
  ModelError,
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  type QuaternionInput,
  quaternionAbout,
  quaternionFromMatrix,
  type Vector3,
  type VectorInput,
} from "./math/index.ts";
export * from "./rigidbody/index.ts";
export * from "./system/index.ts";
