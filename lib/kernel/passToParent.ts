/**
 * `Î_a = Î − U D⁻¹ Uᵀ` and `p̂_a = p̂ + U u` of a link with one open direction, shifted by `d` to the parent's point and
 * added there. With the point moved by d: `B' = B − A D`, `C' = C − BᵀD + D B'`, `M' = M + d × F`, where `D` is the matrix
 * of `d ×`. `w` and `p` are the arrays of the link and of its parent (see Link).
 */
export function passToParent(w: Float64Array, p: Float64Array): void {
  const u0 = w[72];
  const u1 = w[73];
  const u2 = w[74];
  const u3 = w[75];
  const u4 = w[76];
  const u5 = w[77];
  const id = w[78];
  const v0 = u0 * id;
  const v1 = u1 * id;
  const v2 = u2 * id;
  const v3 = u3 * id;
  const v4 = u4 * id;
  const v5 = u5 * id;
  const a0 = w[45] - v0 * u0;
  const a1 = w[46] - v0 * u1;
  const a2 = w[47] - v0 * u2;
  const a3 = w[48] - v1 * u1;
  const a4 = w[49] - v1 * u2;
  const a5 = w[50] - v2 * u2;
  const b0 = w[51] - v0 * u3;
  const b1 = w[52] - v0 * u4;
  const b2 = w[53] - v0 * u5;
  const b3 = w[54] - v1 * u3;
  const b4 = w[55] - v1 * u4;
  const b5 = w[56] - v1 * u5;
  const b6 = w[57] - v2 * u3;
  const b7 = w[58] - v2 * u4;
  const b8 = w[59] - v2 * u5;
  const x = w[36];
  const y = w[37];
  const z = w[38];
  const y0 = b0 - (a1 * z - a2 * y);
  const y1 = b1 - (a2 * x - a0 * z);
  const y2 = b2 - (a0 * y - a1 * x);
  const y3 = b3 - (a3 * z - a4 * y);
  const y4 = b4 - (a4 * x - a1 * z);
  const y5 = b5 - (a1 * y - a3 * x);
  const y6 = b6 - (a4 * z - a5 * y);
  const y7 = b7 - (a5 * x - a2 * z);
  const y8 = b8 - (a2 * y - a4 * x);
  p[45] += a0;
  p[46] += a1;
  p[47] += a2;
  p[48] += a3;
  p[49] += a4;
  p[50] += a5;
  p[51] += y0;
  p[52] += y1;
  p[53] += y2;
  p[54] += y3;
  p[55] += y4;
  p[56] += y5;
  p[57] += y6;
  p[58] += y7;
  p[59] += y8;
  p[60] += w[60] - v3 * u3 - (b3 * z - b6 * y) + (y * y6 - z * y3);
  p[61] += w[61] - v3 * u4 - (b6 * x - b0 * z) + (y * y7 - z * y4);
  p[62] += w[62] - v3 * u5 - (b0 * y - b3 * x) + (y * y8 - z * y5);
  p[63] += w[63] - v4 * u4 - (b7 * x - b1 * z) + (z * y1 - x * y7);
  p[64] += w[64] - v4 * u5 - (b1 * y - b4 * x) + (z * y2 - x * y8);
  p[65] += w[65] - v5 * u5 - (b2 * y - b5 * x) + (x * y5 - y * y2);
  const u = w[79];
  const f0 = w[66] + u0 * u;
  const f1 = w[67] + u1 * u;
  const f2 = w[68] + u2 * u;
  p[66] += f0;
  p[67] += f1;
  p[68] += f2;
  p[69] += w[69] + u3 * u + y * f2 - z * f1;
  p[70] += w[70] + u4 * u + z * f0 - x * f2;
  p[71] += w[71] + u5 * u + x * f1 - y * f0;
}

/** The same for p′ of Φ: `p′ + U u′`, shifted and added. */
export function passImpulse(w: Float64Array, p: Float64Array): void {
  const u = w[104];
  const f0 = w[98] + w[72] * u;
  const f1 = w[99] + w[73] * u;
  const f2 = w[100] + w[74] * u;
  p[98] += f0;
  p[99] += f1;
  p[100] += f2;
  p[101] += w[101] + w[75] * u + w[37] * f2 - w[38] * f1;
  p[102] += w[102] + w[76] * u + w[38] * f0 - w[36] * f2;
  p[103] += w[103] + w[77] * u + w[36] * f1 - w[37] * f0;
}

/** The same for a wrench at `p[i]`, with `u` of the open direction, added at `p[j]`. */
export function passWrench(w: Float64Array, u: number, p: Float64Array, i: number, j: number): void {
  const f0 = p[i] + w[72] * u;
  const f1 = p[i + 1] + w[73] * u;
  const f2 = p[i + 2] + w[74] * u;
  p[j] += f0;
  p[j + 1] += f1;
  p[j + 2] += f2;
  p[j + 3] += p[i + 3] + w[75] * u + w[37] * f2 - w[38] * f1;
  p[j + 4] += p[i + 4] + w[76] * u + w[38] * f0 - w[36] * f2;
  p[j + 5] += p[i + 5] + w[77] * u + w[36] * f1 - w[37] * f0;
}
