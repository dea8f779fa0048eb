/** Something that a run gives and a closed form, too. */
export interface CheckRow {
  name: string;
  unit: string;
  /** Undefined while it is not known. */
  found: number | undefined;
  /** Undefined where there is no closed form. */
  expected: number | undefined;
}
