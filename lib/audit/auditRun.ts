import type { Assembly } from "../assembly/Assembly.ts";
import { findEnergyTolerance } from "../bondgraph/audit/findEnergyTolerance.ts";
import {
  type AuditOptions,
  auditPower,
  type BondGraph,
  type EnergyStore,
  type PowerAudit,
} from "../bondgraph/index.ts";
import { JointCircuit } from "../constraints/circuit/index.ts";
import { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Constraint } from "../constraints/index.ts";
import { checkInstance, checkOptions, ModelError, rotateBack } from "../math/index.ts";
import { RigidBody } from "../rigidbody/index.ts";
import { createBondGraph } from "../system/createBondGraph.ts";
import { System } from "../system/System.ts";
import { Trajectory } from "../trajectory/Trajectory.ts";
import { ClosedRun } from "./ClosedRun.ts";

const OWNER = "auditRun";
/** Energies of a run with fixed steps, which keeps no tolerance. */
const FIXED = 1e-3;

/**
 * Audits the power of a system along one of its runs: `auditPower` with the system's full bond graph, and with the energy
 * in the springs of joints and force elements counted as stored. What contacts take is dissipated, whatever they do at the
 * moment of the call. What bonds bring to bodies and circuits is compared with the energy of their states. What is lost or
 * brought in at events, by impacts, impulses and switches, is a part of the balance of its own (`balance.lost`, `losses`).
 * A run that joins or parts bodies is audited part by part: each begins with what the one before has attached, and may end
 * with an event that joins or parts.
 */
export function auditRun(
  system: System,
  run: Trajectory,
  options: Pick<AuditOptions, "tolerance" | "energyTolerance" | "times"> = {},
): PowerAudit {
  checkInstance(OWNER, "the system", system, System);
  checkInstance(OWNER, "the run", run, Trajectory, "what system.simulate returns");
  checkOptions(OWNER, options, ["tolerance", "energyTolerance", "times"]);
  const { segments } = run;
  if (segments.length > 2 || (segments.length === 2 && segments[1].end > segments[1].start)) {
    throw new ModelError(
      `${OWNER}: the run joins or parts bodies at t = ${segments[1].start} s, where its bond graph changes; run it up to ` +
        "there, continue it with from, and audit the parts",
    );
  }
  const observer = run.getObserver();
  const { assembly } = observer.workspace;
  if (assembly.bodies.some((body) => !system.bodies.includes(body))) {
    throw new ModelError(
      `${OWNER}: the run was made with other bodies than the system has; give the system of the run`,
    );
  }
  const graph = createBondGraph(observer, assembly.gravity);
  const explicit = new Set(graph.elements.filter(({ kind }) => kind === "C" || kind === "I").map(({ group }) => group));
  const { constraints } = assembly;
  const closed = segments.length > 1 ? new ClosedRun(run) : undefined;
  const follow = (read: () => number) => closed?.follow(read) ?? read;
  // What an event at the end attaches may hold energy from there on.
  const springs = new Set([...constraints, ...run.last.assembly.attached].filter(({ name }) => !explicit.has(name)));
  const stored = new Map(
    [...springs].map((spring) => [
      spring.name,
      follow(() => readShown(assembly, spring, (own) => own.getPotentialEnergy())),
    ]),
  );
  const dissipating = new Set(constraints.filter((c) => c instanceof Unilateral).map(({ name }) => name));
  const stores = listStores(assembly, graph).map((store) => ({ ...store, energy: follow(store.energy) }));
  const { absolute, relative, steps } = run.statistics;
  const isFixed = Number.isNaN(absolute);
  const energyTolerance = isFixed ? FIXED : findEnergyTolerance(Math.max(absolute, relative), steps);
  return auditPower(graph, closed ?? run, { energyTolerance, ...options, stored, dissipating, stores });
}

/** What a constraint holds where the run is shown; nothing where it is not a part of the model. */
function readShown<T extends Constraint>({ scope }: Assembly, constraint: T, read: (own: T) => number): number {
  const shown = scope.present;
  return shown?.assembly.constraints.includes(constraint) ? read(shown.lookUp(constraint)) : 0;
}

/** Bodies with their kinetic energies, circuits with what they hold. */
function listStores(model: Assembly, graph: BondGraph): EnergyStore[] {
  const find = (group: string) =>
    graph.elements.filter((element) => element.group === group && (element.kind === "I" || element.kind === "C"));
  const bodies = model.bodies.filter((body) => body instanceof RigidBody);
  const circuits = model.constraints.filter((constraint) => constraint instanceof JointCircuit);
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
          energy: () => readShown(model, circuit, (own) => own.getStoredEnergy(name)),
          gross: () => readShown(model, circuit, (own) => own.calcGrossPower(name)),
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
