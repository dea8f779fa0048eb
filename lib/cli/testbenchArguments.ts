export const TESTBENCH_OPTIONS = {
  case: { type: "string" },
  accept: { type: "string" },
  tolerance: { type: "string" },
  tracker: { type: "string" },
  rollers: { type: "string" },
  psi: { type: "string" },
  time: { type: "string" },
  friction: { type: "string" },
  out: { type: "string" },
  json: { type: "boolean" },
} as const;

/** What was given on the command line, as text. */
export type TestbenchArguments = { [K in keyof typeof TESTBENCH_OPTIONS]?: K extends "json" ? boolean : string };
