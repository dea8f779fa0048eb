import type { Complex } from "../math/eigenGeneral.ts";
import type { TurnAxes } from "./TurningFrame.ts";

/** How much one motion takes part in a mode: amplitude and phase, relative to the largest one. */
export interface ModePart {
  /** `hinge.angle`, `body.position.x`, `strut.state.0`, … */
  readonly name: string;
  readonly amplitude: Complex;
}

/** How a body moves in a mode: its centre of mass, and its rotation vector, in world axes. */
export interface ModeBody {
  readonly name: string;
  readonly translation: readonly [Complex, Complex, Complex];
  readonly rotation: readonly [Complex, Complex, Complex];
}

/** One way to move of a linear system: everything in proportion to `exp(λ t)`. */
export interface Mode {
  /** λ, 1/s; a conjugate pair is one mode, given by the member with the positive imaginary part. */
  readonly eigenvalue: Complex;
  /** `Im λ/2π`: what is seen, Hz; zero if the mode does not oscillate. */
  readonly frequency: number;
  /** `|λ|/2π`: the frequency there would be without damping, Hz. */
  readonly naturalFrequency: number;
  /** `−Re λ/|λ|`: 0 undamped, 1 and more: no oscillation, negative: grows. */
  readonly dampingRatio: number;
  /** Whether it neither returns nor leaves: λ is zero to rounding. */
  readonly isNeutral: boolean;
  /** Motions of joints and free bodies, and states of constraints. */
  readonly joints: readonly ModePart[];
  readonly bodies: readonly ModeBody[];
}

/** `δẋ = A δx` for small departures from a state. */
export class Linearization {
  /** s */
  readonly t: number;
  /** What the components of δx are: free coordinates (m, rad), their rates, states of constraints. */
  readonly names: readonly string[];
  /** A, row by row. */
  readonly matrix: readonly (readonly number[])[];
  /** Estimate of the largest error of A relative to its largest entry in the same row. */
  readonly accuracy: number;
  /** Axes in which small rotations of free bodies and balls are counted. */
  readonly axes: TurnAxes;
  /**
   * Whether the state is a rest position or a steady motion, so that the matrix holds for good: the free rates are
   * constant, drives and bases are not accelerated, and the matrix is the same further on. Coordinates that do not enter
   * it may change at any rate, and rates that follow from the free ones with them: a wheel rolls on, or around a circle.
   */
  readonly isSteady: boolean;
  /** Drives (`motor.angle`), rods and bases that are given an acceleration at this instant. */
  readonly accelerated: readonly string[];
  /** Slowest first. */
  readonly modes: readonly Mode[];

  constructor(
    parts: Pick<Linearization, "t" | "names" | "matrix" | "accuracy" | "isSteady" | "modes"> &
      Partial<Pick<Linearization, "accelerated" | "axes">>,
  ) {
    this.t = parts.t;
    this.names = parts.names;
    this.matrix = parts.matrix;
    this.accuracy = parts.accuracy;
    this.axes = parts.axes ?? "body";
    this.isSteady = parts.isSteady;
    this.accelerated = parts.accelerated ?? [];
    this.modes = parts.modes;
  }

  /** All eigenvalues, 1/s: both members of every conjugate pair. */
  get eigenvalues(): Complex[] {
    return this.modes.flatMap(({ eigenvalue: { re, im } }) =>
      im === 0
        ? [{ re, im }]
        : [
            { re, im },
            { re, im: -im },
          ],
    );
  }

  /** Whether no small departure grows. Undamped oscillations count as stable, and so do neutral modes. */
  get isStable(): boolean {
    const size = Math.max(0, ...this.modes.map(({ eigenvalue: { re, im } }) => Math.hypot(re, im)));
    return this.modes.every(({ eigenvalue: { re, im }, isNeutral }) => {
      return isNeutral || re <= 1e-9 * Math.hypot(re, im) + 1e-13 * size;
    });
  }

  /** What is driven out of a steady state: `not steady: motor.angle is driven with an acceleration`; empty if nothing is. */
  describeUnrest(): string {
    const { accelerated: names } = this;
    if (names.length === 0) return "";
    const list = names.slice(0, 4).join(", ") + (names.length > 4 ? ", …" : "");
    return `not steady: ${list} ${names.length === 1 ? "is" : "are"} driven with an acceleration`;
  }

  toString(): string {
    const kind = this.isSteady ? "" : `, ${this.describeUnrest() || "not a steady state"}`;
    const lines = [
      `linearized at t = ${this.t} s: ${this.names.length} states, ${this.isStable ? "stable" : "unstable"}${kind}`,
    ];
    this.modes.forEach(({ eigenvalue: { re, im }, frequency, dampingRatio, isNeutral, joints }, i) => {
      const value = `${format(re)}${im === 0 ? "" : ` ± ${format(im)} i`} 1/s`;
      const kind = isNeutral ? "neutral" : im === 0 ? "" : `${format(frequency)} Hz, `;
      const damping = isNeutral || im === 0 ? "" : `damping ratio ${format(dampingRatio)}`;
      const parts = [...joints]
        .map(({ name, amplitude }) => ({ name, size: Math.hypot(amplitude.re, amplitude.im), sign: amplitude.re }))
        .filter(({ size }) => size > 0.01)
        .sort((a, b) => b.size - a.size)
        .slice(0, 4)
        .map(({ name, size, sign }) => `${name} ${format(sign < 0 ? -size : size)}`);
      lines.push(`  ${i + 1}. ${value}, ${kind}${damping}: ${parts.join(", ")}`.replace(/, :/, ":"));
    });
    return lines.join("\n");
  }
}

const format = (x: number): string => String(Number(x.toPrecision(6)));
