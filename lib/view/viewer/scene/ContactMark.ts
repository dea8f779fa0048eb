import { ContactReactions, NearestPoints } from "../../../constraints/contact/index.ts";
import type { Constraint } from "../../../constraints/index.ts";

/** A point where bodies touch, or where the nearest points of two surfaces are. */
export class ContactMark {
  readonly constraint: ContactReactions | NearestPoints;
  readonly point = new Float64Array(3);
  /** Whether it is to be seen: a contact while it is closed. */
  isOn = false;
  private readonly side: "A" | "B" | "middle";

  constructor(constraint: ContactReactions | NearestPoints, side: "A" | "B" | "middle") {
    this.constraint = constraint;
    this.side = side;
  }

  /** Reads the tracked points; the model is shown. */
  read(): void {
    const { side, point } = this;
    const constraint = this.constraint.present;
    const { pointA, pointB } = constraint.tracker;
    const share = side === "A" ? 0 : side === "B" ? 1 : 0.5;
    for (let i = 0; i < 3; i++) point[i] = (1 - share) * pointA[i] + share * pointB[i];
    this.isOn = constraint.isOn && (constraint instanceof NearestPoints || constraint.isClosed);
  }
}

/** A contact has one mark; two surfaces that are only followed have two. */
export function createMarks(constraint: Constraint): ContactMark[] {
  if (constraint instanceof ContactReactions) return [new ContactMark(constraint, "middle")];
  if (!(constraint instanceof NearestPoints)) return [];
  return [new ContactMark(constraint, "A"), new ContactMark(constraint, "B")];
}
