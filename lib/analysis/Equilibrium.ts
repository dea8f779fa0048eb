import type { Snapshot } from "../trajectory/Snapshot.ts";
import type { Linearization } from "./Linearization.ts";

/** A state of rest: free rates and all accelerations are zero. */
export class Equilibrium {
  /** s */
  readonly t: number;
  /** Coordinates of the joints on the tree and of free bodies: `hinge.angle` (rad), `rail.position` (m), … */
  readonly coordinates: Readonly<Record<string, number | readonly number[]>>;
  /** The model at rest: poses, reactions, efforts. */
  readonly snapshot: Snapshot;
  /** The largest acceleration that is left, m/s² or rad/s². */
  readonly residual: number;
  readonly iterations: number;
  /** Small motions about the rest position. */
  readonly linearization: Linearization;
  /** What to know about it: that wheels could have rolled elsewhere, for one. */
  readonly notes: readonly string[];

  constructor(
    parts: Omit<Equilibrium, "isStable" | "isSteady" | "notes" | "toString"> & { notes?: readonly string[] },
  ) {
    this.t = parts.t;
    this.coordinates = parts.coordinates;
    this.snapshot = parts.snapshot;
    this.residual = parts.residual;
    this.iterations = parts.iterations;
    this.linearization = parts.linearization;
    this.notes = parts.notes ?? [];
  }

  /** Whether small departures do not grow. */
  get isStable(): boolean {
    return this.linearization.isStable;
  }

  /** Whether it stays one: no drive and no base is given an acceleration at this instant. */
  get isSteady(): boolean {
    return this.linearization.accelerated.length === 0;
  }

  toString(): string {
    const parts = Object.entries(this.coordinates).map(([name, value]) => {
      const list = typeof value === "number" ? [value] : value;
      const text = list.map((x) => String(Number(x.toPrecision(6)))).join(", ");
      return `  ${name} = ${list.length > 1 ? `[${text}]` : text}`;
    });
    const unrest = this.linearization.describeUnrest();
    const kind = `${this.isStable ? "stable" : "unstable"}${unrest ? " relative" : ""} equilibrium`;
    return [
      `${kind} at t = ${this.t} s${unrest ? `, ${unrest}` : ""}`,
      ...parts,
      ...this.notes.map((note) => `  ${note}`),
    ].join("\n");
  }
}
