export * from "./bondgraph/basic.ts";
export * from "./constraints/index.ts";
export {
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionAbout,
  quaternionFromMatrix,
} from "./math/givenQuaternions.ts";
export {
  checkName,
  ModelError,
  type Quaternion,
  type QuaternionInput,
  type Vector3,
  type VectorInput,
} from "./math/index.ts";
export * from "./rigidbody/index.ts";
export * from "./system/index.ts";
