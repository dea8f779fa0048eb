import type { Constraint } from "../constraints/index.ts";
import type { Gravity } from "../rigidbody/Gravity.ts";
import type { Body } from "../rigidbody/index.ts";
import { Observer } from "./Observer.ts";
import type { Scope } from "./Scope.ts";
import { Workspace } from "./Workspace.ts";

/** One version of a model, as runs and readers take it: made once, and never changed. */
export class Assembly {
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
  readonly gravity: Gravity;
  readonly scope: Scope;
  private observer: Observer | undefined;

  constructor(bodies: readonly Body[], constraints: readonly Constraint[], gravity: Gravity, scope: Scope) {
    this.bodies = bodies;
    this.constraints = constraints;
    this.gravity = gravity;
    this.scope = scope;
  }

  /** Memory for a run of its own. */
  createWorkspace(): Workspace {
    return new Workspace(this);
  }

  /** Reads all runs of this version; never used by a run itself. */
  get reader(): Observer {
    this.observer ??= new Observer(this.createWorkspace());
    return this.observer;
  }
}
