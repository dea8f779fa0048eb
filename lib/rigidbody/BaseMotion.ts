import {
  checkDirection,
  checkFunction,
  checkOptions,
  checkVector3,
  matrixFromQuaternion,
  otherwise,
  type VectorInput,
} from "../math/index.ts";
import { checkJet, nameJet } from "./checkJet.ts";
import type { KinematicPort } from "./KinematicPort.ts";

/** Writes position, rotation, velocities and accelerations of a base at time `t` into `out`. */
export type BaseMotion = (t: number, out: KinematicPort) => void;

/** `t ↦ [x, ẋ, ẍ]`: a prescribed coordinate with its first and second derivative. */
export type Jet = (t: number) => readonly [number, number, number];

/** A base that turns about a fixed axis through `point` by the angle `angle(t)`: `t => [φ, φ̇, φ̈]`. */
export function turning(options: {
  axis: VectorInput;
  point?: VectorInput;
  angle: Jet;
  position?: VectorInput;
}): BaseMotion {
  const owner = "turning";
  checkOptions(owner, options, ["axis", "point", "angle", "position"]);
  const [x, y, z] = checkDirection(owner, "axis", options?.axis);
  const point = checkVector3(owner, "point", otherwise(options.point, [0, 0, 0]));
  const start = checkVector3(owner, "position", otherwise(options.position, point));
  checkFunction(owner, "angle", options.angle);
  const angleAt = nameJet(owner, "angle", options.angle);
  checkJet(owner, "angle", angleAt, 0);
  const [ax, ay, az] = [start[0] - point[0], start[1] - point[1], start[2] - point[2]];
  return (t, out) => {
    const [angle, rate, acceleration] = angleAt(t);
    const half = angle / 2;
    const s = Math.sin(half);
    out.T.set(matrixFromQuaternion([Math.cos(half), s * x, s * y, s * z]));
    const { T, r, v, w, a, e } = out;
    const dx = T[0] * ax + T[1] * ay + T[2] * az;
    const dy = T[3] * ax + T[4] * ay + T[5] * az;
    const dz = T[6] * ax + T[7] * ay + T[8] * az;
    // n × d, and n × (n × d)
    const [nx, ny, nz] = [y * dz - z * dy, z * dx - x * dz, x * dy - y * dx];
    const [mx, my, mz] = [y * nz - z * ny, z * nx - x * nz, x * ny - y * nx];
    r[0] = point[0] + dx;
    r[1] = point[1] + dy;
    r[2] = point[2] + dz;
    v[0] = rate * nx;
    v[1] = rate * ny;
    v[2] = rate * nz;
    w[0] = rate * x;
    w[1] = rate * y;
    w[2] = rate * z;
    a[0] = acceleration * nx + rate * rate * mx;
    a[1] = acceleration * ny + rate * rate * my;
    a[2] = acceleration * nz + rate * rate * mz;
    e[0] = acceleration * x;
    e[1] = acceleration * y;
    e[2] = acceleration * z;
  };
}

/** A base that slides along `direction` by the distance `distance(t)`: `t => [x, ẋ, ẍ]`. */
export function sliding(options: { direction: VectorInput; distance: Jet; position?: VectorInput }): BaseMotion {
  const owner = "sliding";
  checkOptions(owner, options, ["direction", "distance", "position"]);
  const direction = checkDirection(owner, "direction", options?.direction);
  const start = checkVector3(owner, "position", otherwise(options.position, [0, 0, 0]));
  checkFunction(owner, "distance", options.distance);
  const distanceAt = nameJet(owner, "distance", options.distance);
  checkJet(owner, "distance", distanceAt, 0);
  return (t, out) => {
    const [x, rate, acceleration] = distanceAt(t);
    for (let i = 0; i < 3; i++) {
      const n = direction[i];
      out.r[i] = start[i] + n * x;
      out.v[i] = n * rate;
      out.a[i] = n * acceleration;
    }
  };
}
