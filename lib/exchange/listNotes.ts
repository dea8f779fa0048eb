import type { Pair } from "../constraints/index.ts";

/** What a file cannot say of these joints. */
export function listNotes(joints: readonly Pair[]): string[] {
  const notes: string[] = [];
  for (const { label, motions } of joints) {
    for (const motion of motions) {
      if (motion.kind === "ball") continue;
      if (motion.bond.motion) notes.push(`${label}: its prescribed motion is not written; it moves freely there`);
      if (motion.bond.effort) notes.push(`${label}: its effort is a function and is not written; it is left out there`);
    }
  }
  return notes;
}
