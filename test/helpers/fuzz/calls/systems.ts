import {
  ClassicRungeKutta,
  createRunReader,
  DormandPrince5,
  DormandPrince853,
  type EventActions,
  followReports,
  followRun,
  followTask,
  Inertia,
  type OdeProblem,
  Radau,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  System,
  serveTasks,
  simulateModel,
  TaskClient,
  Trajectory,
  takeParts,
} from "../../../../lib/index.ts";
import { construct, type FuzzCall, invoke, method } from "../FuzzCall.ts";
import { addPatience, readRun, runShort } from "../runShort.ts";
import { createBase } from "./parts.ts";

type Call = (...args: never[]) => unknown;

/** A pendulum with a spring. */
function createPendulum(options: object = {}): System {
  const system = new System();
  const bob = system.add(
    new RigidBody("bob", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [1, 0, 0] }),
  );
  system.add(
    new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1], stiffness: 1, ...options }),
  );
  return system;
}

const createDriven = () => {
  const system = new System();
  const bob = system.add(
    new RigidBody("bob", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }), position: [1, 0, 0] }),
  );
  const motion = (t: number) => [t, 1, 0] as const;
  system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1], motion }));
  return system;
};

const RIGHT = Symbol("the right one") as never;

let known: Trajectory | undefined;
/** A run that is read only. */
const getRun = (): Trajectory => {
  known ??= createPendulum().simulateSync({ until: 0.1 });
  return known;
};

const event = () => ({
  name: "bottom",
  direction: 0 as const,
  value: (now: { t: number }) => now.t - 0.005,
  action: (actions: EventActions) => actions.stop("here"),
});

const runEvents = (act: (actions: EventActions, model: ReturnType<typeof createBase>) => void) => {
  const model = createBase();
  const action = (actions: EventActions) => act(actions, model);
  return readRun(model.system.simulateSync({ until: 0.01, events: [{ ...event(), action }] }));
};

/** What is wrong with the arguments of an action comes out of the run, with the run. */
const act = (
  name: keyof EventActions,
  make: (model: ReturnType<typeof createBase>) => readonly unknown[],
): FuzzCall => {
  let model: ReturnType<typeof createBase>;
  return {
    name: `EventActions.${name}`,
    make: () => {
      model = createBase();
      return make(model);
    },
    call: (...args) => {
      const action = (actions: EventActions) => (actions[name] as Call)(...args);
      return readRun(runShort(model.system, 0.01, [{ ...event(), action }]));
    },
  };
};

const simulate = (make: () => object): FuzzCall =>
  invoke(
    "System.simulateSync",
    ((options: never) => {
      try {
        return readRun(createPendulum().simulateSync(addPatience(options)));
      } catch (error) {
        if (error instanceof SimulationError) readRun(error.trajectory);
        throw error;
      }
    }) as Call,
    () => [make()],
  );

/** Problems and ports are code, not options: they are replaced as a whole. */
class Decay implements OdeProblem {
  readonly size = 1;

  calcDerivative(_t: number, y: Float64Array, out: Float64Array): void {
    out[0] = -y[0];
  }

  calcErrorScale(_y: Float64Array, out: Float64Array): void {
    out[0] = 1e-6;
  }
}

const decay = new Decay();

class Port {
  postMessage(): void {}
  addEventListener(): void {}
}

const startStepper = ((stepper: DormandPrince853) => {
  stepper.start(0, Float64Array.of(1));
  stepper.advance(0.2);
  return [stepper.t, stepper.y];
}) as (made: never) => unknown;

const createWorker = () => ({
  postMessage: () => {},
  addEventListener: () => {},
  terminate: () => {},
});

/** The first value of what is followed; the worker never answers, so there is none. */
const begin = (followed: AsyncIterableIterator<unknown>) => {
  const first = followed.next();
  void followed.return?.();
  return first.then(() => undefined);
};

export const system: readonly FuzzCall[] = [
  construct(System, () => [{ gravity: [0, -9.81, 0] }], ((made: System) => {
    made.add(new RigidBody("bob", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }));
    return readRun(made.simulateSync({ until: 0.01 }));
  }) as (made: never) => unknown),
  method(createPendulum, "System", "add", () => [
    new RigidBody("other", { inertia: Inertia.sphere({ mass: 1, radius: 0.1 }) }),
  ]),
  invoke(
    "System.remove",
    ((part: never) => {
      const system = createPendulum();
      return system.remove(part === RIGHT ? (system.get("hinge") as never) : part);
    }) as Call,
    () => [RIGHT],
  ),
  method(createPendulum, "System", "get", () => ["bob"]),
  invoke("System.evaluate", ((t: never) => createPendulum().evaluate(t).body("bob")) as Call, () => [0.1]),
  method(createPendulum, "System", "bondGraph", () => [{ detail: "word" }]),
  simulate(() => ({ until: 0.01, from: 0, tolerance: 1e-6, method: "dop853", maxStep: 0.005, every: 0.002 })),
  simulate(() => ({ until: 0.01, tolerance: { absolute: 1e-6, relative: 1e-6 }, method: "radau", dense: true })),
  simulate(() => ({ until: 1e-4, method: "rk4", step: 1e-5 })),
  simulate(() => ({ until: 0.01, events: [event()], signal: new AbortController().signal })),
  invoke(
    "System.simulate",
    (async (options: never) => readRun(await createPendulum().simulate(addPatience(options)))) as Call,
    () => [{ until: 0.01, method: "auto", events: [event()], progress: () => {} }],
  ),
  invoke(
    "System.simulate, continued",
    (async (options: never) => readRun(await createPendulum().simulate(addPatience(options)))) as Call,
    () => [{ from: getRun(), until: 0.2 }],
  ),
  act("setRate", ({ hinge }) => [hinge, 1, "angle"]),
  act("applyImpulse", ({ first }) => [first, [0, 1, 0], [0, 0, 0]]),
  act("applyAngularImpulse", ({ first }) => [first, [0, 1, 0]]),
  act("switchOn", ({ hinge }) => [hinge]),
  act("switchOff", ({ first, second, system }) => [
    system.add(new RevoluteJoint("catch", first, second, { point: [1.5, 0, 0], axis: [0, 0, 1], switchable: true })),
  ]),
  act("stop", () => ["reason"]),
  invoke(
    "now.body in an event",
    ((name: never) =>
      runEvents((actions) => {
        actions.stop(String(getRun().at(0.05).body(name).position));
      })) as Call,
    () => ["bob"],
  ),
  method(getRun, "Trajectory", "at", () => [0.05]),
  method(getRun, "Trajectory", "point", () => [1]),
  method(getRun, "Trajectory", "column", () => ["hinge.angle"]),
  method(getRun, "Trajectory", "getUnit", () => ["hinge.angle"]),
  method(getRun, "Trajectory", "sample", () => [{ every: 0.01, columns: ["hinge.angle"] }]),
  method(getRun, "Trajectory", "sample", () => [{ times: [0, 0.05, 0.1] }]),
  method(getRun, "Trajectory", "toCSV", () => [{ every: 0.01, columns: ["hinge.angle"] }]),
  invoke(
    "Trajectory.fromJSON",
    ((source: never) => readRun(Trajectory.fromJSON(source, createPendulum()))) as Call,
    () => [JSON.parse(JSON.stringify(getRun()))],
  ),
  invoke(
    "Trajectory.fromJSON without a system",
    ((source: never) => Trajectory.fromJSON(source).column("hinge.angle")) as Call,
    () => [JSON.stringify(getRun())],
  ),
  method(
    () => getRun().at(0.05),
    "Snapshot",
    "body",
    () => ["bob"],
  ),
  method(
    () => getRun().at(0.05),
    "Snapshot",
    "reaction",
    () => ["hinge"],
  ),
  method(
    () => getRun().at(0.05),
    "Snapshot",
    "joint",
    () => ["hinge", "angle"],
  ),
  construct(DormandPrince853, () => [decay, { maxStep: 1, initialStep: 0.1, minStep: 0 }], startStepper),
  construct(DormandPrince5, () => [decay, { maxStep: 1, initialStep: 0.1, minStep: 0 }], startStepper),
  construct(Radau, () => [decay, { maxStep: 1, initialStep: 0.1, minStep: 0 }], startStepper),
  construct(ClassicRungeKutta, () => [decay, { step: 0.1 }], startStepper),
];

export const analysis: readonly FuzzCall[] = [
  method(createPendulum, "System", "report", () => []),
  method(createPendulum, "System", "linearize", () => [{ t: 0, axes: "body" }]),
  invoke("System.linearize at a snapshot", ((options: never) => createPendulum().linearize(options)) as Call, () => [
    { at: [0.1, 0] },
  ]),
  method(createPendulum, "System", "equilibrium", () => [{ guess: { hinge: 0.1 }, tolerance: 1e-8, t: 0 }]),
  method(createPendulum, "System", "inverseDynamics", () => [{ motion: { hinge: [0.1, 1, 2] }, t: 0 }]),
  method(createPendulum, "System", "inverseDynamics", () => [
    { motion: { hinge: (t: number) => [t, 1, 0] }, times: [0, 0.1] },
  ]),
  invoke(
    "System.kinematics",
    (async (options: never) => readRun(await createDriven().kinematics(options))) as Call,
    () => [{ from: 0, to: 0.1, steps: 3 }],
  ),
];

export const worker: readonly FuzzCall[] = [
  construct(TaskClient, () => [createWorker, { patience: 10 }], ((client: TaskClient) => {
    client.prepare();
    client.close();
  }) as (made: never) => unknown),
  invoke(
    "TaskClient.start",
    ((...args: Parameters<TaskClient["start"]>) => {
      const client = new TaskClient(createWorker);
      const { result, cancel } = client.start(...args);
      result.catch(() => {});
      cancel();
      client.close();
    }) as Call,
    () => ["task", { x: 1 }, { report: () => {}, restart: () => {} }],
  ),
  invoke("serveTasks", serveTasks as Call, () => [{ task: () => 1 }, new Port()]),
  invoke(
    "simulateModel",
    (async (create: never) =>
      simulateModel(create)({}, { report: () => {}, signal: new AbortController().signal, listen: () => {} })) as Call,
    () => [() => ({ system: createPendulum(), options: { until: 0.01 } })],
  ),
  invoke("takeParts", takeParts as Call, () => [getRun(), { points: 0, steps: 0, modeLists: 0, events: 0 }]),
  invoke("createRunReader", createRunReader as Call, () => [{ system: createPendulum(), options: { until: 1 } }]),
  invoke("followRun", ((...args: Parameters<typeof followRun>) => begin(followRun(...args))) as Call, () => [
    new TaskClient(createWorker),
    "task",
    () => ({ system: createPendulum(), options: { until: 0.01 } }),
    {},
  ]),
  invoke("followTask", ((...args: Parameters<typeof followTask>) => begin(followTask(...args))) as Call, () => [
    new TaskClient(createWorker),
    "task",
    {},
  ]),
  invoke(
    "followReports",
    ((...args: Parameters<typeof followReports>) => begin(followReports(...args))) as Call,
    () => [
      new TaskClient(createWorker),
      { name: "task", parameters: {} },
      { x: 1 },
      () => ({ known: { x: 1 }, read: () => {}, restart: () => {} }),
    ],
  ),
];
