/** One measured number with the value it is promised to reach. Modules in `bench/rows` export `rows: BenchRow[]`. */
export interface BenchRow {
  /** Parts from the general to the special, such as `chain/10/forward`. */
  name: string;
  unit: string;
  promised: Bound;
  /** What is kept where the promise is missed: tests hold it there, and the row goes on saying that it fails. */
  kept?: Bound;
  /** Accuracy and size come out the same in every run; a speed depends on the machine and carries a ratio. */
  kind: "speed" | "accuracy" | "size";
  measure(): number | Timing | Promise<number | Timing>;
}

export type Bound = { max: number } | { min: number };

export interface Timing {
  /** In the row's unit. */
  value: number;
  /** The same time in units of the yardstick: comparable between machines and between busy and idle hours. */
  ratio: number;
}
