/**
 * The angular velocity `w` of a body in its own axes after the time `h`, with the tensor `I` (xx, yy, zz, xy, xz, yz) and the
 * angular impulse `L`, by the midpoint rule: `I(w⁺ − w) + h ω × Iω = L` with `ω = (w + w⁺)/2`. Without `L` the energy stays as it
 * is, however fast the body tumbles. Newton's method; `w` is three numbers from place `o` on, and so is the result.
 */
export function spinFreely(I: Float64Array, i: number, L: Float64Array, h: number, w: Float64Array, o: number): void {
  const a = I[i];
  const b = I[i + 1];
  const c = I[i + 2];
  const d = I[i + 3];
  const e = I[i + 4];
  const f = I[i + 5];
  const x0 = w[o];
  const y0 = w[o + 1];
  const z0 = w[o + 2];
  let x = x0;
  let y = y0;
  let z = z0;
  for (let n = 0; n < STEPS; n++) {
    const p = 0.5 * (x + x0);
    const q = 0.5 * (y + y0);
    const r = 0.5 * (z + z0);
    // Angular momentum in the middle, and what is missing.
    const u = a * p + d * q + e * r;
    const v = d * p + b * q + f * r;
    const s = e * p + f * q + c * r;
    const fx = a * (x - x0) + d * (y - y0) + e * (z - z0) + h * (q * s - r * v) - L[0];
    const fy = d * (x - x0) + b * (y - y0) + f * (z - z0) + h * (r * u - p * s) - L[1];
    const fz = e * (x - x0) + f * (y - y0) + c * (z - z0) + h * (p * v - q * u) - L[2];
    // I + h/2 ([ω]× I − [Iω]×)
    const k = 0.5 * h;
    const m00 = a + k * (q * e - r * d);
    const m01 = d + k * (q * f - r * b + s);
    const m02 = e + k * (q * c - r * f - v);
    const m10 = d + k * (r * a - p * e - s);
    const m11 = b + k * (r * d - p * f);
    const m12 = f + k * (r * e - p * c + u);
    const m20 = e + k * (p * d - q * a + v);
    const m21 = f + k * (p * b - q * d - u);
    const m22 = c + k * (p * f - q * e);
    const c0 = m11 * m22 - m12 * m21;
    const c1 = m12 * m20 - m10 * m22;
    const c2 = m10 * m21 - m11 * m20;
    const g = 1 / (m00 * c0 + m01 * c1 + m02 * c2);
    const dx = g * (fx * c0 + fy * (m02 * m21 - m01 * m22) + fz * (m01 * m12 - m02 * m11));
    const dy = g * (fx * c1 + fy * (m00 * m22 - m02 * m20) + fz * (m02 * m10 - m00 * m12));
    const dz = g * (fx * c2 + fy * (m01 * m20 - m00 * m21) + fz * (m00 * m11 - m01 * m10));
    x -= dx;
    y -= dy;
    z -= dz;
    if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) <= ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z))) break;
  }
  w[o] = x;
  w[o + 1] = y;
  w[o + 2] = z;
}

const STEPS = 8;
const ROUNDING = 1e-15;
