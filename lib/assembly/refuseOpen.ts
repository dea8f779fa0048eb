import { ModelError } from "../math/index.ts";

/**
 * What is switched on or attached may be open by this part of the size of the model, or of 0.1 m where all lies in one
 * place: it catches its bodies, it does not fetch them.
 */
export const REACH = 1e-3;
/** A constraint that stays open by more than this (m or rad) is not met. */
export const OPEN = 1e-8;

/** Constraints that are not met after an event; `missing` says which, and by how much. */
export const refuseOpen = (missing: string): ModelError =>
  new ModelError(
    `the constraints are not met after the event; ${missing}. Bring together what a constraint connects before it is ` +
      "switched on",
  );
