import { findEnergyTolerance } from "../bondgraph/audit/findEnergyTolerance.ts";
import {
  type AuditOptions,
  auditPower,
  type BondGraph,
  type EnergyStore,
  type PowerAudit,
} from "../bondgraph/index.ts";
import { JointCircuit } from "../constraints/circuit/index.ts";
import { checkInstance, checkOptions, ModelError, rotateBack } from "../math/index.ts";
import { RigidBody } from "../rigidbody/index.ts";
import { System } from "../system/System.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";

const OWNER = "auditRun";
/** Energies of a run with fixed steps, which keeps no tolerance. */
const FIXED = 1e-3;

/**
 * Audits the power of a system along one of its runs: `auditPower` with the system's full bond graph, and with the energy
 * in the springs of joints and force elements counted as stored. What contacts take is dissipated, whatever they do at the
 * moment of the call. What bonds bring to bodies and circuits is compared with the energy of their states. What is lost or
 * brought in at events, by impacts, impulses and switches, is a part of the balance of its own (`balance.lost`, `losses`).
 */
export function auditRun(
  system: System,
  run: Trajectory,
  options: Pick<AuditOptions, "tolerance" | "energyTolerance" | "times"> = {},
): PowerAudit {
  checkInstance(OWNER, "the system", system, System);
  checkInstance(OWNER, "the run", run, Trajectory, "what system.simulate returns");
  checkOptions(OWNER, options, ["tolerance", "energyTolerance", "times"]);
  if (run.segments.length > 1) {
    throw new ModelError(
      `${OWNER}: the run joins or parts bodies at t = ${run.segments[1].start} s, where its bond graph changes; run it up to ` +
        "there, continue it with from, and audit the parts",
    );
  }
  const graph = system.bondGraph();
  const explicit = new Set(graph.elements.filter(({ kind }) => kind === "C" || kind === "I").map(({ group }) => group));
  const springs = system.constraints.filter(({ name }) => !explicit.has(name));
  const stored = new Map(springs.map((constraint) => [constraint.name, () => constraint.present.getPotentialEnergy()]));
  const dissipating = new Set(system.constraints.filter((c) => c.isUnilateral).map(({ name }) => name));
  const stores = listStores(system, graph);
  const { absolute, relative, steps } = run.statistics;
  const isFixed = Number.isNaN(absolute);
  const energyTolerance = isFixed ? FIXED : findEnergyTolerance(Math.max(absolute, relative), steps);
  return auditPower(graph, run, { energyTolerance, ...options, stored, dissipating, stores });
}

/** Bodies with their kinetic energies, circuits with what they hold. */
function listStores(system: System, graph: BondGraph): EnergyStore[] {
  const find = (group: string) =>
    graph.elements.filter((element) => element.group === group && (element.kind === "I" || element.kind === "C"));
  const bodies = system.bodies.filter((body) => body instanceof RigidBody);
  const circuits = system.constraints.filter((constraint) => constraint instanceof JointCircuit);
  return [
    ...bodies.map((body) => ({
      label: `RigidBody "${body.name}"`,
      elements: find(body.name),
      energy: () => calcKineticEnergy(body),
    })),
    ...circuits.flatMap((circuit) =>
      find(circuit.name).map((element) => {
        const name = element.name.slice(`${circuit.name}.`.length);
        return {
          label: element.label,
          elements: [element],
          energy: () => circuit.present.getStoredEnergy(name),
          gross: () => circuit.present.calcGrossPower(name),
        };
      }),
    ),
  ];
}

function calcKineticEnergy({ inertia: { mass, tensor }, kinematics: { v, w, T } }: RigidBody): number {
  const [x, y, z] = rotateBack(T, w);
  const [a, b, c, d, e, f] = tensor;
  return (
    0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
    0.5 * (a * x * x + b * y * y + c * z * z) +
    (d * x * y + e * x * z + f * y * z)
  );
}
