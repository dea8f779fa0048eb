import { ModelError } from "../math/index.ts";
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

  get present(): Workspace | undefined {
    return this.working ?? this.shown;
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
