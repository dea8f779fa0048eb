import { type AuditOptions, auditPower, type PowerAudit } from "../../bondgraph/index.ts";
import type { System } from "../System.ts";
import type { Trajectory } from "../Trajectory.ts";

/**
 * Audits the power of a system along one of its runs: `auditPower` with the system's full bond graph, and with the energy
 * in the springs of joints and force elements counted as stored. What contacts take is dissipated, whatever they do at the
 * moment of the call. Blows at events are no part of the balance.
 */
export function auditRun(
  system: System,
  run: Trajectory,
  options: Pick<AuditOptions, "tolerance" | "times"> = {},
): PowerAudit {
  const graph = system.bondGraph();
  const explicit = new Set(graph.elements.filter(({ kind }) => kind === "C" || kind === "I").map(({ group }) => group));
  const springs = system.constraints.filter(({ name }) => !explicit.has(name));
  const stored = new Map(springs.map((constraint) => [constraint.name, () => constraint.getPotentialEnergy()]));
  const dissipating = new Set(system.constraints.filter((c) => c.isUnilateral).map(({ name }) => name));
  return auditPower(graph, run, { ...options, stored, dissipating });
}
