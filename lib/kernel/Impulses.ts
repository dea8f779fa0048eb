import { RankRevealingSolver } from "../math/index.ts";
import type { Kernel } from "./Kernel.ts";
import type { Link } from "./Link.ts";

/** Pivots below this part of the largest count as dependent. */
const RANK_CUTOFF = 1e-9;

/**
 * Sudden changes of velocity through the operator Φ: impulses on bodies and along motions, motions that get a given rate,
 * and the rows, which hold before and after. The impulses of rows and given rates are the unknowns; everything moves by
 * the least change that the masses allow. May allocate: it is used at events.
 */
export class Impulses {
  private readonly kernel: Kernel;
  private readonly efforts: Float64Array;
  private readonly wrenches: { link: Link; wrench: Float64Array }[] = [];
  private readonly targets = new Map<number, number>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.efforts = new Float64Array(kernel.rateCount);
  }

  /** An impulse (Ns) and an angular impulse (Nms) at the centre of mass. */
  addWrench(link: Link, wrench: ArrayLike<number>): void {
    this.wrenches.push({ link, wrench: Float64Array.from(wrench) });
  }

  /** Wants component `rate` of the rates to become `value`. */
  setTarget(rate: number, value: number): void {
    this.targets.set(rate, value);
  }

  get isEmpty(): boolean {
    return this.wrenches.length === 0 && this.targets.size === 0;
  }

  /** Changes the rates of the kernel so that the rows hold and the targets are met. */
  apply(t: number): void {
    const { kernel } = this;
    kernel.prepareProjection(t);
    const errors = kernel.rows.constraints.flatMap((constraint) =>
      Array.from({ length: constraint.rowCount }, (_, row) => constraint.getVelocityError(row)),
    );
    const wanted = [...this.targets].map(([rate, value]) => [rate, value - kernel.s[rate]] as const);
    const change = this.solve(errors, wanted);
    for (let i = 0; i < kernel.rateCount; i++) kernel.s[i] += change[i];
  }

  /**
   * The least change along the rates, in the metric of the masses, that takes away `errors` of the rows and changes some
   * rates as `wanted`, on top of what the impulses do. The kernel is prepared at the present state.
   */
  solve(errors: readonly number[], wanted: readonly (readonly [rate: number, change: number])[]): Float64Array {
    const { kernel } = this;
    const { constraints } = kernel.rows;
    const ends = constraints.map((constraint) => constraint.bodies.map((body) => kernel.getLink(body)));
    const free = this.respond(() => {
      for (const { link, wrench } of this.wrenches) link.addImpulse(wrench, 0, UNIT, 0);
    }, this.efforts);
    const readRows = () =>
      constraints.flatMap((constraint, i) =>
        Array.from({ length: constraint.rowCount }, (_, row) => {
          const out = new Float64Array(1);
          const bodies = ends[i];
          bodies.forEach((link, b) => {
            link.addResponse(constraint.jacobian, 6 * (row * bodies.length + b), out, 0);
          });
          return out[0];
        }),
      );
    const freeRows = readRows();
    const right = [
      ...errors.map((error, i) => -error - freeRows[i]),
      ...wanted.map(([rate, change]) => change - free[rate]),
    ];
    const size = right.length;
    if (size === 0) return free;
    const unit = (rate: number) => this.efforts.map((_, i) => (i === rate ? 1 : 0));
    const loads: { load: () => void; efforts: Float64Array }[] = [];
    constraints.forEach((constraint, i) => {
      for (let row = 0; row < constraint.rowCount; row++) {
        const load = () =>
          ends[i].forEach((link, b) => {
            link.addImpulse(constraint.jacobian, 6 * (row * ends[i].length + b), UNIT, 0);
          });
        loads.push({ load, efforts: new Float64Array(kernel.rateCount) });
      }
    });
    for (const [rate] of wanted) loads.push({ load: () => {}, efforts: unit(rate) });
    const solver = new RankRevealingSolver(size);
    const changes = loads.map(({ load, efforts }, column) => {
      const change = this.respond(load, efforts);
      solver.matrix.set([...readRows(), ...wanted.map(([rate]) => change[rate])], column * size);
      return change;
    });
    // In units of their own responses, as in RowSolver.
    const units = right.map((_, i) => {
      const own = solver.matrix[i * size + i];
      return own > 0 ? 1 / Math.sqrt(own) : 0;
    });
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) solver.matrix[j * size + i] *= units[i] * units[j];
    const solution = new Float64Array(size);
    solver.factor(size, RANK_CUTOFF);
    solver.solve(
      Float64Array.from(right, (value, i) => value * units[i]),
      solution,
    );
    for (let i = 0; i < size; i++) solution[i] *= units[i];
    return free.map((value, i) => changes.reduce((sum, change, k) => sum + change[i] * solution[k], value));
  }

  /** Φ of what `load` puts on the links and of efforts: the change of the rates; δ′ stays readable. */
  private respond(load: () => void, efforts: Float64Array): Float64Array {
    const { links } = this.kernel;
    const change = new Float64Array(this.kernel.rateCount);
    for (const link of links) link.clearResponse();
    load();
    for (let i = links.length - 1; i >= 0; i--) links[i].sweepIn(efforts);
    for (const link of links) link.sweepOut(change);
    return change;
  }
}

const UNIT = new Float64Array([1]);
