import { isSensor } from "../../constraints/capabilities/Senses.ts";
import { ForceElement } from "../../constraints/index.ts";
import { turnQuaternion } from "../../kernel/BallLink.ts";
import { FreeLink } from "../../kernel/FreeLink.ts";
import type { Kernel } from "../../kernel/Kernel.ts";
import type { Link } from "../../kernel/Link.ts";
import { ModelError } from "../../math/index.ts";
import { UniformGravity } from "../../rigidbody/Gravity.ts";
import { type Body, Ground, KinematicPort, type RigidBody } from "../../rigidbody/index.ts";
import { spinFreely } from "./spinFreely.ts";

/**
 * The bodies of a model in flat arrays: those that move, then the bases. Poses are those in the middle of a step, on the way
 * that the velocities at its start take: `r + h/2 v`.
 */
export class FreeBodies {
  /** How many move. */
  readonly count: number;
  /** Places of all bodies in the arrays. */
  readonly places: ReadonlyMap<Body, number>;
  /** Poses in the middle of the step. */
  readonly ports: readonly KinematicPort[];
  /** Velocity and angular velocity in world axes, six numbers each: at the start of the step, and now. */
  readonly starts: Float64Array;
  readonly velocities: Float64Array;
  /** 1/m, and the inverse of the tensor in world axes (xx, yy, zz, xy, xz, yz); zero of bases. */
  readonly inverseMasses: Float64Array;
  readonly inverseInertias: Float64Array;
  /** By how much bodies are shifted and turned beyond the way of their velocities, six numbers each, world axes. */
  readonly shifts: Float64Array;
  private readonly kernel: Kernel;
  private readonly links: readonly Link[];
  private readonly bases: readonly Ground[];
  /** Tensors in body axes, their inverses, and whether they are alike in all directions. */
  private readonly tensors: Float64Array;
  private readonly inverses: Float64Array;
  private readonly isRound: Uint8Array;
  /** Whether gravity is all that acts. */
  private readonly isBare: boolean;
  private readonly middle: Float64Array;
  private readonly rates: Float64Array;
  private readonly turn = new Float64Array(3);

  constructor(owner: string, kernel: Kernel) {
    checkFree(owner, kernel);
    this.kernel = kernel;
    const { bodies } = kernel;
    this.links = kernel.links.filter((link) => link instanceof FreeLink);
    const moving = this.links.map(({ body }) => body as RigidBody);
    this.bases = bodies.filter((body) => body instanceof Ground);
    this.count = moving.length;
    const all = [...moving, ...this.bases];
    this.places = new Map(all.map((body, i) => [body, i]));
    this.ports = all.map(() => new KinematicPort());
    this.starts = new Float64Array(6 * all.length);
    this.velocities = new Float64Array(6 * all.length);
    this.shifts = new Float64Array(6 * all.length);
    this.inverseMasses = new Float64Array(all.length);
    this.inverseInertias = new Float64Array(6 * all.length);
    this.tensors = new Float64Array(6 * all.length);
    this.inverses = new Float64Array(6 * all.length);
    this.isRound = new Uint8Array(all.length);
    moving.forEach(({ inertia: { mass, tensor } }, i) => {
      const [a, b, c, d, e, f] = tensor;
      this.inverseMasses[i] = 1 / mass;
      this.tensors.set([a, b, c, d, e, f], 6 * i);
      const g = 1 / (a * (b * c - f * f) - d * (d * c - e * f) + e * (d * f - b * e));
      const inverse = [b * c - f * f, a * c - e * e, a * b - d * d, e * f - c * d, d * f - b * e, d * e - a * f];
      this.inverses.set(
        inverse.map((x) => g * x),
        6 * i,
      );
      this.isRound[i] = a === b && b === c && d === 0 && e === 0 && f === 0 ? 1 : 0;
    });
    this.isBare = !kernel.acting.some((c) => c instanceof ForceElement) && kernel.gravity instanceof UniformGravity;
    this.middle = new Float64Array(kernel.size);
    this.rates = new Float64Array(kernel.size);
    this.bases.forEach(({ position, orientation }, i) => {
      this.ports[this.count + i].set({ position, orientation });
    });
  }

  /** Poses in the middle of the step from (t, y), velocities at its start, and those that forces lead to without contacts. */
  begin(t: number, y: Float64Array, h: number): void {
    const { middle, links, bases, count, velocities, kernel } = this;
    middle.set(y);
    this.moveCoordinates(0.5 * h, y, middle);
    for (let i = 0; i < count; i++) this.readPose(i, middle, links[i].coordinate);
    for (let i = 0; i < bases.length; i++) {
      const port = this.ports[count + i];
      bases[i].calcMotion(t + 0.5 * h, port);
      for (let k = 0; k < 3; k++) {
        velocities[6 * (count + i) + k] = port.v[k];
        velocities[6 * (count + i) + 3 + k] = port.w[k];
      }
    }
    for (let i = 0; i < count; i++) this.readVelocity(i, y);
    this.starts.set(velocities);
    if (!this.isBare) kernel.calcDerivative(t + 0.5 * h, middle, this.rates);
    for (let i = 0; i < count; i++) this.accelerate(i, y, h);
  }

  /** The state at the end of the step, from the middle on with the velocities that contacts have left. */
  finish(h: number, y: Float64Array): void {
    const { links, count, velocities, shifts, middle, kernel, turn } = this;
    for (let i = 0; i < count; i++) {
      const at = kernel.coordinateCount + links[i].rate;
      for (let k = 0; k < 3; k++) middle[at + k] = velocities[6 * i + k];
      this.turnBack(i, velocities, 6 * i + 3, middle, at + 3);
    }
    y.set(middle);
    this.moveCoordinates(0.5 * h, middle, y);
    for (let i = 0; i < count; i++) {
      const { coordinate } = links[i];
      for (let k = 0; k < 3; k++) y[coordinate + k] += shifts[6 * i + k];
      this.turnBack(i, shifts, 6 * i + 3, turn, 0);
      turnQuaternion(y, coordinate + 3, turn, 0);
    }
    // States of forces follow the derivative in the middle.
    for (let i = kernel.coordinateCount + kernel.rateCount; i < y.length; i++) y[i] += h * this.rates[i];
  }

  /** Moves the coordinates in `out` by the time `h` with the rates in `y`. */
  private moveCoordinates(h: number, y: Float64Array, out: Float64Array): void {
    const { links, count, kernel, turn } = this;
    for (let i = 0; i < count; i++) {
      const { coordinate, rate } = links[i];
      const at = kernel.coordinateCount + rate;
      for (let k = 0; k < 3; k++) {
        out[coordinate + k] += h * y[at + k];
        turn[k] = h * y[at + 3 + k];
      }
      turnQuaternion(out, coordinate + 3, turn, 0);
    }
  }

  private readPose(i: number, y: Float64Array, at: number): void {
    const { r, T } = this.ports[i];
    for (let k = 0; k < 3; k++) r[k] = y[at + k];
    const a = y[at + 3];
    const b = y[at + 4];
    const c = y[at + 5];
    const d = y[at + 6];
    T[0] = a * a + b * b - c * c - d * d;
    T[1] = 2 * (b * c - a * d);
    T[2] = 2 * (b * d + a * c);
    T[3] = 2 * (a * d + b * c);
    T[4] = a * a - b * b + c * c - d * d;
    T[5] = 2 * (c * d - a * b);
    T[6] = 2 * (b * d - a * c);
    T[7] = 2 * (a * b + c * d);
    T[8] = a * a - b * b - c * c + d * d;
    this.turnInertia(i, T);
  }

  /** `T I⁻¹ Tᵀ`, row by row. */
  private turnInertia(i: number, T: Float64Array): void {
    const { inverses: I, inverseInertias: out } = this;
    const o = 6 * i;
    if (this.isRound[i] === 1) {
      out[o] = out[o + 1] = out[o + 2] = I[o];
      return;
    }
    for (let row = 0; row < 3; row++) {
      const x = T[3 * row];
      const y = T[3 * row + 1];
      const z = T[3 * row + 2];
      const a = I[o] * x + I[o + 3] * y + I[o + 4] * z;
      const b = I[o + 3] * x + I[o + 1] * y + I[o + 5] * z;
      const c = I[o + 4] * x + I[o + 5] * y + I[o + 2] * z;
      out[o + row] = a * x + b * y + c * z;
      // Beside the diagonal: xy and xz of the first row, yz of the second.
      if (row === 0) {
        out[o + 3] = a * T[3] + b * T[4] + c * T[5];
        out[o + 4] = a * T[6] + b * T[7] + c * T[8];
      } else if (row === 1) out[o + 5] = a * T[6] + b * T[7] + c * T[8];
    }
  }

  private readVelocity(i: number, y: Float64Array): void {
    const { velocities, kernel, links } = this;
    const at = kernel.coordinateCount + links[i].rate;
    for (let k = 0; k < 3; k++) velocities[6 * i + k] = y[at + k];
    this.turnOut(i, y, at + 3, velocities, 6 * i + 3);
  }

  /** Velocities after the step without contacts: gravity or what the kernel says, and the midpoint rule for the spin. */
  private accelerate(i: number, y: Float64Array, h: number): void {
    const { velocities: v, kernel, links, rates, isBare, turn: L, tensors: I, middle } = this;
    const at = kernel.coordinateCount + links[i].rate;
    for (let k = 0; k < 3; k++) v[6 * i + k] += h * (isBare ? kernel.uniform[k] : rates[at + k]);
    if (isBare && this.isRound[i] === 1) return;
    const o = 6 * i;
    const x = y[at + 3];
    const w = y[at + 4];
    const z = y[at + 5];
    L.fill(0);
    if (!isBare) {
      // The torque behind the acceleration, I ω̇ + ω × I ω.
      const a = rates[at + 3];
      const b = rates[at + 4];
      const c = rates[at + 5];
      const p = I[o] * x + I[o + 3] * w + I[o + 4] * z;
      const q = I[o + 3] * x + I[o + 1] * w + I[o + 5] * z;
      const r = I[o + 4] * x + I[o + 5] * w + I[o + 2] * z;
      L[0] = h * (I[o] * a + I[o + 3] * b + I[o + 4] * c + w * r - z * q);
      L[1] = h * (I[o + 3] * a + I[o + 1] * b + I[o + 5] * c + z * p - x * r);
      L[2] = h * (I[o + 4] * a + I[o + 5] * b + I[o + 2] * c + x * q - w * p);
    }
    spinFreely(I, o, L, h, middle, at + 3);
    this.turnOut(i, middle, at + 3, v, o + 3);
  }

  /** From body axes to world axes, and back. */
  private turnOut(i: number, from: Float64Array, f: number, to: Float64Array, o: number): void {
    const { T } = this.ports[i];
    const x = from[f];
    const y = from[f + 1];
    const z = from[f + 2];
    to[o] = T[0] * x + T[1] * y + T[2] * z;
    to[o + 1] = T[3] * x + T[4] * y + T[5] * z;
    to[o + 2] = T[6] * x + T[7] * y + T[8] * z;
  }

  private turnBack(i: number, from: Float64Array, f: number, to: Float64Array, o: number): void {
    const { T } = this.ports[i];
    const x = from[f];
    const y = from[f + 1];
    const z = from[f + 2];
    to[o] = T[0] * x + T[3] * y + T[6] * z;
    to[o + 1] = T[1] * x + T[4] * y + T[7] * z;
    to[o + 2] = T[2] * x + T[5] * y + T[8] * z;
  }
}

/** Refuses what the method does not know: joints, rods, contacts of the user's own. */
function checkFree(owner: string, { acting }: Kernel): void {
  const other = acting.find((c) => !(c instanceof ForceElement || isSensor(c)));
  if (!other) return;
  throw new ModelError(
    `${owner}: the method "moreau" knows free bodies with colliders and force elements, and ${other.label} is neither; ` +
      (other.isUnilateral
        ? "give its bodies colliders instead, or take another method"
        : "take another method, such as auto, or one body with several colliders for what is welded"),
  );
}
