import type { ExecutionContext } from "ava";
import {
  type Constraint,
  Inertia,
  KinematicPort,
  normalizeQuaternion,
  type Quaternion,
  RigidBody,
  type RowConstraint,
  type WrenchPort,
} from "../../lib/index.ts";
import { add, cross, dot, multiply, norm, rotationAbout, scale, subtract, type Triple } from "../../lib/math/index.ts";
import { areClose, isClose } from "./compare.ts";

/** A small linear congruential generator on (−1, 1): the same numbers in every run. */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 4294967296;
    return state / 2147483648 - 1;
  };
}

type Random = () => number;

export const makeVector = (random: Random, size = 1): Triple => [size * random(), size * random(), size * random()];

const makeQuaternion = (random: Random): Quaternion => normalizeQuaternion([random(), random(), random(), random()]);

/** A body drawn somewhere, turned somehow. */
export const makeBody = (random: Random, name: string) =>
  new RigidBody(name, {
    inertia: new Inertia({ mass: 1.5, tensor: [0.2, 0.3, 0.4, 0.02, -0.03, 0.04] }),
    position: makeVector(random, 2),
    orientation: makeQuaternion(random),
  });

/** A motion `t ↦ port` with exact velocities. */
export type Path = (t: number) => KinematicPort;

/**
 * A smooth motion: `r = r0 + v0 t + a0 t²/2` and `T = exp(θ) T0`, `θ = w0 t + e0 t²/2`, so that at t = 0 velocities are
 * `v0, w0` and accelerations `a0, e0`. The angular velocity is `J(θ) θ̇`, with the left Jacobian of the rotation vector.
 */
export function makePath(random: Random, size = 1): Path {
  const [r0, v0, a0, w0, e0] = Array.from({ length: 5 }, () => makeVector(random, size));
  const T0 = rotationOf(makeQuaternion(random));
  return (t) => {
    const port = new KinematicPort();
    const turn = add(scale(w0, t), scale(e0, 0.5 * t * t));
    const rate = add(w0, scale(e0, t));
    const angle = norm(turn);
    const [c, s] =
      angle < 1e-4 ? [0.5, 1 / 6] : [(1 - Math.cos(angle)) / angle ** 2, (angle - Math.sin(angle)) / angle ** 3];
    const once = cross(turn, rate);
    port.r.set(add(r0, add(scale(v0, t), scale(a0, 0.5 * t * t))));
    port.v.set(add(v0, scale(a0, t)));
    port.T.set(angle === 0 ? T0 : multiply(rotationAbout(scale(turn, 1 / angle), angle), T0));
    port.w.set(add(rate, add(scale(once, c), scale(cross(turn, once), s))));
    port.a.set(a0);
    port.e.set(e0);
    return port;
  };
}

export function rotationOf(q: Quaternion): number[] {
  return [...KinematicPort.of({ orientation: q }).T];
}

/** A copy of a port, moved by a small step of one of its six freedoms: three shifts, three turns, in world axes. */
export function nudge(port: KinematicPort, freedom: number, step: number): KinematicPort {
  const moved = new KinematicPort();
  for (const key of ["r", "T", "v", "w", "a", "e"] as const) moved[key].set(port[key]);
  if (freedom < 3) moved.r[freedom] += step;
  else
    moved.T.set(
      multiply(
        rotationAbout(
          [0, 1, 2].map((i) => (i === freedom - 3 ? 1 : 0)),
          step,
        ),
        port.T,
      ),
    );
  return moved;
}

/** Central difference of order four. */
export const differentiate = (f: (x: number) => number, h = 1e-3): number =>
  (f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h);

/** Force and moment about the centre of mass, as the body feels the wrench. */
export function atCentre(wrench: WrenchPort, port: KinematicPort): number[] {
  return [...wrench.F, ...add(wrench.M, cross(subtract(wrench.P, port.r), wrench.F))];
}

/** Power of a wrench into its body: `F·v_P + M·ω`. */
export function calcPower(wrench: WrenchPort, port: KinematicPort): number {
  const v = add(port.v, cross(port.w, subtract(wrench.P, port.r)));
  return dot(wrench.F, v) + dot(wrench.M, port.w);
}

/** `F_A + F_B = 0` and, about a common point, `M_A + M_B + [r_PA − r_PB, F_A] = 0`. */
export function checkThirdLaw(t: ExecutionContext, { wrenchA: a, wrenchB: b, label }: Constraint, size = 1): void {
  areClose(t, add(a.F, b.F), [0, 0, 0], 1e-14 * size, `${label}: forces`);
  const moment = add(add(a.M, b.M), cross(subtract(a.P, b.P), a.F));
  areClose(t, moment, [0, 0, 0], 1e-13 * size, `${label}: moments`);
}

/**
 * Rows against difference quotients, along paths of the bodies: `J` is the gradient of `g`; `d g/dt = J V − ν`;
 * `d/dt (J V − ν) = J A − γ`. The reaction is `Jᵀλ`, so its power is `Σ λ (J V)`.
 */
export function checkRows(
  t: ExecutionContext,
  rows: RowConstraint,
  paths: readonly Path[],
  options: { tolerance: number; gradient?: boolean; prepare?: (x: number) => void },
): void {
  const { tolerance } = options;
  const bodies = paths.length;
  const show = (x: number) => {
    rows.connect(paths.map((path) => path(x)));
    options.prepare?.(x);
    rows.calcRows(x);
    rows.calcPositionErrors(x);
  };
  show(0);
  const ports = rows.ports;
  const jacobian = rows.jacobian.slice();
  const targets = rows.accelerationTargets.slice();
  for (let row = 0; row < rows.rowCount; row++) {
    const J = jacobian.slice(6 * bodies * row, 6 * bodies * (row + 1));
    if (options.gradient !== false) {
      const gradient = [...J].map((_, k) =>
        differentiate((x) => {
          rows.connect(ports.map((port, b) => (b === Math.floor(k / 6) ? nudge(port, k % 6, x) : port)));
          rows.calcPositionErrors(0);
          return rows.positionErrors[row];
        }),
      );
      areClose(t, J, gradient, tolerance, `${rows.label}, row ${row}: J`);
    }
    show(0);
    const slope = differentiate((x) => {
      show(x);
      return rows.positionErrors[row];
    });
    show(0);
    if (rows.holonomic) isClose(t, rows.getVelocityError(row), slope, tolerance, `${rows.label}, row ${row}: velocity`);
    let acceleration = -targets[row];
    ports.forEach(({ a, e }, b) => {
      acceleration += dot(J.subarray(6 * b, 6 * b + 3), a) + dot(J.subarray(6 * b + 3, 6 * b + 6), e);
    });
    const expected = differentiate((x) => {
      show(x);
      return rows.getVelocityError(row);
    });
    isClose(t, acceleration, expected, 10 * tolerance, `${rows.label}, row ${row}: acceleration`);
  }
  show(0);
}

/** The wrench ports against `Jᵀ λ` for random multipliers, body by body, and their power. */
export function checkDuality(t: ExecutionContext, rows: RowConstraint, random: Random): void {
  for (let i = 0; i < rows.rowCount; i++) rows.multipliers[i] = random();
  rows.calcReaction();
  checkThirdLaw(t, rows, 10);
  const sums = [0, 1].map((b) =>
    [0, 1, 2, 3, 4, 5].map((k) =>
      [...rows.multipliers].reduce((sum, lambda, row) => sum + lambda * rows.jacobian[12 * row + 6 * b + k], 0),
    ),
  );
  areClose(t, atCentre(rows.wrenchA, rows.portA), sums[0], 1e-14, `${rows.label}: wrench on A`);
  areClose(t, atCentre(rows.wrenchB, rows.portB), sums[1], 1e-14, `${rows.label}: wrench on B`);
  const power = calcPower(rows.wrenchA, rows.portA) + calcPower(rows.wrenchB, rows.portB);
  const expected = [...rows.multipliers].reduce(
    (sum, lambda, row) => sum + lambda * (rows.getVelocityError(row) + rows.velocityTargets[row]),
    0,
  );
  isClose(t, power, expected, 1e-13, `${rows.label}: power`);
}
