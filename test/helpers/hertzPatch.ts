/** Places and weights of Gauss's rule on 0 … 1, by Newton's method on Legendre's polynomials. */
function listGauss(n: number): [number, number][] {
  return Array.from({ length: n }, (_, i) => {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step++) {
      let [p, last] = [1, 0];
      for (let k = 1; k <= n; k++) [p, last] = [((2 * k - 1) * x * p - (k - 1) * last) / k, p];
      slope = (n * (x * p - last)) / (x * x - 1);
      x -= p / slope;
    }
    return [(1 + x) / 2, 1 / ((1 - x * x) * slope * slope)];
  });
}

const rules = new Map<number, [number, number][]>();

/**
 * Coulomb's law over Hertz's pressure on a patch of radius one that slips with v = 1 and turns with `spin`: force and
 * torque per μN. Polar coordinates about the middle of the patch where the centre of the motion, `1/spin` away, is outside
 * of it, and about that centre where it is inside: there the direction of friction jumps.
 */
export function integrateHertzPatch(spin: number, count = 60): { force: number; torque: number } {
  if (!rules.has(count)) rules.set(count, listGauss(count));
  const gauss = rules.get(count) as [number, number][];
  const angles = 8 * count;
  const d = 1 / spin;
  let [force, torque] = [0, 0];
  for (let i = 0; i < angles; i++) {
    const angle = ((i + 0.5) / angles) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (const [x, weight] of gauss) {
      const share = ((3 / (2 * Math.PI)) * weight * 2 * Math.PI) / angles;
      if (d > 1) {
        // r = sin ψ, p ∝ cos ψ; slip (1 − spin y, spin x).
        const psi = (x * Math.PI) / 2;
        const r = Math.sin(psi);
        const cell = share * (Math.PI / 2) * Math.cos(psi) ** 2 * r;
        const [sx, sy] = [1 - spin * r * s, spin * r * c];
        const speed = Math.hypot(sx, sy);
        force += (cell * sx) / speed;
        torque += (cell * r * (c * sy - s * sx)) / speed;
      } else {
        // The centre is at (0, d); ρ = ρ₊ (1 − x²) towards the rim, where the pressure ends as a root.
        const most = -d * s + Math.sqrt(1 - d * d * c * c);
        const rho = most * (1 - x * x);
        const pressure = Math.sqrt(Math.max(0, 1 - (d * d + rho * rho + 2 * d * rho * s)));
        const cell = share * 2 * x * most * pressure * rho;
        // Slip is spin times (−ρ s, ρ c).
        force -= cell * s;
        torque += cell * (rho + d * s);
      }
    }
  }
  return { force, torque };
}
