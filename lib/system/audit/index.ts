export * from "./auditRun.ts";
