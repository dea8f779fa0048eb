import test from "ava";
import {
  callGiven,
  checkBoolean,
  checkChoice,
  checkCount,
  checkDirection,
  checkEntries,
  checkInstance,
  checkLabel,
  checkList,
  checkName,
  checkNumbers,
  checkOptions,
  checkQuaternion,
  describe,
  explainThrown,
  getMessage,
  hasMethod,
  isInstance,
  isPromise,
  ModelError,
  refusePromise,
} from "../../lib/math/index.ts";
import { isClose } from "../helpers/compare.ts";

const throwing = () => {
  throw new Error("no entry");
};
/** Every reading of it throws. */
const hostile = new Proxy({}, { get: throwing });

test("a value in a message: short, never throwing, whatever its size", (t) => {
  const long = new Array(1e8);
  long[0] = 1;
  t.is(describe(long), "[1, undefined, undefined, undefined, undefined, undefined, undefined, undefined, …]");
  t.is(describe(new Float64Array(1e7)), "[0, 0, 0, 0, 0, 0, 0, 0, …]");
  t.is(describe(Symbol("arm")), "Symbol(arm)");
  t.is(describe(12n), "12n");
  t.is(describe(hostile), "a value that cannot be read");
  t.is(describe([hostile]), "a value that cannot be read");
  t.is(describe(Object.create(null)), "an object of class Object");
  t.is(describe(new DataView(new ArrayBuffer(8))), "an object of class DataView");
});

test("what was thrown, an error or not, has a message", (t) => {
  t.is(getMessage(new Error("broken")), "broken");
  t.is(getMessage(new TypeError("")), "TypeError");
  t.is(getMessage("stop"), '"stop"');
  t.is(getMessage(undefined), "undefined");
  t.is(getMessage(hostile), "a value that cannot be read");
});

test("counts have limits that the refusal names", (t) => {
  t.is(checkCount("Mesh.sphere", "sides", 12, 3, 1000), 12);
  t.is(checkCount("Mesh.sphere", "sides", 3, 3, 1000), 3);
  t.is(checkCount("Mesh.sphere", "sides", 1000, 3, 1000), 1000);
  for (const [value, text] of [
    [2, "2"],
    [1001, "1001"],
    [3.5, "3.5"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
    ["12", '"12"'],
    [undefined, "undefined"],
  ]) {
    t.throws(() => checkCount("Mesh.sphere", "sides", value, 3, 1000), {
      instanceOf: ModelError,
      message: `Mesh.sphere: sides is ${text}; give a whole number from 3 to 1000`,
    });
  }
});

test("flags, choices, objects", (t) => {
  t.true(checkBoolean("simulate", "dense", true));
  t.throws(() => checkBoolean("simulate", "dense", "no"), { message: 'simulate: dense is "no"; give true or false' });
  t.is(checkChoice("Inertia", "axis", "x", ["x", "y"]), "x");
  t.throws(() => checkChoice("simulate", "method", "dop835", ["dop853", "radau"]), {
    message: 'simulate: method is "dop835"; did you mean "dop853"? Choose one of dop853, radau',
  });
  t.throws(() => checkChoice("simulate", "method", 5, ["dop853", "radau"]), {
    message: "simulate: method is 5; choose one of dop853, radau",
  });
  const date = new Date(0);
  t.is(checkInstance("report", "the day", date, Date), date);
  t.throws(() => checkInstance("report", "the day", null, Date), {
    instanceOf: ModelError,
    message: "report: the day is null; give a Date",
  });
});

test("lists, also with holes and hostile entries", (t) => {
  t.deepEqual(checkList("Mesh", "parts", Uint8Array.of(1, 2), "a list"), [1, 2]);
  t.throws(() => checkList("Mesh", "parts", new Array(5), "a list of parts", 4), {
    message: "Mesh: parts has 5 entries; give a list of parts, with at most 4 entries",
  });
  t.throws(() => checkList("Mesh", "parts", { length: 2 }, "a list of parts"), {
    message: "Mesh: parts is an object of class Object; give a list of parts",
  });
  const list = [1, 2];
  Object.defineProperty(list, 1, { get: throwing });
  t.throws(() => checkList("Mesh", "parts", list, "a list of parts"), {
    instanceOf: ModelError,
    message: "Mesh: parts cannot be read (no entry); give a list of parts",
  });
  // biome-ignore lint/suspicious/noSparseArray: that is the point
  t.throws(() => checkNumbers("Mesh", "sizes", [1, , 3], "numbers"), {
    message: "Mesh: sizes [1, undefined, 3] has undefined in place 1; give numbers, all finite",
  });
});

test("long lists are refused before they are read", (t) => {
  const long = new Array(4e9);
  t.throws(() => checkList("Mesh", "parts", long, "a list"), {
    instanceOf: ModelError,
    message: "Mesh: parts has 4000000000 entries; give a list, with at most 10000000 entries",
  });
  t.throws(() => checkDirection("Plane", "normal", long), {
    instanceOf: ModelError,
    message: /^Plane: normal \[undefined, .*, …\] has 4000000000 numbers; give three numbers \[x, y, z\]$/,
  });
});

test("proxies that throw are refused like anything else", (t) => {
  const hostile = new Proxy([1, 2, 3], { get: throwing, getPrototypeOf: throwing });
  const { proxy: revoked, revoke } = Proxy.revocable([1, 2, 3], {});
  revoke();
  for (const value of [hostile, revoked]) {
    t.throws(() => checkList("Mesh", "positions", value, "a list"), {
      instanceOf: ModelError,
      message: /^Mesh: positions cannot be read \(.*\); give a list$/,
    });
    t.throws(() => checkInstance("Mesh", "other", value, Date), {
      instanceOf: ModelError,
      message: "Mesh: other is a value that cannot be read; give a Date",
    });
    t.throws(() => checkOptions("Mesh", value, ["positions"]), { instanceOf: ModelError });
  }
});

test("directions and quaternions of any size that numbers hold", (t) => {
  const huge = checkDirection("Plane", "normal", [1.7e308, 1.7e308, 0]);
  const half = Math.SQRT1_2;
  for (const [i, x] of [half, half, 0].entries()) isClose(t, huge[i], x, 1e-15);
  t.deepEqual(checkDirection("Plane", "normal", [0, 0, -1e-140]), [0, 0, -1]);
  t.deepEqual(checkQuaternion("RigidBody", "orientation", [1.7e308, 1.7e308, 1.7e308, 1.7e308]), [0.5, 0.5, 0.5, 0.5]);
  t.throws(() => checkDirection("Plane", "normal", [0, 1e-200, 0]), { instanceOf: ModelError });
});

test("options: no lists, no promises that were not awaited, no hostile ones", (t) => {
  const check = (options: unknown) => () => checkOptions("System", options as object, ["gravity"]);
  t.notThrows(check(undefined));
  t.notThrows(check({ gravity: 1 }));
  for (const [options, text] of [
    [[], "[]"],
    [new Float64Array(2), "[0, 0]"],
    [null, "null"],
    ["gravity", '"gravity"'],
    [Promise.resolve({ gravity: 1 }), "an object of class Promise"],
    [new Map([["gravity", 1]]), "an object of class Map"],
    [new Date(0), "an object of class Date"],
  ]) {
    t.throws(check(options), { message: `System: the options are ${text}; give an object such as { gravity: … }` });
  }
  const getter = Object.defineProperty({}, "gravity", { get: throwing, enumerable: true });
  t.throws(check(getter), {
    instanceOf: ModelError,
    message: "System: gravity cannot be read (no entry); give a plain value",
  });
  t.throws(check(Object.defineProperty({}, Symbol.toStringTag, { get: throwing })), {
    instanceOf: ModelError,
    message: "System: the options cannot be read (no entry); give a plain object",
  });
  t.throws(check(new Proxy({}, { ownKeys: throwing })), {
    instanceOf: ModelError,
    message: "System: the options cannot be read (no entry); give a plain object",
  });
});

test("proxies that refuse or are revoked are values that cannot be read, wherever they stand", (t) => {
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const list = new Proxy([1, 2, 3], { get: throwing });
  const dead = "Cannot perform 'IsArray' on a proxy that has been revoked";
  t.throws(() => checkOptions("System", { gravity: revoked }, ["gravity"]), {
    message: `System: gravity cannot be read (${dead}); give a plain value`,
  });
  t.throws(() => checkOptions("System", { gravity: list }, ["gravity"]), {
    message: "System: gravity cannot be read (no entry); give a plain value",
  });
  t.throws(() => checkOptions("System", revoked, ["gravity"]), {
    message: `System: the options cannot be read (${dead}); give a plain object`,
  });
  t.throws(() => checkNumbers("Mesh", "sizes", list, "numbers"), {
    message: "Mesh: sizes cannot be read (no entry); give numbers",
  });
  t.throws(() => checkList("Mesh", "sizes", revoked, "numbers"), {
    message: `Mesh: sizes cannot be read (${dead}); give numbers`,
  });
  t.throws(() => checkInstance("Mesh", "map", revoked, Map), {
    message: "Mesh: map is a value that cannot be read; give a Map",
  });
  t.false(isInstance(revoked, Map));
  t.true(isInstance(new Map(), Map));
  t.false(hasMethod(revoked, "get"));
  t.false(hasMethod(undefined, "get"));
  t.true(hasMethod(new Map(), "get"));
  t.false(isPromise(revoked));
  t.deepEqual(checkEntries("equilibrium", "guess", { a: 1 }, "numbers"), [["a", 1]]);
  for (const [value, problem] of [
    [revoked, `cannot be read (${dead})`],
    [{ a: list }, "cannot be read (no entry)"],
    [[1], "is [1]"],
    [null, "is null"],
  ] as const) {
    t.throws(() => checkEntries("equilibrium", "guess", value, "numbers"), {
      instanceOf: ModelError,
      message: `equilibrium: guess ${problem}; give numbers`,
    });
  }
  t.throws(() => checkOptions("Inertia", undefined, ["mass"], true), {
    message: "Inertia: the options are undefined; give an object such as { mass: … }",
  });
  t.is(checkLabel("Gear", "pair"), 'Gear "pair"');
});

test("functions of users: what they throw names the part; promises are refused", async (t) => {
  t.is(
    callGiven("Ground", "motion", () => 3),
    3,
  );
  const error = t.throws(() => callGiven('Ground "deck"', "motion", throwing), {
    instanceOf: ModelError,
    message: 'Ground "deck": motion threw an error: no entry; look into that function',
  });
  t.is((error.cause as Error).message, "no entry");
  const own = new ModelError("Plane: normal has no direction");
  t.is(explainThrown("Ground", "motion", own), own);
  const answer = Promise.reject(new Error("late"));
  t.throws(() => callGiven("Vehicle", "command", () => answer), {
    message: "Vehicle: command answers with a promise; give a function that is not async",
  });
  t.notThrows(() => refusePromise("Vehicle", "command", undefined));
  // biome-ignore lint/suspicious/noThenProperty: one that throws
  t.throws(() => refusePromise("Vehicle", "command", { then: throwing }), { instanceOf: ModelError });
  t.notThrows(() => refusePromise("Vehicle", "command", hostile));
  // The rejection was taken: it does not end the process.
  await t.throwsAsync(answer, { message: "late" });
});

test("names say what is wrong with them", (t) => {
  t.is(checkName("RigidBody", "left arm"), "left arm");
  t.throws(() => checkName("RigidBody", "left.arm"), {
    message:
      'RigidBody: the name "left.arm" holds a dot, which separates names in columns; take another, such as "left-arm"',
  });
});
