import { ModelError } from "../math/index.ts";
import type { Body, KinematicPort } from "../rigidbody/index.ts";
import { ReferencePort } from "../rigidbody/ReferencePort.ts";
import type { Workspace } from "./Workspace.ts";

/** A run in a law of a run in a law …: nobody means that. */
const DEEPEST = 8;

/** Where the parts of a model are looked up: in the workspace that is at work, else in the one that was shown last. */
export class Scope {
  private working: Workspace | undefined;
  /** So many workspaces are at work, each called by a function of the one before. */
  private depth = 0;
  /** What was shown last, when nothing is at work. */
  shown: Workspace | undefined;
  /** Where an event acts, while it does. */
  private acting: Workspace | undefined;

  get present(): Workspace | undefined {
    return this.working ?? this.shown;
  }

  /** Lets an event act: bodies are drawn as they are in the workspace then. */
  draw<T>(workspace: Workspace, work: () => T): T {
    const before = this.acting;
    this.acting = workspace;
    try {
      return work();
    } finally {
      this.acting = before;
    }
  }

  /** Where a body of the model is while an event acts; nothing for copies, which have poses of their own. */
  findDrawn(body: Body): KinematicPort | undefined {
    const own = this.acting?.lookUp(body);
    if (own === undefined || own === body) return undefined;
    own.refresh?.();
    const { r, T, v, w, a, e } = own.port;
    const copy = new ReferencePort();
    copy.r.set(r);
    copy.T.set(T);
    copy.v.set(v);
    copy.w.set(w);
    copy.a.set(a);
    copy.e.set(e);
    return copy;
  }

  /** Does something in a workspace, then goes back to where it was: a law may read another run in the middle of its own. */
  run<T>(workspace: Workspace, work: () => T): T {
    if (this.depth >= DEEPEST) {
      throw new ModelError(
        "System: a law evaluates the system, or reads a run, that has to call the same law, which would never end; let laws " +
          "depend on time, on the motion they act on, on body.kinematics and on joint.present",
      );
    }
    const before = this.working;
    this.working = workspace;
    this.depth++;
    try {
      return work();
    } finally {
      this.working = before;
      this.depth--;
    }
  }
}
