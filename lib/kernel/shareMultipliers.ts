import type { Link } from "./Link.ts";
import type { RowOperator } from "./RowOperator.ts";

/**
 * Multipliers of the least norm are of the form `c² Cᵀ Φ Jᵀ κ`, in the units c of the columns: replaces the κ of independent rows
 * in the multipliers of an operator by those of all rows. So rows with friction share a load as `operator.solve` has it, with no
 * more unknowns than it takes. `links` are those of the island, root first, or the first `count` of them.
 */
export function shareMultipliers(operator: RowOperator, links: readonly Link[], count: number): void {
  const { blocks, multipliers, columnScale } = operator;
  operator.measure(true);
  operator.clear(links, count);
  operator.pushAll(false);
  operator.sweep(links, count);
  for (let i = 0; i < blocks.length; i++) {
    const { constraint, ends, size, first } = blocks[i];
    if (!constraint) continue;
    for (let row = 0; row < size; row++) {
      const place = first + row;
      multipliers[place] = 0;
      for (let b = 0; b < ends.length; b++) {
        ends[b].addResponse(constraint.columns, 6 * (row * ends.length + b), multipliers, place);
      }
      multipliers[place] *= columnScale[place] * columnScale[place];
    }
  }
}
