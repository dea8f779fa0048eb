/*
 * Coulomb's law on a round patch that is pressed as Hertz says, p ∝ √(1 − r²/a²), slipping with v and turning with ω, u = a|ω|.
 * The pressure is a chord of a ball, and a distance in the plane is π/2 times the mean of its projections on all directions.
 * So the power that friction takes, μN P(v, u), is an integral over a ball of distances from a line, and those from planes
 * are polynomials. With k = u/v:
 *
 *   v ≤ u:  P = (3π/16) (u + v²/u − v⁴/(8u³))
 *   v ≥ u:  P_v = √(1 − k²) + k² (³⁄₂ s₂ − ½ s₄),   P_u = ¾ (½ arcsin k − k s₂ + ½ k s₄),   s_n = ∫₀¹ xⁿ/√(1 − k²x²) dx
 *
 * and force and torque are its derivatives, F = μN P_v and M = μNa P_u.
 */

const SPIN = (3 * Math.PI) / 16;

/** Below this k the integrals are summed up as series: their closed forms cancel. */
const SERIES = 0.2;
const TERMS = 12;

/** `out = [P_v, P_u]` at `v ≥ 0` in `out[0]` and `u ≥ 0` in `out[1]`, not both zero. */
export function calcHertzPatch(out: Float64Array): void {
  const v = out[0];
  const u = out[1];
  if (v <= u) {
    const d = v / u;
    const s = d * d;
    out[0] = SPIN * d * (2 - 0.5 * s);
    out[1] = SPIN * (1 - s + 0.375 * s * s);
    return;
  }
  const k = u / v;
  const s = k * k;
  const q = Math.sqrt(1 - s);
  const angle = Math.asin(k);
  let s2 = 0;
  let s4 = 0;
  if (k < SERIES) {
    let c = 1;
    for (let n = 0; n < TERMS; n++) {
      s2 += c / (2 * n + 3);
      s4 += c / (2 * n + 5);
      c *= (s * (2 * n + 1)) / (2 * n + 2);
    }
  } else {
    s2 = (angle - k * q) / (2 * s * k);
    s4 = (3 * angle - k * q * (3 + 2 * s)) / (8 * s * s * k);
  }
  out[0] = q + s * (1.5 * s2 - 0.5 * s4);
  out[1] = 0.75 * (0.5 * angle - k * s2 + 0.5 * k * s4);
}
