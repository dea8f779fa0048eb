export { type AuditedRun, type AuditOptions, auditPower, type EnergyStore } from "./auditPower.ts";
export * from "./PowerAudit.ts";
