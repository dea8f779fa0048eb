export { type AuditedRun, type AuditOptions, auditPower } from "./auditPower.ts";
export * from "./PowerAudit.ts";
