import { checkStart, findStart } from "../assembly/findStart.ts";
import { listMoves } from "../assembly/listMoves.ts";
import { listRateChanges } from "../assembly/listRateChanges.ts";
import type { Observer } from "../assembly/Observer.ts";
import { Pair } from "../constraints/index.ts";
import { ModelError } from "../math/index.ts";
import { describeModel, listDifferences } from "../trajectory/modelJSON.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import type { KernelProblem } from "./KernelProblem.ts";

const OWNER = "simulate";

/** The state at the start of a run into `y`: of the model at a time, or of the end of another run; adds to `notes`. */
export function findInitialState(
  observer: Observer,
  from: number | Trajectory,
  y: Float64Array,
  notes: string[],
): void {
  const { kernel } = observer;
  if (!(from instanceof Trajectory)) {
    findStart(kernel, from);
    checkStart(kernel, from);
    notes.push(...listMoves(kernel, from), ...listRateChanges(kernel, from));
    kernel.writeState(y);
    return;
  }
  const names = observer.stateNames;
  if (from.stateNames.length !== names.length || names.some((name, i) => name !== from.stateNames[i])) {
    throw new ModelError(
      `${OWNER}: the trajectory to continue has the state [${from.stateNames.slice(0, 6).join("; ")}…], the system ` +
        `[${names.slice(0, 6).join("; ")}…]; continue with the system the run was made with`,
    );
  }
  const { y: last, modes } = from.lastState;
  if (modes.length !== kernel.constraints.length) {
    throw new ModelError(
      `${OWNER}: the trajectory to continue has ${modes.length} constraints, the system ${kernel.constraints.length}; ` +
        "continue with the system the run was made with",
    );
  }
  const differences = listDifferences(from.describeModel(), describeModel(observer.workspace.assembly.base.reader));
  notes.push(...differences.map((text) => `t = ${from.end} s: ${text}`));
  kernel.setModes(modes);
  y.set(last);
  // Trackers may have been elsewhere.
  observer.show(from.end, y);
}

/**
 * The start has to fit the rates of what is driven. A mechanism that cannot move is a frame, or a mistake: that is worth a
 * note.
 */
export function checkInitialRates(problem: KernelProblem, t: number, y: Float64Array, notes: string[]): void {
  const { kernel } = problem;
  if (!kernel.canDrift) return;
  kernel.readState(y);
  kernel.prepareProjection(t);
  problem.checkRows(0);
  const { rateCount, rows, constraints } = kernel;
  if (rateCount === 0 || rateCount > rows.rowCount - rows.redundancy) return;
  const isDriven =
    constraints.some((c) => c instanceof Pair && c.motions.some((m) => m.kind !== "ball" && m.bond.motion)) ||
    rows.constraints.some((row) => [...row.velocityTargets, ...row.accelerationTargets].some((x) => x !== 0));
  // What stands on its contacts may move later.
  if (isDriven || kernel.contacts.some(({ isClosed }) => isClosed)) return;
  notes.push(
    `t = ${t} s: nothing can move, the constraints leave no freedom; if this is no frame, look for one too many`,
  );
}
