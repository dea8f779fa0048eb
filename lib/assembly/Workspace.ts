import type { Constraint } from "../constraints/index.ts";
import { Kernel } from "../kernel/Kernel.ts";
import type { TreePlan } from "../kernel/planTree.ts";
import { GraphCopy } from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Assembly } from "./Assembly.ts";

/**
 * What one run, or one reader, needs of a model: copies of its parts, and a kernel on them with state, links, ports,
 * wrenches, multipliers, modes and what trackers and contacts remember. Nothing of it is shared with another.
 */
export class Workspace {
  readonly assembly: Assembly;
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
  readonly kernel: Kernel;
  private readonly copy = new GraphCopy();

  constructor(assembly: Assembly, plan?: TreePlan) {
    this.assembly = assembly;
    this.bodies = this.copy.copyAll(assembly.bodies);
    this.constraints = this.copy.copyAll(assembly.constraints);
    this.kernel = new Kernel(this.bodies, this.constraints, assembly.gravity, plan);
  }

  /** A part of the model, or something made of parts, such as a wheel, as it is in this workspace. */
  find<T extends object>(part: T): T {
    return this.copy.copy(part);
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
