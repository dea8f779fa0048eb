import { checkNumber, checkOptions, describe } from "../../math/check.ts";
import { ModelError } from "../../math/ModelError.ts";
import { getMessage } from "../EventWatch.ts";
import { findStart } from "../kernel/findStart.ts";
import { listMoves } from "../kernel/listMoves.ts";
import type { Observer } from "../kernel/Observer.ts";
import { RunStore } from "../RunStore.ts";
import { SimulationError } from "../SimulationError.ts";
import { Snapshot } from "../Snapshot.ts";
import { Trajectory } from "../Trajectory.ts";
import type { Equilibrium } from "./Equilibrium.ts";
import { checkConflicts } from "./findConflicts.ts";
import { type EquilibriumOptions, findEquilibrium } from "./findEquilibrium.ts";
import type { InverseDynamics } from "./InverseDynamics.ts";
import type { Linearization } from "./Linearization.ts";
import { linearize, type TurnAxes } from "./linearize.ts";
import { Report } from "./Report.ts";
import { updateRows } from "./rateRows.ts";
import { type InverseDynamicsOptions, type InverseDynamicsSeries, solveInverse } from "./solveInverse.ts";
import { type KinematicsOptions, solveKinematics } from "./solveKinematics.ts";

export interface LinearizeOptions {
  /** The state: a snapshot, or the state vector of one. Default: the start. */
  at?: Snapshot | ArrayLike<number>;
  /** s. Default: that of the snapshot, or 0. */
  t?: number;
  /**
   * Axes in which small rotations of free bodies and balls are counted: those of the body (default), or axes that lie on
   * them at this instant and do not turn. For a body that spins it makes a difference: the frequencies of a top are seen
   * from the top, or from beside it.
   */
  axes?: TurnAxes;
}

/** The analyses of a model, as `System` offers them: checks what they are asked, and puts the model into its state. */
export class Analyses {
  private readonly observer: Observer;

  constructor(observer: Observer) {
    this.observer = observer;
  }

  report(): Report {
    this.begin(0);
    return new Report(this.observer, 0);
  }

  linearize(options: LinearizeOptions): Linearization {
    const owner = "linearize";
    checkOptions(owner, options, ["at", "t", "axes"]);
    const { axes = "body" } = options;
    if (axes !== "body" && axes !== "space") {
      throw new ModelError(`${owner}: axes are ${describe(axes)}; give "body" or "space"`);
    }
    const t = this.beginAt(owner, options.at, options.t);
    checkConflicts(owner, this.observer, t);
    return linearize(this.observer.kernel, t, axes);
  }

  equilibrium(options: EquilibriumOptions): Equilibrium {
    const owner = "equilibrium";
    checkOptions(owner, options, ["guess", "tolerance", "t"]);
    const t = this.beginAt(owner, options.guess instanceof Snapshot ? options.guess : undefined, options.t);
    return findEquilibrium(this.observer, t, options);
  }

  inverseDynamics(options: InverseDynamicsOptions | InverseDynamicsSeries): InverseDynamics | InverseDynamics[] {
    const owner = "inverseDynamics";
    checkOptions(owner, options, ["motion", "t", "times"]);
    const { motion, t, times } = (options ?? {}) as InverseDynamicsOptions & Partial<InverseDynamicsSeries>;
    if (times === undefined) return solveInverse(this.observer, this.beginAt(owner, undefined, t), motion);
    if (t !== undefined || (!Array.isArray(times) && !ArrayBuffer.isView(times))) {
      throw new ModelError(
        `${owner}: times are ${describe(times)}; give a list of instants in seconds, and no t beside it`,
      );
    }
    const list = Array.from(times, (time) => checkNumber(owner, "a time", time));
    // From one instant to the next loops stay on their branch.
    this.beginAt(owner, undefined, list[0]);
    return list.map((time) => solveInverse(this.observer, time, motion));
  }

  kinematics(options: KinematicsOptions): Trajectory {
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
    kernel.activate();
    kernel.setModes(kernel.getInitialModes());
    findStart(kernel, t);
  }

  /** Puts the model into a state, or into its start; returns the time. */
  private beginAt(owner: string, at: Snapshot | ArrayLike<number> | undefined, time: number | undefined): number {
    const t = checkNumber(owner, "the time", time ?? (at instanceof Snapshot ? at.t : 0));
    if (at === undefined) {
      this.begin(t);
      return t;
    }
    // Modes are part of what a snapshot shows.
    if (at instanceof Snapshot) at.show();
    const list = at instanceof Snapshot ? at.state : at;
    const state = ArrayBuffer.isView(list) || Array.isArray(list) ? Float64Array.from(list) : undefined;
    if (!state?.every(Number.isFinite)) {
      throw new ModelError(`${owner}: at is ${describe(at)}; give a snapshot such as run.last, or its state`);
    }
    const { kernel } = this.observer;
    if (state.length !== kernel.size) {
      throw new ModelError(
        `${owner}: the state has ${state.length} numbers, the model ${kernel.size}; give a state of this model as it is now`,
      );
    }
    kernel.activate();
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
