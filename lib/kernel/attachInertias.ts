import type { Pair } from "../constraints/index.ts";
import { ModelError } from "../math/index.ts";
import type { Link } from "./Link.ts";

/** Gives links the inertias of what is attached to their motions; a joint that closes a loop has no place for them. */
export function attachInertias(
  entries: readonly { readonly pair: Pair; readonly links: readonly Link[] }[],
  closing: readonly Pair[],
): void {
  for (const { pair, links } of entries) {
    for (const { index, inertia } of pair.attachments) links[index].attachedInertia += inertia;
  }
  for (const pair of closing) {
    if (!pair.attachments.some(({ inertia }) => inertia !== 0)) continue;
    throw new ModelError(
      `${pair.label}: it closes a loop, and what is attached to it has an inertia of its own; make that a RigidBody with ` +
        "a Gear, or put a C on a 0-junction between it and the joint",
    );
  }
}
