import { Constraint } from "../constraints/index.ts";
import { Kernel } from "../kernel/Kernel.ts";
import type { TreePlan } from "../kernel/planTree.ts";
import { GraphCopy } from "../math/index.ts";
import { Body } from "../rigidbody/index.ts";
import type { Assembly } from "./Assembly.ts";
import type { Extension } from "./Extension.ts";

/**
 * What one run, or one reader, needs of a model: copies of its parts, and a kernel on them with state, links, ports,
 * wrenches, multipliers, modes and what trackers and contacts remember. Nothing of it is shared with another. A run that
 * goes on with another assembly takes its copies with it, and leaves the workspace `before` for good.
 */
export class Workspace {
  readonly assembly: Assembly;
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
  readonly extensions: readonly Extension[];
  readonly kernel: Kernel;
  private readonly copy: GraphCopy;
  private readonly named: ReadonlyMap<string, Body | Constraint>;

  constructor(assembly: Assembly, plan?: TreePlan, before?: Workspace) {
    this.assembly = assembly;
    this.copy = before?.copy ?? new GraphCopy();
    const { copy } = this;
    this.bodies = before ? before.bodies : copy.copyAll(assembly.bodies);
    // What was made at an event may refer to copies.
    this.constraints = before ? assembly.constraints.map((c) => copy.copy(c)) : copy.copyAll(assembly.constraints);
    this.extensions = before ? before.extensions : copy.copyAll(assembly.extensions);
    this.named = new Map([...this.bodies, ...this.constraints].map((part) => [part.name, part]));
    const absent = new Set(assembly.absent.map((joint) => this.copy.lookUp(joint)));
    this.kernel = new Kernel(this.bodies, this.constraints, assembly.gravity, plan, absent);
  }

  /** A part of the model, or something made of parts, such as a wheel, as it is in this workspace. */
  find<T extends object>(part: T): T {
    const own = this.copy.lookUp(part);
    if (own !== part) return own;
    // It may be the copy that another workspace has.
    const isPart = part instanceof Body || part instanceof Constraint;
    const named = isPart ? this.named.get(part.name) : undefined;
    return named?.constructor === part.constructor ? (named as object as T) : this.copy.copy(part);
  }

  /** A body or a constraint of the model as it is in this workspace; anything else as it is. */
  lookUp<T>(part: T): T {
    return typeof part === "object" && part !== null ? this.copy.lookUp(part) : part;
  }

  /** Does something while laws that read the model read it here. */
  run<T>(work: () => T): T {
    return this.assembly.scope.run(this, work);
  }
}
