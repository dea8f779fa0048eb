import type { Assembly } from "../assembly/Assembly.ts";
import { checkStart, findStart } from "../assembly/findStart.ts";
import { listMoves } from "../assembly/listMoves.ts";
import { Observer } from "../assembly/Observer.ts";
import { updateRows } from "../kernel/rateRows.ts";
import { checkNumber, checkNumbers, checkOptions, describe, getMessage, ModelError } from "../math/index.ts";
import { RunStore } from "../trajectory/RunStore.ts";
import { SimulationError } from "../trajectory/SimulationError.ts";
import { Snapshot } from "../trajectory/Snapshot.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import { DenseAlgebra } from "./DenseAlgebra.ts";
import type { Equilibrium } from "./Equilibrium.ts";
import { checkConflicts } from "./findConflicts.ts";
import { type EquilibriumOptions, findEquilibrium } from "./findEquilibrium.ts";
import type { InverseDynamics } from "./InverseDynamics.ts";
import type { Linearization } from "./Linearization.ts";
import { linearize } from "./linearize.ts";
import { Report } from "./Report.ts";
import { type InverseDynamicsOptions, type InverseDynamicsSeries, solveInverse } from "./solveInverse.ts";
import { type KinematicsOptions, solveKinematics } from "./solveKinematics.ts";
import type { TurnAxes } from "./TurningFrame.ts";

export interface LinearizeOptions {
  /** The state: a snapshot, or the state vector of one. Default: the start. */
  at?: Snapshot | ArrayLike<number>;
  /** s. Default: that of the snapshot, or 0. */
  t?: number;
  /**
   * Axes in which small rotations of free bodies and balls are counted: those of the body, or axes that lie on them at
   * this instant and do not turn. For a body that spins it makes a difference: the frequencies of a top are seen from the
   * top, or from beside it. Default: those of the body, unless the motion is steady in the others only, as that of a wheel
   * that rolls.
   */
  axes?: TurnAxes;
}

/** So many instants at once, or numbers of a state. */
const MOST_TIMES = 1e6;

/** The analyses of a model, as `System` offers them: checks what they are asked, and puts the model into its state. */
export class Analyses {
  private readonly assembly: Assembly;
  private observer: Observer;

  /** They work in memory of their own. */
  constructor(assembly: Assembly) {
    this.assembly = assembly;
    this.observer = new Observer(assembly.createWorkspace());
  }

  report(): Report {
    return this.observer.workspace.run(() => this.doReport());
  }

  private doReport(): Report {
    this.begin(0);
    return new Report(this.observer, 0);
  }

  /** Of a run that joins or parts bodies each instant has the assembly of its segment. */
  private follow(at: unknown): void {
    if (!(at instanceof Snapshot) || at.assembly === this.assembly || at.assembly.base !== this.assembly.base) return;
    this.observer = new Observer(at.assembly.createWorkspace());
  }

  linearize(options: LinearizeOptions): Linearization {
    checkOptions("linearize", options, ["at", "t", "axes"]);
    this.follow(options.at);
    return this.observer.workspace.run(() => this.doLinearize(options));
  }

  private doLinearize(options: LinearizeOptions): Linearization {
    const owner = "linearize";
    const { axes } = options;
    if (axes !== undefined && axes !== "body" && axes !== "space") {
      throw new ModelError(`${owner}: axes are ${describe(axes)}; give "body" or "space"`);
    }
    const t = this.beginAt(owner, options.at, options.t);
    checkConflicts(owner, this.observer, t);
    return linearize(this.observer.kernel, t, axes);
  }

  async equilibrium(options: EquilibriumOptions): Promise<Equilibrium> {
    const owner = "equilibrium";
    checkOptions(owner, options, ["guess", "tolerance", "t"]);
    this.follow(options.guess);
    const algebra = await DenseAlgebra.load();
    return this.observer.workspace.run(() => {
      const t = this.beginAt(owner, options.guess instanceof Snapshot ? options.guess : undefined, options.t);
      return findEquilibrium(this.observer, t, options, algebra);
    });
  }

  async inverseDynamics(
    options: InverseDynamicsOptions | InverseDynamicsSeries,
  ): Promise<InverseDynamics | InverseDynamics[]> {
    const owner = "inverseDynamics";
    checkOptions(owner, options, ["motion", "t", "times"]);
    const algebra = await DenseAlgebra.load();
    const { motion, t, times } = (options ?? {}) as InverseDynamicsOptions & Partial<InverseDynamicsSeries>;
    const { workspace } = this.observer;
    if (times === undefined) {
      return workspace.run(() => solveInverse(this.observer, this.beginAt(owner, undefined, t), motion, algebra));
    }
    if (t !== undefined || (!Array.isArray(times) && !ArrayBuffer.isView(times))) {
      throw new ModelError(
        `${owner}: times are ${describe(times)}; give a list of instants in seconds, and no t beside it`,
      );
    }
    const list = checkNumbers(owner, "times", times, "a list of instants in seconds", undefined, MOST_TIMES);
    // From one instant to the next loops stay on their branch.
    return workspace.run(() => {
      this.beginAt(owner, undefined, list[0]);
      return list.map((time) => solveInverse(this.observer, time, motion, algebra));
    });
  }

  kinematics(options: KinematicsOptions): Trajectory {
    return this.observer.workspace.run(() => this.doKinematics(options));
  }

  private doKinematics(options: KinematicsOptions): Trajectory {
    const owner = "kinematics";
    checkOptions(owner, options, ["from", "to", "steps"]);
    const { observer } = this;
    this.beginAt(owner, undefined, options?.from);
    const modes = observer.kernel.getModes();
    const notes = listMoves(observer.kernel, options?.from ?? 0);
    const { points, statistics, failure } = solveKinematics(observer, options ?? {});
    const store = new RunStore(observer.stateNames, 0, statistics);
    store.notes.push(...notes);
    for (const { t, y } of points) store.addPoint(t, y, modes);
    const trajectory = new Trajectory(observer, store);
    if (failure === undefined) return trajectory;
    throw new SimulationError(
      `${owner}: ${getMessage(failure)}. What was computed before is in the error's trajectory`,
      trajectory,
      { cause: failure },
    );
  }

  /** Puts the model into its start at the time `t`. */
  private begin(t: number): void {
    const { kernel } = this.observer;
    findStart(kernel, t);
    checkStart(kernel, t);
  }

  /** Puts the model into a state, or into its start; returns the time. */
  private beginAt(owner: string, at: Snapshot | ArrayLike<number> | undefined, time: number | undefined): number {
    const t = checkNumber(owner, "the time", time ?? (at instanceof Snapshot ? at.t : 0));
    if (at === undefined) {
      this.begin(t);
      return t;
    }
    // Modes are part of what a snapshot shows; what is not in the state begins as at the start.
    this.begin(t);
    if (at instanceof Snapshot) this.observer.kernel.setModes(at.modes);
    const { kernel } = this.observer;
    const form = "a snapshot such as run.last, or its state";
    const state = Float64Array.from(
      checkNumbers(owner, "at", at instanceof Snapshot ? at.state : at, form, undefined, MOST_TIMES),
    );
    if (state.length !== kernel.size) {
      throw new ModelError(
        `${owner}: the state has ${state.length} numbers, the model ${kernel.size}; give a state of this model as it is now`,
      );
    }
    kernel.readState(state);
    updateRows(kernel, t);
    const error = kernel.findRowErrors(t).position;
    if (error <= 1e-6 && kernel.project(t, 5, 1e-14) <= 1e-9) return t;
    throw new ModelError(
      `${owner}: the state does not fit the loops of the model at t = ${t} s, by ${error.toPrecision(3)} m or rad; take a ` +
        "snapshot of this model at this time",
    );
  }
}
