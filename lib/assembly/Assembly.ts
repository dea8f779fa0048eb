import { type Constraint, Pair } from "../constraints/index.ts";
import type { TreePlan } from "../kernel/planTree.ts";
import type { Gravity } from "../rigidbody/Gravity.ts";
import type { Body } from "../rigidbody/index.ts";
import { checkSizes } from "./checkSizes.ts";
import type { Extension } from "./Extension.ts";
import { Observer } from "./Observer.ts";
import type { Scope } from "./Scope.ts";
import { Workspace } from "./Workspace.ts";

/** So many variants of a model are remembered, so that a run that comes back to one of them searches nothing. */
const MOST_VARIANTS = 32;

/** What an assembly has else than the model it comes from. */
export interface AssemblyChange {
  /** Joints of the model that are off and have no place in the spanning tree. */
  readonly absent: readonly Constraint[];
  /** Constraints that events have added to those of the model. */
  readonly attached: readonly Constraint[];
}

/**
 * One version of a model, as runs and readers take it: made once, and never changed. Where joints are cut or parts are
 * attached a run goes on with a variant of it: the same bodies, other constraints, another tree.
 */
export class Assembly implements AssemblyChange {
  readonly bodies: readonly Body[];
  readonly constraints: readonly Constraint[];
  readonly gravity: Gravity;
  readonly scope: Scope;
  readonly extensions: readonly Extension[];
  /** The model as it was written; for that itself. */
  readonly base: Assembly;
  readonly absent: readonly Constraint[] = [];
  readonly attached: readonly Constraint[] = [];
  /** Whether it was found that it can start. */
  isChecked = false;
  /** The spanning tree of all its kernels, from the first one on. */
  private plan: TreePlan | undefined;
  private names: readonly string[] | undefined;
  private observer: Observer | undefined;
  private readonly variants: Assembly[] = [];
  private ownSearches = 0;

  constructor(
    bodies: readonly Body[],
    constraints: readonly Constraint[],
    gravity: Gravity,
    scope: Scope,
    extensions: readonly Extension[],
    change?: AssemblyChange & { readonly base: Assembly },
  ) {
    checkSizes([
      ...bodies.map((body) => ({ label: `${body.constructor.name} "${body.name}"`, constants: body.constants })),
      ...(change?.attached ?? constraints),
    ]);
    this.bodies = bodies;
    this.constraints = change ? [...constraints, ...change.attached] : constraints;
    this.gravity = gravity;
    this.scope = scope;
    this.extensions = extensions;
    this.base = change?.base ?? this;
    if (!change) return;
    this.absent = change.absent;
    this.attached = change.attached;
  }

  /**
   * The same model with some joints absent and some constraints attached; made once, unless something is attached. What is
   * neither of the model nor attached is left out.
   */
  derive({ absent, attached }: AssemblyChange): Assembly {
    const { base } = this;
    // In the order of the model, whatever order they were cut in.
    const cut = [...base.constraints, ...attached].filter((constraint) => absent.includes(constraint));
    if (isSame(cut, this.absent) && isSame(attached, this.attached)) return this;
    if (cut.length === 0 && attached.length === 0) return base;
    const create = () => {
      const { bodies, constraints, gravity, scope, extensions } = base;
      return new Assembly(bodies, constraints, gravity, scope, extensions, { base, absent: cut, attached });
    };
    if (attached.length > 0) return create();
    const known = base.variants.find((variant) => isSame(variant.absent, cut));
    if (known) return known;
    const made = create();
    base.variants.push(made);
    if (base.variants.length > MOST_VARIANTS) base.variants.shift();
    return made;
  }

  /** The joints that carry bodies in the spanning tree. */
  get treeJoints(): readonly Pair[] {
    const { plan } = this.reader.kernel;
    const pairs = this.constraints.filter((constraint) => constraint instanceof Pair);
    return plan.steps.flatMap((step) => (step.kind === "pair" ? [pairs[step.pair]] : []));
  }

  /** So many spanning trees were searched, variants included: one each at most, whatever is run and read. */
  get searches(): number {
    return this.variants.reduce((sum, { searches }) => sum + searches, this.ownSearches);
  }

  /** Memory for a run of its own, or for the run that worked in `before` and goes on with this assembly. */
  createWorkspace(before?: Workspace): Workspace {
    const workspace = new Workspace(this, this.plan, before);
    if (!this.plan) this.ownSearches++;
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

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}
