import type { Constraint } from "../constraints/index.ts";
import type { TreePlan } from "../kernel/planTree.ts";
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
  /** The spanning tree of all its kernels, from the first one on. */
  private plan: TreePlan | undefined;
  private names: readonly string[] | undefined;
  private observer: Observer | undefined;
  /** So many spanning trees were searched: one at most, whatever is run and read. */
  searches = 0;

  constructor(bodies: readonly Body[], constraints: readonly Constraint[], gravity: Gravity, scope: Scope) {
    this.bodies = bodies;
    this.constraints = constraints;
    this.gravity = gravity;
    this.scope = scope;
  }

  /** Memory for a run of its own. */
  createWorkspace(): Workspace {
    const workspace = new Workspace(this, this.plan);
    if (!this.plan) this.searches++;
    this.plan = workspace.kernel.plan;
    return workspace;
  }

  /** What each component of the state vector is. */
  get stateNames(): readonly string[] {
    const { kernel } = this.reader;
    this.names ??= Array.from({ length: kernel.size }, (_, i) => kernel.describeState(i));
    return this.names;
  }

  /** Reads all runs of this version; never used by a run itself. */
  get reader(): Observer {
    this.observer ??= new Observer(this.createWorkspace());
    return this.observer;
  }
}
