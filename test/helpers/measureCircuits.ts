import {
  auditRun,
  type BondGraph,
  Circuit,
  Inertia,
  JointCircuit,
  RevoluteJoint,
  RigidBody,
  type SimulateOptions,
  System,
} from "../../lib/index.ts";
import { integrate } from "../reference/integrate.ts";
import { solveLinear } from "../reference/matrixExponential.ts";
import { createGearedMotor, createMotor, createRLC, createTanks, GEARED, MOTOR, RLC, TANKS } from "./circuits.ts";
import { createZoo } from "./createZoo.ts";

const TOLERANCE = 1e-13;

/** Largest difference of the states of a run from a reference, as part of each state's largest value, at 20 times. */
function measureStates(
  graph: BondGraph,
  until: number,
  states: readonly string[],
  solve: (t: number) => number[],
): number {
  // Short steps: between long ones, which stability allows in the end, dense output is of lower order.
  const run = new Circuit(graph).simulateSync({ until, tolerance: TOLERANCE, maxStep: until / 500 });
  const times = Array.from({ length: 21 }, (_, i) => (until * i) / 20);
  const reference = times.map(solve);
  return Math.max(
    ...states.map((name, k) => {
      const values = run.state(name, times);
      const scale = Math.max(...reference.map((row) => Math.abs(row[k])));
      return Math.max(...reference.map((row, i) => Math.abs(row[k] - values[i]))) / scale;
    }),
  );
}

/** The series circuit against its closed form: a decaying oscillation about the charged state. */
export function measureRLC(): number {
  const { V, R, L, C } = RLC;
  const decay = R / (2 * L);
  const omega = Math.sqrt(1 / (L * C) - decay * decay);
  return measureStates(createRLC(), 0.05, ["L", "C"], (t) => {
    const swing = Math.exp(-decay * t);
    const charge = C * V * (1 - swing * (Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t)));
    const flux = ((V / omega) * swing * Math.sin(omega * t)) as number;
    return [flux, charge];
  });
}

/** The motor against the exponential of the textbook's matrix, `L i̇ = V − R i − K ω`, `J ω̇ = K i − b ω`. */
export function measureMotor(): number {
  const { V, R, L, K, J, b } = MOTOR;
  const matrix = [
    [-R / L, -K / L],
    [K / J, -b / J],
  ];
  return measureStates(createMotor(), 0.5, ["L", "J"], (t) => {
    const [current, rate] = solveLinear(matrix, [V / L, 0], [0, 0], t);
    return [L * current, J * rate];
  });
}

/** The tanks against the exponential of `C1 ṗ1 = Q − (p1 − p2)/R1`, `C2 ṗ2 = (p1 − p2)/R1 − p2/R2`. */
export function measureTanks(): number {
  const { Q, C1, C2, R1, R2, q1, q2 } = TANKS;
  const matrix = [
    [-1 / (R1 * C1), 1 / (R1 * C1)],
    [1 / (R1 * C2), -1 / (R1 * C2) - 1 / (R2 * C2)],
  ];
  return measureStates(createTanks(), 600, ["C1", "C2"], (t) => {
    const [p1, p2] = solveLinear(matrix, [Q / C1, 0], [q1 / C1, q2 / C2], t);
    return [C1 * p1, C2 * p2];
  });
}

const ARM = { mass: 2, length: 0.5 };

/** A rod on the shaft of a geared motor. */
export function createMotorPendulum(options: { rotor?: boolean } = {}): System {
  const system = new System();
  const inertia = Inertia.rod({ mass: ARM.mass, length: ARM.length, axis: "y" });
  const arm = system.add(new RigidBody("arm", { inertia, position: [0, -ARM.length / 2, 0] }));
  const shaft = system.add(
    new RevoluteJoint("shaft", system.ground, arm, { point: [0, 0, 0], axis: [0, 0, 1], rate: 0.3, damping: 0.05 }),
  );
  system.add(new JointCircuit("motor", shaft, createGearedMotor(options)));
  return system;
}

/** Angle, rate and current of the motor-driven pendulum after 2 s, by equations written by hand. */
export function solveMotorPendulum(rotor: boolean): number[] {
  const { V, R, L, K, J, n } = GEARED;
  const { mass, length } = ARM;
  const whole = (mass * length * length) / 3 + (rotor ? J * n * n : 0);
  return integrate(
    (_t, [angle, rate, current]) => [
      rate,
      (n * K * current - 0.05 * rate - mass * 9.81 * (length / 2) * Math.sin(angle)) / whole,
      (V - R * current - K * n * rate) / L,
    ],
    [0, 0.3, 0],
    0,
    2,
  );
}

/** Largest difference of the system's run from that, in rad, rad/s and A. */
export function measureMotorPendulum(rotor: boolean, options: Partial<SimulateOptions> = {}): number {
  const run = createMotorPendulum({ rotor }).simulateSync({ until: 2, tolerance: 1e-13, ...options });
  const { position, rate } = run.last.joint("shaft");
  const current = (run.column("motor.state.0").at(-1) as number) / GEARED.L;
  const reference = solveMotorPendulum(rotor);
  return Math.max(...[position, rate, current].map((value, i) => Math.abs(value - reference[i])));
}

/** The largest part of the power through a junction or transformer of a model with everything that does not come out. */
export function measureSystemAudit(): number {
  const system = createZoo();
  const run = system.simulateSync({ until: 0.5, tolerance: 1e-8 });
  return auditRun(system, run).worst?.ratio ?? Number.NaN;
}

/** The same of circuits and of a motor on a joint. */
export function measureCircuitAudit(): number {
  const runs = [createRLC(), createMotor(), createTanks()].map((graph) =>
    new Circuit(graph).simulateSync({ until: 0.1 }).audit(),
  );
  const system = createMotorPendulum();
  runs.push(auditRun(system, system.simulateSync({ until: 1 })));
  return Math.max(...runs.map(({ worst }) => worst?.ratio ?? Number.NaN));
}

/** The largest part of the energy turned over by which states and bonds disagree on what is stored, at a tolerance of 1e-8. */
export function measureStores(): number {
  const runs = [createRLC(), createMotor(), createTanks()].map((graph) =>
    new Circuit(graph).simulateSync({ until: 0.1 }).audit(),
  );
  for (const [system, until] of [
    [createMotorPendulum(), 1],
    [createZoo(), 0.5],
  ] as const) {
    runs.push(auditRun(system, system.simulateSync({ until })));
  }
  return Math.max(...runs.map(({ worstStore }) => worstStore?.ratio ?? Number.NaN));
}
