import test from "ava";
import {
  BondGraph,
  Circuit,
  Inertia,
  ModelError,
  RevoluteJoint,
  RigidBody,
  SimulationError,
  SpringDamper,
  System,
  Trajectory,
} from "../../lib/index.ts";

function createPendulum(damping = 0): System {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 1, axis: "x" });
  const rod = system.add(new RigidBody("rod", { inertia, position: [0.5, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1], damping }));
  const ends = { pointA: [0, 1, 0], pointB: [0.5, 0, 0], stiffness: 3, restLength: 1 } as const;
  system.add(new SpringDamper("spring", system.ground, rod, ends));
  return system;
}

test("a cancelled run has a diagnosis", async (t) => {
  const controller = new AbortController();
  const error = await t.throwsAsync(
    createPendulum().simulate({ until: 1e5, signal: controller.signal, progress: () => controller.abort() }),
    { name: "AbortError" },
  );
  const { diagnosis } = (error as SimulationError).trajectory;
  t.is(typeof diagnosis?.shortest.limitedBy, "string");
  t.true(Array.isArray(diagnosis?.advice));
});

for (const [name, law, message] of [
  [
    "function",
    (f: number) => (f > 0.5 ? Number.NaN : 1.5 * f),
    /; R "R": its law gives NaN at t = \S+ s for flow 0\.5\S*; look/,
  ],
  ["expression", "f + sqrt(0.5 - f)", /; R "R": its law gives NaN at t = \S+ s for flow 0\.5\S*; look/],
] as const) {
  test(`a law of a circuit that gives NaN is named: ${name}`, (t) => {
    const graph = new BondGraph();
    graph.create("Se", "V", { parameters: { effort: 2 } });
    graph.create("1", "loop");
    graph.create("R", "R", { law });
    graph.create("I", "L", { parameters: { inertance: 1 } });
    for (const end of ["R", "L"]) graph.connect("loop", end);
    graph.connect("V", "loop");
    t.throws(() => new Circuit(graph).simulateSync({ until: 10 }), { instanceOf: SimulationError, message });
  });
}

test("files of runs without their model, or with constants that are no numbers, are refused", (t) => {
  const system = createPendulum(0.1);
  const text = JSON.stringify(system.simulateSync({ until: 0.1 }));
  type File = { model?: { kind: string; constants: Record<string, unknown> }[] };
  const read = (change: (file: File) => void, given?: System) => {
    const file = JSON.parse(text) as File;
    change(file);
    return Trajectory.fromJSON(file, given);
  };
  t.notThrows(() => read(() => {}, system));
  for (const given of [system, undefined]) {
    t.throws(() => read((file) => delete file.model, given), {
      instanceOf: ModelError,
      message: "trajectory JSON: model is missing; the file is not complete",
    });
    for (const value of [null, [[[]]], {}, [null], ["1"]]) {
      const change = (file: File) => {
        const spring = file.model?.find(({ kind }) => kind === "SpringDamper");
        if (spring) spring.constants.stiffness = value;
      };
      t.throws(() => read(change, given), {
        instanceOf: ModelError,
        message: /^trajectory JSON: model\[\d\]\.constants\["stiffness"\](?:\[0\])? is /,
      });
    }
    const isList = (file: File) => {
      if (file.model) file.model[1].constants = [] as never;
    };
    t.throws(() => read(isList, given), { instanceOf: ModelError, message: /model\[1\]\.constants is \[\]/ });
  }
  // An empty list is no number either.
  const change = (file: File) => {
    const spring = file.model?.find(({ kind }) => kind === "SpringDamper");
    if (spring) spring.constants.stiffness = [];
  };
  t.throws(() => read(change, system), {
    instanceOf: ModelError,
    message: /belongs to another model: stiffness of SpringDamper "spring" is \[\] in the file and 3 in the system/,
  });
});
