/** A vector `[x, y, z]`, in world axes unless the name says otherwise. */
export type Vector3 = readonly [number, number, number];

/** A quaternion `[q0, q1, q2, q3]`, scalar first. */
export type Quaternion = readonly [number, number, number, number];

/** Three numbers as they are given: a list or a typed array; the length is checked. */
export type VectorInput = Vector3 | readonly number[] | Float64Array;

/** Four numbers as they are given, scalar first. */
export type QuaternionInput = Quaternion | readonly number[] | Float64Array;
