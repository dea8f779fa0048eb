/**
 * Small motions in closed form, and the few numbers that go with them.
 */

/** Zeros of the Laguerre polynomial L_n in rising order, by Newton's method with the ones found before divided out. */
export function laguerreZeros(n: number): number[] {
  const evaluate = (x: number): [number, number] => {
    let [before, value] = [1, 1 - x];
    for (let k = 1; k < n; k++) [before, value] = [value, ((2 * k + 1 - x) * value - k * before) / (k + 1)];
    return [value, (n * (value - before)) / x];
  };
  const zeros: number[] = [];
  for (let i = 0; i < n; i++) {
    let x = i === 0 ? 0.5 / n : zeros[i - 1] * 1.0001;
    for (let k = 0; k < 500; k++) {
      const [value, slope] = evaluate(x);
      const step = value / (slope - zeros.reduce((sum, zero) => sum + value / (x - zero), 0));
      x -= step;
      if (Math.abs(step) < 1e-15 * x) break;
    }
    // Once more without the division, which spoils the last digits.
    const [value, slope] = evaluate(x);
    zeros.push(x - value / slope);
  }
  return zeros;
}

/**
 * A chain of n equal point masses on massless links of one length, hanging: its angular frequencies, slowest first, are
 * the roots of `(g/l) x` with x the zeros of L_n. (n = 1: x = 1; n = 2: x = 2 ∓ √2.)
 */
export const hangingChain = (n: number, length: number, gravity: number): number[] =>
  laguerreZeros(n).map((x) => Math.sqrt((x * gravity) / length));

/**
 * A symmetric top that stands on its tip and spins about the vertical: precession and nutation,
 * `J1 λ² − J3 ω λ + m g l = 0`, seen from axes that do not turn. J about the tip; stable if `J3² ω² > 4 J1 m g l`.
 */
export function sleepingTop(p: { transverse: number; axial: number; spin: number; moment: number }): [number, number] {
  const b = (p.axial * p.spin) / (2 * p.transverse);
  const root = Math.sqrt(b * b - p.moment / p.transverse);
  // The lesser one by Vieta, without cancellation.
  return [p.moment / p.transverse / (b + root), b + root];
}

/**
 * Nutation of a symmetric top about a steady precession at the rate Ω with its axis tilted by θ:
 * `κ² = (J3 ω3/J1 − 2 Ω cos θ)² + Ω² sin² θ`, from the second derivative of the effective potential.
 */
export function nutation(p: {
  transverse: number;
  axial: number;
  axialRate: number;
  rate: number;
  tilt: number;
}): number {
  const part = (p.axial * p.axialRate) / p.transverse - 2 * p.rate * Math.cos(p.tilt);
  return Math.hypot(part, p.rate * Math.sin(p.tilt));
}
