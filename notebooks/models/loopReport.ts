import { createLoop, type JointKind, type LoopParameters } from "./loops.ts";

/** What `System.report` says of a loop, in a form that survives a structured clone. */
export interface LoopReport {
  degreesOfFreedom: number;
  /** Rates of bodies less rows of constraints: the freedoms by counting alone. */
  count: number;
  rows: number;
  rank: number;
  redundancy: number;
  /** A choice of motions from which the others follow. */
  freedoms: string[];
  isSingular: boolean;
  /** As it prints itself. */
  text: string;
}

//#region report
export async function reportLoop(parameters: LoopParameters): Promise<LoopReport> {
  const { system } = createLoop(parameters);
  const report = await system.report();
  const { degreesOfFreedom, rates, rows, rank, redundancy, freedoms, isSingular } = report;
  const count = rates - rows;
  return { degreesOfFreedom, count, rows, rank, redundancy, freedoms: [...freedoms], isSingular, text: String(report) };
}
//#endregion

/** A line of the table of mechanisms. */
export interface LoopRow {
  name: string;
  /** As drawn, and with the last axis off by one degree. */
  exact: LoopReport;
  skew: LoopReport;
}

const HINGES = { B: "hinge", C: "hinge", D: "hinge" } as const;
const START: LoopParameters = { mechanism: "four-bar", ...HINGES, skew: 0, angle: 60 };

const choose = (B: JointKind, C: JointKind, D: JointKind): LoopParameters => ({ ...START, B, C, D });

/** The mechanisms of the table, each with the name of its line. */
export const LOOPS: Readonly<Record<string, LoopParameters>> = {
  "four hinges": choose("hinge", "hinge", "hinge"),
  "C a cylinder": choose("hinge", "cylinder", "hinge"),
  "C a ball": choose("hinge", "ball", "hinge"),
  "B a cylinder, C a ball": choose("cylinder", "ball", "hinge"),
  "B and C balls": choose("ball", "ball", "hinge"),
  "B, C, D cylinders": choose("cylinder", "cylinder", "cylinder"),
  "Bricard, six hinges": { ...START, mechanism: "Bricard" },
  "parallelogram, upright": { ...START, mechanism: "parallelogram" },
  "parallelogram, flat": { ...START, mechanism: "parallelogram", angle: 0 },
};

/** The line of a mechanism. */
export async function reportRow(name: string): Promise<LoopRow> {
  const parameters = LOOPS[name];
  return { name, exact: await reportLoop(parameters), skew: await reportLoop({ ...parameters, skew: 1 }) };
}
