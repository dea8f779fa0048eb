import test from "ava";
import { Contact, Inertia, Plane, PrismaticJoint, RevoluteJoint, RigidBody, Sphere, System } from "../../lib/index.ts";
import {
  type FollowedRun,
  followRun,
  followTask,
  type Model,
  type ServerPort,
  serveTasks,
  simulateModel,
  type Task,
  TaskClient,
  type TaskRequest,
  type WorkerLike,
} from "../../lib/worker/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow, isClose } from "../helpers/compare.ts";
import { until } from "../helpers/turns.ts";

/** A worker in this thread: messages are cloned and come later, as real ones do. */
class NearWorker implements WorkerLike {
  private readonly listeners = new Map<string, ((event: never) => void)[]>();
  private readonly inbox: ((event: { data: TaskRequest }) => void)[] = [];
  private isAlive = true;
  /** Messages that have come. */
  received = 0;

  constructor(tasks: Record<string, Task>) {
    const port: ServerPort = {
      postMessage: (message) => this.deliver("message", { data: structuredClone(message) }),
      addEventListener: (_, listener) => this.inbox.push(listener),
    };
    serveTasks(tasks, port);
  }

  postMessage(message: TaskRequest): void {
    const data = structuredClone(message);
    setImmediate(() => {
      if (!this.isAlive) return;
      this.received++;
      for (const listener of this.inbox) listener({ data });
    });
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  terminate(): void {
    this.isAlive = false;
  }

  /** As if a script of the worker threw. */
  die(): void {
    this.deliver("error", { message: "out of memory" });
  }

  private deliver(type: string, event: object): void {
    setImmediate(() => {
      if (this.isAlive) for (const listener of this.listeners.get(type) ?? []) listener(event as never);
    });
  }
}

function createClient(tasks: Record<string, Task>, patience?: number) {
  const workers: NearWorker[] = [];
  const client = new TaskClient(
    () => {
      workers.push(new NearWorker(tasks));
      return workers[workers.length - 1];
    },
    patience === undefined ? {} : { patience },
  );
  return { client, workers };
}

/** A ball that bounces until it rests and, beside it, a pendulum. */
function createBouncing({ height }: { height: number }) {
  const system = new System();
  const inertia = Inertia.sphere({ mass: 1, radius: 0.1 });
  const ball = system.add(new RigidBody("ball", { inertia, position: [0, height, 0], velocity: [0.3, 0, 0] }));
  system.add(
    new Contact("floor", system.ground, ball, {
      surfaceA: new Plane({ normal: [0, 1, 0] }),
      surfaceB: new Sphere({ radius: 0.1 }),
      friction: 0.3,
      impact: 0.4,
    }),
  );
  const bob = system.add(new RigidBody("bob", { inertia, position: [2, 0, 0] }));
  system.add(new RevoluteJoint("hinge", system.ground, bob, { point: [1, 0, 0], axis: [0, 0, 1] }));
  return { system, options: { until: 2, tolerance: 1e-9 } };
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

test("a followed run has the numbers of the run itself", async (t) => {
  const { client } = createClient({ bouncing: simulateModel(createBouncing) });
  const values = await collect(followRun(client, "bouncing", createBouncing, { height: 0.5 }));
  const { system, options } = createBouncing({ height: 0.5 });
  const own = system.simulateSync(options);
  const { run, state, done, model } = values.at(-1) as FollowedRun<Model>;
  t.is(state, "done");
  t.is(done, 1);
  t.true(model?.system instanceof System);
  // The same program: every number has the same bits.
  t.deepEqual(run?.times, own.times);
  t.deepEqual(run?.events, own.events);
  isAbove(t, own.events.length, 3, "it bounces");
  t.deepEqual(run?.statistics, own.statistics);
  t.deepEqual(run?.notes, own.notes);
  t.deepEqual(run?.diagnosis, own.diagnosis);
  for (const name of ["ball.position.y", "floor.normalForce", "hinge.reaction.force.y"]) {
    t.deepEqual(run?.column(name), own.column(name));
  }
  for (const time of [0.1234, 0.777, 1.9]) t.deepEqual(run?.at(time).state, own.at(time).state);
  for (const time of [0.1234, 0.777, 1.9]) t.deepEqual(run?.at(time).contact("floor"), own.at(time).contact("floor"));
});

/** Slow enough to be reported in parts: a spinning chain with a small tolerance. */
function createLong({ until }: { until: number }) {
  const system = new System();
  const inertia = Inertia.rod({ mass: 1, length: 0.2, axis: "x" });
  let last: RigidBody | undefined;
  for (let i = 0; i < 8; i++) {
    const rod = system.add(new RigidBody(`rod${i}`, { inertia, position: [0.2 * i + 0.1, 0, 0] }));
    const joint = { point: [0.2 * i, 0, 0], axis: [0, 0, 1] } as const;
    system.add(new RevoluteJoint(`hinge${i}`, last ?? system.ground, rod, joint));
    last = rod;
  }
  return { system, options: { until, tolerance: 1e-11 } };
}

test("a run grows while it is computed, and each value can be read", async (t) => {
  const { client } = createClient({ long: simulateModel(createLong) });
  const ends: number[] = [];
  for await (const { run, done, state } of followRun(client, "long", createLong, { until: 4 })) {
    if (!run) continue;
    ends.push(run.end);
    t.true(Number.isFinite(run.at(run.end / 2).body("rod7").position[1]));
    t.is(run.column("energy.total").length, run.length);
    if (state === "running") isClose(t, done, run.end / 4, 0.3);
  }
  isAbove(t, ends.length, 2, `${ends.length} values`);
  for (let i = 1; i < ends.length; i++) isAtLeast(t, ends[i], ends[i - 1]);
  t.is(ends.at(-1), 4);
});

test("leaving the loop cancels the run; cancel keeps what is known", async (t) => {
  let aborted = 0;
  const simulate = simulateModel(createLong);
  const long: Task = (parameters, context) => {
    context.signal.addEventListener("abort", () => aborted++);
    return simulate(parameters, context);
  };
  const { client, workers } = createClient({ long });
  for await (const { run } of followRun(client, "long", createLong, { until: 1000 })) if (run) break;
  const values: FollowedRun<Model>[] = [];
  for await (const value of followRun(client, "long", createLong, { until: 1000 })) {
    values.push(value);
    if (value.run) value.cancel();
  }
  const { state, run, error } = values.at(-1) as FollowedRun<Model>;
  t.is(state, "cancelled");
  t.is(error, undefined);
  isAbove(t, run?.end ?? 0, 0);
  isBelow(t, run?.end ?? 0, 1000);
  t.is(aborted, 2);
  t.is(workers.length, 1, "a worker that obeys is kept");
});

/** A slider that is pushed through its end stop: the guide's motion stops being a number. */
function createFailing() {
  const system = new System();
  const inertia = Inertia.box({ mass: 1, size: [0.1, 0.1, 0.1] });
  const block = system.add(new RigidBody("block", { inertia }));
  const force = (_t: number, x: number) => 1 / Math.sqrt(Math.max(0, 1 - x)) - Math.log(1 - x);
  system.add(
    new PrismaticJoint("guide", system.ground, block, { point: [0, 0, 0], axis: [1, 0, 0], force, position: 0.5 }),
  );
  return { system, options: { until: 10 } };
}

test("a run that fails gives its message, and what was computed before", async (t) => {
  const { client } = createClient({ failing: simulateModel(createFailing) });
  const { state, run, error } = (await collect(followRun(client, "failing", createFailing, {}))).at(
    -1,
  ) as FollowedRun<Model>;
  t.is(state, "failed");
  const { system, options } = createFailing();
  const own = t.throws(() => system.simulateSync(options));
  t.is(error?.message, own?.message);
  t.is(error?.name, "SimulationError");
  isAbove(t, run?.end ?? 0, 0.1);
});

test("a model that is refused fails with its message, without a run", async (t) => {
  const { client } = createClient({ bouncing: simulateModel(createBouncing) });
  const values = await collect(followRun(client, "bouncing", createBouncing, { height: Number.NaN }));
  t.is(values.length, 1);
  t.is(values[0].state, "failed");
  t.is(values[0].run, undefined);
  t.regex(values[0].error?.message ?? "", /position/);
});

test("a worker that dies is replaced once, and its tasks begin anew; if the second dies, they fail", async (t) => {
  const { client, workers } = createClient({ long: simulateModel(createLong) });
  const ends: number[] = [];
  for await (const { run, state } of followRun(client, "long", createLong, { until: 4 })) {
    if (run && ends.length === 0) workers[0].die();
    if (run) ends.push(run.end);
    if (state === "done")
      t.deepEqual(run?.times, createLong({ until: 4 }).system.simulateSync({ until: 4, tolerance: 1e-11 }).times);
  }
  t.is(workers.length, 2);
  t.is(ends.at(-1), 4);

  let last: FollowedRun<Model> | undefined;
  for await (const value of followRun(client, "long", createLong, { until: 1000 })) {
    if (value.run && value.state === "running") workers[workers.length - 1].die();
    last = value;
  }
  t.is(workers.length, 3, "after a task was done, a worker may die once more");
  t.is(last?.state, "failed");
  t.is(
    last?.error?.message,
    "the worker stopped twice (out of memory); change the model, or reload the page and try again",
  );
  isAbove(t, last?.run?.end ?? 0, 0, "what was computed stays");
  // The next task gets a new worker.
  t.is((await collect(followRun(client, "long", createLong, { until: 0.1 }))).at(-1)?.state, "done");
});

test("a cancelled task that does not end costs its worker; others begin anew", async (t) => {
  const deaf: Task = () => new Promise(() => {});
  // Half-way it waits until the worker of the deaf one is gone, and its own with it.
  const patient: Task = async (_, { report, signal }) => {
    for (let i = 0; i <= 20 && !signal.aborted; i++) {
      report({ done: i / 20, value: i });
      if (i === 10) await until(() => workers.length > 1);
    }
  };
  const { client, workers } = createClient({ deaf, patient }, 1);
  const handle = client.start("deaf", {});
  const other = collect(followTask<number>(client, "patient", {}));
  handle.cancel();
  handle.cancel();
  const error = await t.throwsAsync(handle.result);
  t.is(error?.name, "AbortError");
  const values = await other;
  t.is(workers.length, 2);
  t.is(values.at(-1)?.state, "done");
  t.is(values.at(-1)?.value, 20);
});

test("what a page tells a task reaches it; results come back", async (t) => {
  const echo: Task = (_, { listen }) => new Promise((resolve) => listen((message) => resolve({ heard: message })));
  const { client } = createClient({ echo });
  const handle = client.start("echo", {});
  handle.tell({ key: "w" });
  t.deepEqual(await handle.result, { heard: { key: "w" } });
  handle.tell("too late");
});

test("what is told before a task listens is not lost, and keeps its order", async (t) => {
  const slow: Task = async (_, { listen }) => {
    // The task itself, and the three that are told.
    await until(() => workers[0].received === 4);
    const heard: unknown[] = [];
    return new Promise((resolve) =>
      listen((message) => {
        heard.push(message);
        if (message === "end") resolve(heard);
      }),
    );
  };
  const { client, workers } = createClient({ slow });
  const handle = client.start("slow", {});
  for (const message of ["a", "b", "end"]) handle.tell(message);
  t.deepEqual(await handle.result, ["a", "b", "end"]);
});

test("mistakes are named: an unknown task, parameters that cannot be sent, a closed client", async (t) => {
  const { client } = createClient({ pendulum: simulateModel(createBouncing), waits: () => new Promise(() => {}) });
  await t.throwsAsync(client.start("pendulm", {}).result, { message: /no task "pendulm"; did you mean "pendulum"\?/ });
  await t.throwsAsync(client.start("pendulum", { height: () => 1 }).result, {
    message: /cannot be sent to the worker: .*could not be cloned/,
  });
  const waiting = client.start("waits", {}).result;
  client.close();
  await t.throwsAsync(waiting, { name: "AbortError" });
});

test("a task that kills its worker again and again fails after the second, whatever others do beside it", async (t) => {
  let dies = () => {};
  const killer: Task = () => {
    dies();
    return new Promise(() => {});
  };
  const quick: Task = () => 1;
  const { client, workers } = createClient({ killer, quick });
  dies = () => workers[workers.length - 1].die();
  const killed = client.start("killer", {}).result;
  const others = (async () => {
    for (let i = 0; i < 20; i++) await client.start("quick", {}).result.catch(() => undefined);
  })();
  await t.throwsAsync(killed, { message: /the worker stopped twice/ });
  await others;
  isAtMost(t, workers.length, 3, `${workers.length} workers`);
});

test("a worker that cannot be made is said to be so; what cannot be told is refused, and the task goes on", async (t) => {
  const client = new TaskClient(() => {
    throw new Error("blocked");
  });
  await t.throwsAsync(client.start("any", {}).result, {
    message: /^the worker cannot be made: blocked; check its address/,
  });

  const echo: Task = (_, { listen }) => new Promise((resolve) => listen(resolve));
  const { client: other } = createClient({ echo });
  const handle = other.start("echo", {});
  t.throws(() => handle.tell(() => 1), { message: /cannot be sent to the worker/ });
  handle.tell(2);
  t.is(await handle.result, 2);
});

test("a worker that never answers may lack its script: the message says so", async (t) => {
  const { client, workers } = createClient({ deaf: () => new Promise(() => {}) });
  const result = client.start("deaf", {}).result;
  workers[0].die();
  void until(() => workers.length === 2).then(() => workers[1].die());
  await t.throwsAsync(result, {
    message: /stopped twice before it answered \(out of memory\); its script may be missing/,
  });
});

test("two who wait for values at once are both answered", async (t) => {
  const { client } = createClient({ echo: (_, { report }) => report({ done: 1, value: 5 }) });
  const values = followTask<number>(client, "echo", {});
  const [first, second] = await Promise.all([values.next(), values.next()]);
  t.is([first, second].filter(({ done }) => !done).length > 0, true);
});

test("a worker can be made before there is a task, and does the first one", async (t) => {
  const { client, workers } = createClient({ one: () => 1 });
  t.is(workers.length, 0);
  t.is(client.prepare().prepare(), client);
  t.is(workers.length, 1);
  t.is(await client.start("one", {}).result, 1);
  t.is(workers.length, 1);
});
