/** What limited the steps of a run, and what to try. */
export interface Diagnosis {
  /** The shortest step: when, how long (s), and what limited it. */
  shortest: { t: number; step: number; limitedBy: string };
  /** What limited the steps, most frequent first, with its share of all steps (0 to 1). */
  limitedBy: { name: string; share: number }[];
  /** Events of each owner, most frequent first. */
  events: { owner: string; count: number }[];
  /** Where stability, not accuracy, limited the steps: since when, for which share of all steps (0 to 1), and by what. */
  stiff?: { from: number; share: number; limitedBy: string; forces: string[] };
  /** What to try if the run is slow; empty for a healthy one. */
  advice: string[];
}
