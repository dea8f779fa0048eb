import type { Snapshot } from "../trajectory/Snapshot.ts";

/** What it takes to move a model in a given way, at one instant. */
export class InverseDynamics {
  /** s */
  readonly t: number;
  /**
   * Efforts that the drives of the given motions have to add to springs, dampers and efforts of the joints themselves, by
   * motion: `hinge.angle` (Nm), `rail.position` (N); a ball has `socket.x`, `socket.y`, `socket.z` (Nm, in B's axes).
   */
  readonly efforts: Readonly<Record<string, number>>;
  /** The model in that motion: poses, accelerations, reactions; `joint(name).effort` is the whole effort of a motion. */
  readonly snapshot: Snapshot;

  constructor(t: number, efforts: Readonly<Record<string, number>>, snapshot: Snapshot) {
    this.t = t;
    this.efforts = efforts;
    this.snapshot = snapshot;
  }

  toString(): string {
    const parts = Object.entries(this.efforts).map(([name, effort]) => `  ${name}: ${Number(effort.toPrecision(6))}`);
    return [`efforts at t = ${this.t} s (N or Nm)`, ...parts].join("\n");
  }
}
