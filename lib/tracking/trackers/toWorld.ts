/**
 * Point, gradient and Hessian of surface `index` (0: A, 1: B) from its own axes to world axes, into the arrays of
 * {@link NearestPointEquations}: `grad g = T grad f`, `H_g = T H_f T*`.
 */
export function toWorld(
  T: Float64Array,
  point: Float64Array,
  values: Float64Array,
  at: Float64Array,
  hessians: Float64Array,
  index: number,
): void {
  const T0 = T[0];
  const T1 = T[1];
  const T2 = T[2];
  const T3 = T[3];
  const T4 = T[4];
  const T5 = T[5];
  const T6 = T[6];
  const T7 = T[7];
  const T8 = T[8];
  const i = 3 * index;
  at[i] = T0 * values[1] + T1 * values[2] + T2 * values[3];
  at[i + 1] = T3 * values[1] + T4 * values[2] + T5 * values[3];
  at[i + 2] = T6 * values[1] + T7 * values[2] + T8 * values[3];
  at[i + 6] = T0 * point[0] + T1 * point[1] + T2 * point[2];
  at[i + 7] = T3 * point[0] + T4 * point[1] + T5 * point[2];
  at[i + 8] = T6 * point[0] + T7 * point[1] + T8 * point[2];
  const xx = values[4];
  const yy = values[5];
  const zz = values[6];
  const xy = values[7];
  const xz = values[8];
  const yz = values[9];
  const a0 = T0 * xx + T1 * xy + T2 * xz;
  const a1 = T0 * xy + T1 * yy + T2 * yz;
  const a2 = T0 * xz + T1 * yz + T2 * zz;
  const b0 = T3 * xx + T4 * xy + T5 * xz;
  const b1 = T3 * xy + T4 * yy + T5 * yz;
  const b2 = T3 * xz + T4 * yz + T5 * zz;
  const c0 = T6 * xx + T7 * xy + T8 * xz;
  const c1 = T6 * xy + T7 * yy + T8 * yz;
  const c2 = T6 * xz + T7 * yz + T8 * zz;
  const h = 6 * index;
  hessians[h] = a0 * T0 + a1 * T1 + a2 * T2;
  hessians[h + 1] = b0 * T3 + b1 * T4 + b2 * T5;
  hessians[h + 2] = c0 * T6 + c1 * T7 + c2 * T8;
  hessians[h + 3] = a0 * T3 + a1 * T4 + a2 * T5;
  hessians[h + 4] = a0 * T6 + a1 * T7 + a2 * T8;
  hessians[h + 5] = b0 * T6 + b1 * T7 + b2 * T8;
}
