import type { Rows } from "../constraints/index.ts";
import type { Kernel } from "./Kernel.ts";
import type { Link } from "./Link.ts";
import { RowBlock } from "./RowBlock.ts";
import type { RowIsland } from "./RowIsland.ts";
import { RowOperator } from "./RowOperator.ts";

const UNIT = new Float64Array([1]);

/**
 * Sudden changes of velocity through the operator Φ: impulses on bodies, motions that get a given rate, and the rows, which
 * hold before and after. The impulses of rows and given rates are the unknowns; everything moves by the least change that
 * the masses allow. May allocate: it is used at events.
 */
export class Impulses {
  private readonly kernel: Kernel;
  private readonly wrenches: { link: Link; wrench: Float64Array }[] = [];
  private readonly targets = new Map<number, number>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
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
    const rates = wanted.map(([rate, change]) => ({ change, block: RowBlock.ofRate(rate, findOwner(kernel, rate)) }));
    const rowErrors = new Map<unknown, number[]>();
    let place = 0;
    for (const constraint of constraints) {
      rowErrors.set(constraint, errors.slice(place, place + constraint.rowCount));
      place += constraint.rowCount;
    }
    const touched = [
      ...constraints.flatMap(({ ends }) => ends.map((body) => kernel.getLink(body))),
      ...this.wrenches.map(({ link }) => link),
      ...rates.flatMap(({ block }) => block.ends),
    ];
    const result = new Float64Array(kernel.rateCount);
    for (const island of kernel.rows.findIslands(touched)) {
      const own = rates.filter(({ block }) => island.links.includes(block.ends[0]));
      const operator =
        own.length > 0
          ? this.extend(
              island,
              own.map(({ block }) => block),
            )
          : island.operator;
      const changes = new Float64Array(operator.rowCount);
      for (const { constraint, first } of operator.blocks) {
        if (constraint)
          changes.set(
            (rowErrors.get(constraint) as number[]).map((error) => -error),
            first,
          );
      }
      for (const { block, change } of own) changes[block.first] = change;
      operator.respondTo(island.links, () => this.load(island), changes);
      for (const { rate, rateCount } of island.links) {
        for (let i = rate; i < rate + rateCount; i++) result[i] = operator.change[i];
      }
    }
    return result;
  }

  private load(island: RowIsland): void {
    for (const { link, wrench } of this.wrenches) if (island.links.includes(link)) link.addImpulse(wrench, 0, UNIT, 0);
  }

  /** The operator of an island with rates that are wanted beside its rows. */
  private extend({ operator: { blocks } }: RowIsland, rates: readonly RowBlock[]): RowOperator {
    const { rateCount } = this.kernel;
    const rows = blocks.map(({ constraint, ends }) => RowBlock.ofConstraint(constraint as Rows, ends));
    const operator = new RowOperator([...rows, ...rates], new Float64Array(rateCount), new Float64Array(rateCount));
    operator.factor(false);
    return operator;
  }
}

/** The link that a rate belongs to. */
function findOwner({ links }: Kernel, rate: number): Link {
  return links.find((link) => rate >= link.rate && rate < link.rate + link.rateCount) as Link;
}
