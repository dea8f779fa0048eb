import type { Task } from "../../lib/worker/index.ts";

/** What the worker does for pages beside runs of models: functions that report `{ done, value }`. */
export const tasks = {
  loopReport: async (parameters, context) => (await import("./loops.ts")).sendReport(parameters, context),
  loopTable: async (parameters, context) => (await import("./loops.ts")).sendTable(parameters, context),
  compareFlyby: async (parameters, context) => (await import("./compareFlyby.ts")).compareFlyby(parameters, context),
  auditGraph: async (parameters, context) => (await import("./auditGraph.ts")).auditGraph(parameters, context),
  compareOnWheel: async (parameters, context) =>
    (await import("./compareOnWheel.ts")).compareOnWheel(parameters, context),
  drive: async (parameters, context) => (await import("./drive.ts")).drive(parameters, context),
  compareDrives: async (parameters, context) => (await import("./compareDrives.ts")).compareDrives(parameters, context),
} satisfies Record<string, Task>;
