import { ContactReactions } from "../../../constraints/contact/index.ts";
import type { Constraint } from "../../../constraints/index.ts";

/** What an arrow shows: the force of a constraint on its body B (of contacts in two parts), or the torque on it. */
export type ArrowKind = "force" | "normal" | "friction" | "torque";

/** One arrow, filled anew at every instant: N or Nm, in world axes. */
export class Arrow {
  readonly kind: ArrowKind;
  readonly constraint: Constraint;
  /** Where it begins. */
  readonly point = new Float64Array(3);
  readonly vector = new Float64Array(3);
  /** N or Nm */
  magnitude = 0;

  constructor(kind: ArrowKind, constraint: Constraint) {
    this.kind = kind;
    this.constraint = constraint;
  }

  get isTorque(): boolean {
    return this.kind === "torque";
  }

  /** Reads the wrench on B; the model is shown. */
  read(): void {
    const { kind, vector, point } = this;
    // A run has several assemblies where bodies are joined or parted: the one that is shown.
    const constraint = this.constraint.present;
    const { F, M, P } = constraint.wrenchB;
    point.set(P);
    vector.set(kind === "torque" ? M : F);
    if (constraint instanceof ContactReactions && kind !== "torque") {
      const { normal } = constraint.tracker;
      const along = F[0] * normal[0] + F[1] * normal[1] + F[2] * normal[2];
      for (let i = 0; i < 3; i++) vector[i] = kind === "normal" ? along * normal[i] : F[i] - along * normal[i];
    }
    this.magnitude = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
  }
}

/** The arrows of a constraint. */
export function createArrows(constraint: Constraint): Arrow[] {
  const kinds: ArrowKind[] = constraint instanceof ContactReactions ? ["normal", "friction"] : ["force"];
  return [...kinds, "torque" as const].map((kind) => new Arrow(kind, constraint));
}
