/**
 * Small departures from steady rolling in closed form: a disc, and the benchmark bicycle.
 */
import { EigenvalueDecomposition, Matrix } from "ml-matrix";

/** A symmetric disc whose rim rolls on a floor: moments of inertia across and along its axis about its centre. */
export interface RollingDisc {
  mass: number;
  radius: number;
  across: number;
  along: number;
  gravity: number;
  /** Angle between the plane of the disc and the floor. */
  tilt: number;
  /** Of the horizontal direction in which it heads, about the vertical. */
  precession: number;
}

/**
 * Angular velocity about its axis with which the disc goes around in circles (`precession` not zero).
 *
 * With e₁ along the floor in the plane of the disc, e₂ from the contact to the centre, e₃ its axis; s, c = sin, cos of the
 * tilt θ; up = s e₂ + c e₃: the axes turn with `Ω_f = (θ̇, Ω s, Ω c)`, the disc with `ω = (θ̇, Ω s, ω₃)`. It rolls:
 * `v = [ω, R e₂] = R (−ω₃, 0, θ̇)`, `a = v̇ + [Ω_f, v]`, and the force on it at `−R e₂` is `F = m (a + g up)`. Euler's equations
 * with `H = (A θ̇, A Ω s, C ω₃)` and the moment `[−R e₂, F] = (−R F₃, 0, R F₁)` become
 * ```
 * (A + m R²) θ̈ + (C + m R²) Ω s ω₃ − A Ω² s c + m g R c = 0
 * A Ω̇ s + 2 A Ω c θ̇ − C ω₃ θ̇ = 0
 * (C + m R²) ω̇₃ = m R² Ω s θ̇
 * ```
 * In steady motion the first one has no θ̈.
 */
export function findSpin({ mass: m, radius: R, across: A, along: C, gravity: g, tilt, precession: W }: RollingDisc) {
  const [s, c] = [Math.sin(tilt), Math.cos(tilt)];
  return (A * W * W * s * c - m * g * R * c) / ((C + m * R * R) * W * s);
}

/**
 * λ² of the departures: the last two equations say how Ω and ω₃ follow θ, `A s δΩ = (C ω₃ − 2 A Ω c) δθ` and
 * `(C + m R²) δω₃ = m R² Ω s δθ`; with them the first one is `(A + m R²) δθ̈ + k δθ = 0`. Upright and straight ahead,
 * `Ω = 0`, `s = 1`: `λ² = (A m g R − C (C + m R²) ω₃²)/(A (A + m R²))`, stable if it is fast.
 */
export function findDiscSquare(disc: RollingDisc, spin: number): number {
  const { mass: m, radius: R, across: A, along: C, gravity: g, tilt, precession: W } = disc;
  const [s, c] = [Math.sin(tilt), Math.cos(tilt)];
  const [J, K] = [A + m * R * R, C + m * R * R];
  const turn = (C * spin - 2 * A * W * c) / (A * s);
  const roll = (m * R * R * W * s) / K;
  const k =
    K * (turn * s * spin + W * c * spin + W * s * roll) -
    A * (2 * W * turn * s * c + W * W * (c * c - s * s)) -
    m * g * R * s;
  return -k / J;
}

/** Parameters of a bicycle: x forward, z down from the contact of the rear wheel; tensors in these axes. */
export const BICYCLE = {
  wheelbase: 1.02,
  trail: 0.08,
  tilt: Math.PI / 10,
  gravity: 9.81,
  rear: { radius: 0.3, mass: 2, xx: 0.0603, yy: 0.12 },
  body: { x: 0.3, z: -0.9, mass: 85, xx: 9.2, yy: 11, zz: 2.8, xz: 2.4 },
  fork: { x: 0.9, z: -0.7, mass: 4, xx: 0.05892, yy: 0.06, zz: 0.00708, xz: -0.00756 },
  front: { radius: 0.35, mass: 3, xx: 0.1405, yy: 0.28 },
};

type Matrix2 = [[number, number], [number, number]];

/**
 * `M q̈ + v C₁ q̇ + (g K₀ + v² K₂) q = 0` for lean and steer of the bicycle [Meijaard, appendix A]. T: the whole bicycle about
 * the rear contact; A: fork and front wheel, about their centre of mass.
 */
export function linearizeBicycle(): { M: Matrix2; C1: Matrix2; K0: Matrix2; K2: Matrix2 } {
  const { wheelbase: w, trail: c, tilt, rear: R, body: B, fork: H, front: F } = BICYCLE;
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  const mT = R.mass + B.mass + H.mass + F.mass;
  const xT = (B.x * B.mass + H.x * H.mass + w * F.mass) / mT;
  const zT = (-R.radius * R.mass + B.z * B.mass + H.z * H.mass - F.radius * F.mass) / mT;
  const Txx =
    R.xx + B.xx + H.xx + F.xx + R.mass * R.radius ** 2 + B.mass * B.z ** 2 + H.mass * H.z ** 2 + F.mass * F.radius ** 2;
  const Txz = B.xz + H.xz - B.mass * B.x * B.z - H.mass * H.x * H.z + F.mass * w * F.radius;
  const Tzz = R.xx + B.zz + H.zz + F.xx + B.mass * B.x ** 2 + H.mass * H.x ** 2 + F.mass * w ** 2;
  const mA = H.mass + F.mass;
  const xA = (H.x * H.mass + w * F.mass) / mA;
  const zA = (H.z * H.mass - F.radius * F.mass) / mA;
  const Axx = H.xx + F.xx + H.mass * (H.z - zA) ** 2 + F.mass * (F.radius + zA) ** 2;
  const Axz = H.xz - H.mass * (H.x - xA) * (H.z - zA) + F.mass * (w - xA) * (F.radius + zA);
  const Azz = H.zz + F.xx + H.mass * (H.x - xA) ** 2 + F.mass * (w - xA) ** 2;
  // Across and along the steering axis.
  const u = (xA - w - c) * cos - zA * sin;
  const All = mA * u * u + Axx * sin * sin + 2 * Axz * sin * cos + Azz * cos * cos;
  const Alx = -mA * u * zA + Axx * sin + Axz * cos;
  const Alz = mA * u * xA + Axz * sin + Azz * cos;
  const mu = (c / w) * cos;
  const [SR, SF] = [R.yy / R.radius, F.yy / F.radius];
  const ST = SR + SF;
  const SA = mA * u + mu * mT * xT;
  const Mld = Alx + mu * Txz;
  return {
    M: [
      [Txx, Mld],
      [Mld, All + 2 * mu * Alz + mu * mu * Tzz],
    ],
    C1: [
      [0, mu * ST + SF * cos + (Txz * cos) / w - mu * mT * zT],
      [-(mu * ST + SF * cos), (Alz * cos) / w + mu * (SA + (Tzz * cos) / w)],
    ],
    K0: [
      [mT * zT, -SA],
      [-SA, -SA * sin],
    ],
    K2: [
      [0, ((ST - mT * zT) * cos) / w],
      [0, ((SA + SF * sin) * cos) / w],
    ],
  };
}

/** The four eigenvalues at a speed, by the companion matrix. */
export function findBicycleEigenvalues(speed: number): { re: number; im: number }[] {
  const { M, C1, K0, K2 } = linearizeBicycle();
  const determinant = M[0][0] * M[1][1] - M[0][1] * M[1][0];
  const inverse = [
    [M[1][1] / determinant, -M[0][1] / determinant],
    [-M[1][0] / determinant, M[0][0] / determinant],
  ];
  const times = (get: (i: number, j: number) => number) =>
    [0, 1].map((i) => [0, 1].map((j) => -(inverse[i][0] * get(0, j) + inverse[i][1] * get(1, j))));
  const K = times((i, j) => BICYCLE.gravity * K0[i][j] + speed * speed * K2[i][j]);
  const C = times((i, j) => speed * C1[i][j]);
  const { realEigenvalues: re, imaginaryEigenvalues: im } = new EigenvalueDecomposition(
    new Matrix([
      [0, 0, 1, 0],
      [0, 0, 0, 1],
      [...K[0], ...C[0]],
      [...K[1], ...C[1]],
    ]),
  );
  return re.map((x, i) => ({ re: x, im: im[i] }));
}
