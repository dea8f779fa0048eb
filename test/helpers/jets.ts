/**
 * Quantities together with their first and second time derivatives. Products follow by Leibniz' rule and functions by
 * the chain rule, so a formula for a position gives velocity and acceleration by itself, exactly.
 */
export type Triple = [number, number, number];
type Vector = readonly [number, number, number];
/** `[x, ẋ, ẍ]` */
export type Jet = readonly [number, number, number];
/** `[r, ṙ, r̈]` */
export type VectorJet = readonly [Vector, Vector, Vector];

const ZERO: Vector = [0, 0, 0];

// ---------------------------------------------------------------- vectors

export const plus = (a: Vector, b: Vector): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (k: number, a: Vector): Triple => [k * a[0], k * a[1], k * a[2]];
export const inner = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const outer = (a: Vector, b: Vector): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const size = (a: Vector): number => Math.sqrt(inner(a, a));
export const unit = (a: Vector): Triple => times(1 / size(a), a);

/** Body axes in the world: the columns of the rotation matrix. */
export type Axes = readonly [Vector, Vector, Vector];

export const toWorld = ([x, y, z]: Axes, u: Vector): Triple => [
  x[0] * u[0] + y[0] * u[1] + z[0] * u[2],
  x[1] * u[0] + y[1] * u[1] + z[1] * u[2],
  x[2] * u[0] + y[2] * u[1] + z[2] * u[2],
];
export const toBody = ([x, y, z]: Axes, u: Vector): Triple => [inner(x, u), inner(y, u), inner(z, u)];

/** `v + 2 q0 [q, v] + 2 [q, [q, v]]` for the three base vectors. */
export function axesOf(quaternion: readonly number[]): Axes {
  const [s, x, y, z] = quaternion;
  const n = s * s + x * x + y * y + z * z;
  const q: Vector = [x, y, z];
  const turn = (v: Vector): Triple => {
    const c = outer(q, v);
    return plus(v, times(2 / n, plus(times(s, c), outer(q, c))));
  };
  return [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])];
}

// ---------------------------------------------------------------- scalar jets

export const constant = (x: number): Jet => [x, 0, 0];
export const sum = (a: Jet, b: Jet): Jet => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const difference = (a: Jet, b: Jet): Jet => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (k: number, a: Jet): Jet => [k * a[0], k * a[1], k * a[2]];
export const product = (a: Jet, b: Jet): Jet => [
  a[0] * b[0],
  a[1] * b[0] + a[0] * b[1],
  a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2],
];

/** `f(x)` from `f`, `f′` and `f″` at x. */
const chain = (f: number, f1: number, f2: number, x: Jet): Jet => [f, f1 * x[1], f1 * x[2] + f2 * x[1] * x[1]];

export const sine = (x: Jet): Jet => chain(Math.sin(x[0]), Math.cos(x[0]), -Math.sin(x[0]), x);
export const cosine = (x: Jet): Jet => chain(Math.cos(x[0]), -Math.sin(x[0]), -Math.cos(x[0]), x);
export const inverse = (x: Jet): Jet => chain(1 / x[0], -1 / x[0] ** 2, 2 / x[0] ** 3, x);

export function root(x: Jet): Jet {
  const f = Math.sqrt(x[0]);
  return chain(f, 0.5 / f, -0.25 / (f * x[0]), x);
}

/** The angle of the point (x, y): `θ̇ = (x ẏ − y ẋ)/(x² + y²)`. */
export function angleOf(y: Jet, x: Jet): Jet {
  const n = x[0] * x[0] + y[0] * y[0];
  const c = x[0] * y[1] - y[0] * x[1];
  const rate = c / n;
  return [Math.atan2(y[0], x[0]), rate, (x[0] * y[2] - y[0] * x[2]) / n - (2 * rate * (x[0] * x[1] + y[0] * y[1])) / n];
}

// ---------------------------------------------------------------- vector jets

export const dotJet = (a: VectorJet, b: VectorJet): Jet => [
  inner(a[0], b[0]),
  inner(a[1], b[0]) + inner(a[0], b[1]),
  inner(a[2], b[0]) + 2 * inner(a[1], b[1]) + inner(a[0], b[2]),
];
export const minusJet = (a: VectorJet, b: VectorJet): VectorJet => [
  minus(a[0], b[0]),
  minus(a[1], b[1]),
  minus(a[2], b[2]),
];
export const component = (a: VectorJet, i: number): Jet => [a[0][i], a[1][i], a[2][i]];

// ---------------------------------------------------------------- frames

/** A moving frame: its origin and the columns of its rotation matrix. */
export interface Frame {
  readonly r: VectorJet;
  readonly axes: readonly [VectorJet, VectorJet, VectorJet];
}

export interface Twist {
  v: Vector;
  w: Vector;
  a: Vector;
  e: Vector;
}

/** The frame of a body: `u̇ = [ω, u]`, `ü = [ε, u] + [ω, [ω, u]]` for each of its axes. */
export function frameOf(r: Vector, axes: Axes, { v, w, a, e }: Twist): Frame {
  const move = (u: Vector): VectorJet => {
    const rate = outer(w, u);
    return [u, rate, plus(outer(e, u), outer(w, rate))];
  };
  return { r: [r, v, a], axes: [move(axes[0]), move(axes[1]), move(axes[2])] };
}

export const stillFrame = (r: Vector, axes: Axes): Frame => ({
  r: [r, ZERO, ZERO],
  axes: [
    [axes[0], ZERO, ZERO],
    [axes[1], ZERO, ZERO],
    [axes[2], ZERO, ZERO],
  ],
});

/** Frames that move with unit velocity along x, y, z and turn with unit angular velocity about x, y, z. */
export function unitFrames(r: Vector, axes: Axes): Frame[] {
  const base: Vector[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const still = stillFrame(r, axes);
  const spin = (e: Vector, u: Vector): VectorJet => [u, outer(e, u), ZERO];
  return [
    ...base.map((e): Frame => ({ r: [r, e, ZERO], axes: still.axes })),
    ...base.map((e): Frame => ({ r: still.r, axes: [spin(e, axes[0]), spin(e, axes[1]), spin(e, axes[2])] })),
  ];
}

/** A direction fixed in a frame. */
export function directionIn({ axes: [x, y, z] }: Frame, u: Vector): VectorJet {
  const mix = (k: 0 | 1 | 2): Triple => [
    x[k][0] * u[0] + y[k][0] * u[1] + z[k][0] * u[2],
    x[k][1] * u[0] + y[k][1] * u[1] + z[k][1] * u[2],
    x[k][2] * u[0] + y[k][2] * u[1] + z[k][2] * u[2],
  ];
  return [mix(0), mix(1), mix(2)];
}

/** A point fixed in a frame. */
export function pointIn(frame: Frame, p: Vector): VectorJet {
  const d = directionIn(frame, p);
  return [plus(frame.r[0], d[0]), plus(frame.r[1], d[1]), plus(frame.r[2], d[2])];
}

/**
 * The vector u turned about the unit vector n by an angle that moves: `cos φ u + sin φ [n, u] + (1 − cos φ)(n·u) n`.
 */
export function turned(n: Vector, angle: Jet, u: Vector): VectorJet {
  const c = cosine(angle);
  const s = sine(angle);
  const along = times(inner(n, u), n);
  const across = minus(u, along);
  const normal = outer(n, u);
  const at = (k: 0 | 1 | 2): Triple => plus(times(c[k], across), times(s[k], normal));
  return [plus(along, at(0)), at(1), at(2)];
}
