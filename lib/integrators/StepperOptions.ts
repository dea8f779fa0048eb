export interface StepperOptions {
  /** No step is longer, but for a millionth of it to land on the end. Default: no limit. */
  readonly maxStep?: number;
  /** The first step; default: chosen from the problem. */
  readonly initialStep?: number;
  /** A step that would have to be shorter stops the run. Default: only the resolution of the clock counts. */
  readonly minStep?: number;
  /**
   * Whether a step counts as good only if its dense output obeys the equation too. Where stability limits an explicit
   * method the ends of steps may be right and what lies between them far off. Up to four evaluations a step. Default: no.
   */
  readonly checksInterior?: boolean;
  /**
   * Whether a step as short as the clock can tell may miss its tolerance, for that is a jump of the derivative which cannot be
   * located better. Where the next steps are no better it is none, and the run stops. Default: no.
   */
  readonly passesJumps?: boolean;
  /**
   * Whether the interior of a dense output that costs evaluations is left out where a state next to the end of a step is read, and
   * it would not matter. What is read there before and after the rest is then not the same to the last digit. Default: no.
   */
  readonly sparesInterior?: boolean;
}
