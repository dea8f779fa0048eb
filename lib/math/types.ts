/** A vector `[x, y, z]`, in world axes unless the name says otherwise. */
export type Vector3 = readonly [number, number, number];

/** A quaternion `[q0, q1, q2, q3]`, scalar first. */
export type Quaternion = readonly [number, number, number, number];
