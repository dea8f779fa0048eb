/**
 * Elliptic integrals and Jacobi's elliptic functions of the parameter `m = k²`, 0 ≤ m ≤ 1. The last argument of each
 * function is the complement `1 − m`: give it where `m` is close to 1 and the complement is known without cancellation.
 */

/** The means `a`, `b` and half differences `c` of the arithmetic–geometric mean of 1 and √(1 − m). */
function agm(m: number, complement: number): { a: number[]; b: number[]; c: number[] } {
  if (!(m >= 0 && m <= 1 && complement >= 0)) throw new RangeError(`elliptic: the parameter ${m} is not within 0 … 1`);
  const a = [1];
  const b = [Math.sqrt(complement)];
  const c = [Math.sqrt(m)];
  for (let n = 0; complement > 0 && c[n] > 1e-9 * a[n]; n++) {
    a.push((a[n] + b[n]) / 2);
    b.push(Math.sqrt(a[n] * b[n]));
    c.push((c[n] * c[n]) / (4 * a[n + 1]));
  }
  // One more mean: its half difference is below rounding, and a and b agree.
  const last = a.length - 1;
  a.push((a[last] + b[last]) / 2);
  b.push(a[last + 1]);
  c.push((c[last] * c[last]) / (4 * a[last + 1]));
  return { a, b, c };
}

/** The complete elliptic integral of the first kind, K(m). */
export function completeK(m: number, complement = 1 - m): number {
  if (complement === 0) return Infinity;
  const { a } = agm(m, complement);
  return Math.PI / (2 * a[a.length - 1]);
}

/** Carlson's symmetric integral of the first kind, R_F(x, y, z). */
export function carlsonRF(x: number, y: number, z: number): number {
  let [a, b, c] = [x, y, z];
  for (;;) {
    const mean = (a + b + c) / 3;
    const [p, q] = [1 - a / mean, 1 - b / mean];
    const r = -p - q;
    if (Math.max(Math.abs(p), Math.abs(q), Math.abs(r)) < 2e-3) {
      const e2 = p * q - r * r;
      const e3 = p * q * r;
      const series = 1 - e2 / 10 + e3 / 14 + (e2 * e2) / 24 - (3 * e2 * e3) / 44 - (5 * e2 ** 3) / 208;
      return (series + (3 * e3 * e3) / 104 + (e2 * e2 * e3) / 16) / Math.sqrt(mean);
    }
    const [u, v, w] = [Math.sqrt(a), Math.sqrt(b), Math.sqrt(c)];
    const shift = u * v + v * w + w * u;
    [a, b, c] = [(a + shift) / 4, (b + shift) / 4, (c + shift) / 4];
  }
}

/** The incomplete elliptic integral of the first kind, F(φ | m), for any real amplitude φ. */
export function incompleteF(phi: number, m: number, complement = 1 - m): number {
  const turns = Math.round(phi / Math.PI);
  const rest = phi - turns * Math.PI;
  const [s, c] = [Math.sin(rest), Math.cos(rest)];
  if (complement === 0) return turns === 0 ? Math.asinh(Math.tan(rest)) : Math.sign(phi) * Infinity;
  const main = s * carlsonRF(c * c, complement + m * c * c, 1);
  return turns === 0 ? main : 2 * turns * completeK(m, complement) + main;
}

/** Values of Jacobi's functions; `am` is the amplitude, with sn = sin am and cn = cos am. */
export interface Jacobi {
  sn: number;
  cn: number;
  dn: number;
  am: number;
}

/** Jacobi's elliptic functions at `u`, by descending Landen transformations. */
export function jacobi(u: number, m: number, complement = 1 - m): Jacobi {
  if (complement === 0) {
    const sech = 1 / Math.cosh(u);
    return { sn: Math.tanh(u), cn: sech, dn: sech, am: Math.atan(Math.sinh(u)) };
  }
  const { a, b, c } = agm(m, complement);
  const last = a.length - 1;
  const k = Math.PI / (2 * a[last]);
  const half = Math.round(u / (2 * k));
  let phi = 2 ** last * a[last] * (u - 2 * k * half);
  for (let n = last; n > 0; n--) {
    // sin(2 φ' − φ) = (c/a) sin φ, written so that it keeps its accuracy where the right-hand side is near ±1.
    const [s, co] = [Math.sin(phi), Math.cos(phi)];
    phi = (phi + Math.atan2(c[n] * s, Math.hypot(a[n] * co, b[n] * s))) / 2;
  }
  const sign = half % 2 === 0 ? 1 : -1;
  const cn = Math.cos(phi);
  return {
    sn: sign * Math.sin(phi),
    cn: sign * cn,
    dn: Math.sqrt(complement + m * cn * cn),
    am: phi + half * Math.PI,
  };
}
