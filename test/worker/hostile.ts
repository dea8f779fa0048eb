import test from "ava";
import {
  createRunReader,
  followRun,
  followTask,
  ModelError,
  serveTasks,
  simulateModel,
  TaskClient,
  takeParts,
} from "../../lib/index.ts";
import { explode, makePendulum } from "../helpers/hostileCalls.ts";
import { refuse, refuseAsync, wrong } from "../helpers/refuse.ts";

test("workers: what is no client, task, port or model", async (t) => {
  const client = new TaskClient(() => wrong({}));
  const create = () => ({ system: makePendulum(), options: { until: 1 } });
  const run = makePendulum().simulateSync({ until: 0.1 });
  const counts = { points: 0, steps: 0, modeLists: 0, events: 0 };
  refuse(t, [
    [() => new TaskClient(wrong(5)), "TaskClient: what makes the worker is 5; give a function"],
    [
      () => new TaskClient(() => wrong({}), { patience: -1 }),
      "TaskClient: patience is -1; give zero or a positive number",
    ],
    [() => client.start(wrong(Symbol("s")), {}), "TaskClient: the name of a task is Symbol(s); give a text"],
    [
      () => client.start("a", {}, wrong(5)),
      "TaskClient: the reader is 5; give an object such as { report: (value) => … }",
    ],
    [() => client.start("a", {}, { report: wrong(5) }), "TaskClient, reader: report is 5; give a function"],
    [
      () => serveTasks(wrong(null), wrong({})),
      "serveTasks: tasks is null; give an object such as { run: simulateModel(create) }",
    ],
    [() => serveTasks({ a: wrong(5) }, wrong({})), 'serveTasks: task "a" is 5; give a function'],
    [
      () => serveTasks({}, wrong({})),
      "serveTasks: the port is an object of class Object, which cannot send or receive messages; call it in a worker, or give a MessagePort",
    ],
    [() => simulateModel(wrong(5)), "simulateModel: what makes the model is 5; give a function"],
    [() => followRun(wrong(5), "a", create, {}), "following a task: the client is 5; give a TaskClient"],
    [() => followRun(client, "a", wrong(5), {}), "followRun: what makes the model is 5; give a function"],
    [
      () => followTask(client, wrong(Symbol("s")), {}),
      "following a task: the name of the task is Symbol(s); give a text",
    ],
    [
      () => createRunReader(wrong({ system: 5 })),
      "followRun: the function made an object of class Object; it has to return { system, options: { until: … } }",
    ],
    [() => takeParts(wrong(5), counts), "takeParts: the run is 5; give a Trajectory"],
    [
      () => takeParts(run, { ...counts, points: Number.NaN }),
      `takeParts: counts.points is NaN; give a whole number from 0 to ${run.length}`,
    ],
  ]);
  const context = { report: () => {}, signal: new AbortController().signal, listen: () => {} };
  await refuseAsync(t, [
    [
      () => simulateModel(() => wrong(undefined))({}, context),
      "simulateModel: the function made undefined; it has to return { system, options: { until: … } }",
    ],
    [
      () => client.start("a", {}).result,
      "the worker cannot be made: TaskClient: the function made an object of class Object, which has no postMessage; return a Worker; " +
        "check its address, and that the page may load it",
    ],
  ]);
});

test("a reader that throws fails its task, and nothing beyond it", async (t) => {
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const sent: unknown[] = [];
  const client = new TaskClient(() =>
    wrong({
      postMessage: (message: unknown) => sent.push(message),
      addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
        if (type === "message") listeners.push(listener);
      },
      terminate: () => {},
    }),
  );
  const task = client.start("a", {}, { report: explode });
  const answer = (data: unknown) => {
    for (const listener of listeners) listener({ data });
  };
  t.notThrows(() => answer(undefined));
  t.notThrows(() => answer({ id: 1, kind: "report", value: 5 }));
  await t.throwsAsync(task.result, {
    instanceOf: ModelError,
    message: 'TaskClient, task "a": report threw an error: boom; look into that function',
  });
  t.deepEqual(sent.at(-1), { id: 1, kind: "cancel" });
  // Nobody looks at this one: its end is no unhandled rejection.
  client.start("b", {});
  client.close();
});

test("a task fails where its listener throws; messages of others are no matter", async (t) => {
  const sent: { kind: string; message?: string }[] = [];
  let listener: (event: { data: unknown }) => void = () => {};
  serveTasks(
    {
      wait: (_, { listen, signal }) => {
        listen(explode);
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(5)));
      },
    },
    {
      postMessage: (message) => sent.push(message),
      addEventListener: (_, given) => {
        listener = given as typeof listener;
      },
    },
  );
  for (const data of [undefined, null, 5, {}, { kind: "tell" }]) t.notThrows(() => listener({ data }));
  listener({ data: { id: 1, kind: "start", name: "wait", parameters: {} } });
  listener({ data: { id: 1, kind: "tell", message: 5 } });
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(sent[0], { id: 1, kind: "failed", name: "Error", message: "boom" } as never);
});
