import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import type { BenchRow } from "../../bench/BenchRow.ts";
import { NotMeasured } from "../../bench/NotMeasured.ts";
import { runRows } from "../../bench/runRows.ts";
import { timeInterleaved, yardstick } from "../../bench/timeInterleaved.ts";
import { UsageError } from "../../lib/cli/Command.ts";
import { isAbove } from "../helpers/compare.ts";
import { inRoot } from "../helpers/project.ts";

const row = (name: string, measure: BenchRow["measure"], promised: BenchRow["promised"] = { max: 2 }): BenchRow => ({
  name,
  unit: "m",
  promised,
  kind: "accuracy",
  measure,
});

const rows = [
  row("chain/10/error", () => 1),
  row("chain/10", async () => 2),
  row("chain/50/error", () => 3),
  row("top/speed", () => ({ value: 1, ratio: 0.25 }), { min: 1 }),
];

async function run(args: string[], of = rows) {
  const texts: string[] = [];
  const code = await runRows(args, of, { write: (text) => texts.push(text) });
  return { code, lines: texts.join("").trimEnd().split("\n") };
}

test("one JSON object a line, exit code 1 when a promise is broken", async (t) => {
  const { code, lines } = await run(["--json"]);
  t.is(code, 1);
  t.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      { name: "chain/10/error", value: 1, unit: "m", promised: "<= 2", pass: true },
      { name: "chain/10", value: 2, unit: "m", promised: "<= 2", pass: true },
      { name: "chain/50/error", value: 3, unit: "m", promised: "<= 2", pass: false },
      { name: "top/speed", value: 1, unit: "m", promised: ">= 1", pass: true, ratio: 0.25 },
    ],
  );
});

test("--only takes the exact name, else the beginning of names", async (t) => {
  t.deepEqual((await run(["--list", "--only", "chain/10"])).lines, ["chain/10"]);
  t.deepEqual((await run(["--list", "--only", "chain/"])).lines, ["chain/10/error", "chain/10", "chain/50/error"]);
  t.is((await run(["--json", "--only", "top"])).code, 0);
});

test("an unknown name is answered with the nearest names", async (t) => {
  await t.throwsAsync(run(["--only", "chian/10"]), {
    instanceOf: UsageError,
    message: "--only chian/10: no row has this name; near are chain/10",
  });
  await t.throwsAsync(run(["--onyl", "x"]), { message: "unknown option --onyl; did you mean --only?" });
});

test("a measurement that throws or gives no number breaks its promise and stops nothing", async (t) => {
  const broken = [
    row("a", () => {
      throw new RangeError("too small");
    }),
    row("b", () => Number.NaN),
    row("c", () => 0),
  ];
  const { code, lines } = await run(["--json"], broken);
  t.is(code, 1);
  t.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      { name: "a", value: null, unit: "m", promised: "<= 2", pass: false, error: "RangeError: too small" },
      { name: "b", value: null, unit: "m", promised: "<= 2", pass: false, error: "measured NaN" },
      { name: "c", value: 0, unit: "m", promised: "<= 2", pass: true },
    ],
  );
});

test("what cannot be measured here breaks no promise, and keeps none", async (t) => {
  const absent = row("a", () => {
    throw new NotMeasured("no browser");
  });
  const { code, lines } = await run(["--json"], [absent, rows[0]]);
  t.is(code, 0);
  t.deepEqual(JSON.parse(lines[0]), {
    ...{ name: "a", value: null, unit: "m", promised: "<= 2", pass: null, note: "no browser" },
  });
  t.deepEqual(await run([], [absent]), {
    code: 1,
    lines: [
      "-     a           - m     promised <= 2  not measured: no browser",
      "",
      "0 of 1 promises kept, 1 not measured",
    ],
  });
});

test("on a machine without a browser the bench ends, and says what it has not measured", async (t) => {
  const env = { ...process.env, CHROMIUM: "/nowhere/chromium" };
  const args = [inRoot("build/bench/main.js"), "--json", "--only", "notebooks/pendulum/"];
  // The process ends by itself, or this test does not.
  const failure = await t.throwsAsync<Error & { code: number; stdout: string }>(
    promisify(execFile)(process.execPath, args, { env }),
  );
  t.is(failure.code, 1);
  const results = failure.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  t.deepEqual(
    results.map(({ name, pass }) => [name, pass]),
    [
      ["notebooks/pendulum/first-result", null],
      ["notebooks/pendulum/frame", null],
    ],
  );
  t.is(
    results[0].note,
    "no Chromium at /nowhere/chromium: apt-get install chromium, or set CHROMIUM to the path of yours",
  );
});

test("the table for people", async (t) => {
  const { lines } = await run([]);
  t.is(lines[0], "ok    chain/10/error       1.000 m     promised <= 2");
  t.is(lines[2], "FAIL  chain/50/error       3.000 m     promised <= 2");
  t.is(lines[3], "ok    top/speed            1.000 m     promised >= 1  0.250 yardsticks");
  t.is(lines.at(-1), "3 of 4 promises kept");
});

test("timing calls the subject as often as asked and gives positive numbers", (t) => {
  let count = 0;
  const { value, ratio } = timeInterleaved(
    () => {
      count++;
      yardstick();
    },
    { calls: 300, rounds: 4 },
  );
  t.is(count, 1200);
  isAbove(t, value, 0);
  isAbove(t, ratio, 0);
});
