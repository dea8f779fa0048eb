import { execFileSync } from "node:child_process";
import algebrite from "algebrite";
import test from "ava";
import { compileExpression } from "../../lib/tracking/expression/compile.ts";
import { findSamples, findSpread } from "../../lib/tracking/findSamples.ts";
import { Surface } from "../../lib/tracking/index.ts";
import { isAbove, isAtMost, isClose } from "../helpers/compare.ts";
import { inRoot } from "../helpers/project.ts";
import { RandomSource } from "../helpers/random.ts";
import { createRandomExpression } from "../helpers/randomExpressions.ts";

test("generated code and the interpreter agree to the last bit", async (t) => {
  const random = new RandomSource(1);
  const [a, b] = [new Float64Array(10), new Float64Array(10)];
  for (let round = 0; round < 30; round++) {
    const { text, parameters } =
      round === 0 ? { text: "abs(x)*abs(y) + abs(z) - 1", parameters: {} } : createRandomExpression(random, 4);
    const program = await compileExpression(text, parameters);
    const [generated, interpreted] = [program.generate(), program.interpret()];
    for (let k = 0; k < 20; k++) {
      const point = Float64Array.from(random.vector(2));
      // On the planes of the axes too, where signs change.
      if (k < 6) point[k % 3] = 0;
      generated(point, a);
      interpreted(point, b);
      t.deepEqual(a, b, text);
    }
  }
});

test("where generated code is forbidden, surfaces work the same", (t) => {
  const script = `
    import { Surface } from ${JSON.stringify(inRoot("build/lib/tracking/index.js"))};
    const out = new Float64Array(10);
    const s = await Surface.from("(sqrt(x^2 + z^2) - a)^2 + y^2 - abs(x)^2.5 - 0.1", { a: 1.7 });
    s.calc(Float64Array.of(1.1, 0.2, -0.7), out);
    console.log(s.calc.toString().includes("execute"), [...new BigUint64Array(out.buffer)].join());`;
  const run = (...flags: string[]) =>
    execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], { encoding: "utf8" }).split(" ");
  const free = run();
  const bound = run("--disallow-code-generation-from-strings");
  t.is(free[0], "false");
  t.is(bound[0], "true");
  t.is(bound[1], free[1]);
});

test("the algebra is loaded when the first expression comes", (t) => {
  const script = `
    import { createRequire } from "node:module";
    const { cache } = createRequire(${JSON.stringify(inRoot("package.json"))});
    const isLoaded = () => Object.keys(cache).some((name) => name.includes("algebrite"));
    const { Sphere, Surface } = await import(${JSON.stringify(inRoot("build/lib/tracking/index.js"))});
    new Sphere({ radius: 1 }).listSamples();
    const before = isLoaded();
    await Surface.from("x");
    console.log(before, isLoaded());`;
  t.is(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }), "false true\n");
});

test("what others do with the algebra does not matter", async (t) => {
  const out = new Float64Array(10);
  algebrite.run("x = 3\na = 7\nv0 = 5");
  t.throws(() => algebrite.eval("1/0"));
  const surface = await Surface.from("a*x^3*sinh(y) - z + 12345.678901234567", { a: 2 });
  surface.calc(Float64Array.of(1, 2, 3), out);
  t.is(out[1], 6 * Math.sinh(2));
  t.is(out[7], 6 * Math.cosh(2));
  t.is(algebrite.run("x"), "3");
  algebrite.run("clearall");
});

test("signs, exponents and numbers are read as in mathematics", async (t) => {
  const value = async (text: string, x = 3, y = 2) => {
    const out = new Float64Array(10);
    (await compileExpression(text)).generate()(Float64Array.of(x, y, 0), out);
    return out[0];
  };
  t.is(await value("-x^2"), -9);
  t.is(await value("2^-x"), 1 / 8);
  t.is(await value("2^x^y"), 512);
  t.is(await value("x - y - 1"), 0);
  t.is(await value("x/y/2*4"), 3);
  t.is(await value("--x + +y"), 5);
  t.is(await value("1e-20*x"), 1e-20 * 3);
  t.is(await value(".5E1*x**2."), 45);
  t.is(await value("x*pi"), 3 * Math.PI);
  t.is(await value("\n( ( x ) )\t"), 3);
});

const refuse = async (t: import("ava").ExecutionContext, text: unknown, parameters: unknown, message: string) => {
  const error = await t.throwsAsync(Surface.from(text as string, parameters as Record<string, number>));
  t.is(error?.name, "ModelError");
  t.is(error?.message, message);
};

test("unknown names are refused with their place", async (t) => {
  await refuse(
    t,
    "x^2 + radus - 1",
    { radius: 1 },
    'Surface "x^2 + radus - 1": unknown name "radus" at column 7; did you mean radius? Give it as a parameter, { radus: … }, or use x, y, z',
  );
  for (const name of ["__proto__", "constructor", "toString", "globalThis", "process", "e", "i", "hasOwnProperty"]) {
    const error = await t.throwsAsync(Surface.from(`x + ${name}`));
    t.true(error?.message.includes(`unknown name "${name}" at column 5; `), error?.message);
  }
  for (const call of [
    "eval(x)",
    "constructor(x)",
    "x.constructor",
    "x[0]",
    "`x`",
    "x;y",
    "x=1",
    "'x'",
    "x\\u0041",
    "π",
  ]) {
    const error = await t.throwsAsync(Surface.from(call));
    t.regex(
      error?.message ?? "",
      /^Surface .*(?:unknown name|means nothing here|is not expected).* column \d+|^Surface .* at column \d+/,
    );
  }
});

test("no text of the user is in the generated code", async (t) => {
  const code = (await compileExpression("alpha*x^2.5 + sqrt(alpha + y) - 0.123456", { alpha: 0.7654321 })).generate();
  t.notRegex(code.toString(), /alpha|1234|7654/);
});

test("expressions that are not well formed are refused with the place and a remedy", async (t) => {
  await refuse(
    t,
    "x^2 + ",
    {},
    'Surface "x^2 + ": the end is not expected at column 7; give a number, a name or a parenthesis there',
  );
  await refuse(t, "2x", {}, 'Surface "2x": "x" is not expected at column 2; join the parts with + - * / ^');
  await refuse(
    t,
    "(x + y",
    {},
    'Surface "(x + y": the end is not expected at column 7; close the parenthesis with ")"',
  );
  await refuse(t, "x + sin", {}, 'Surface "x + sin": sin has no argument at column 8; write sin(…)');
  await refuse(
    t,
    "x # y",
    {},
    'Surface "x # y": "#" at column 3 means nothing here; use numbers, names, + - * / ^ and parentheses',
  );
  await refuse(
    t,
    "",
    {},
    'Surface "": the end is not expected at column 1; give a number, a name or a parenthesis there',
  );
  await refuse(t, 5, {}, 'Surface 5: the expression is no text; give one such as "x^2 + y^2 + z^2 - 1"');
  await refuse(
    t,
    "x + 1e999",
    {},
    'Surface "x + 1e999": the number 1e999 at column 5 is too large; give a finite number',
  );
});

test("length, depth, exponents and the work of the algebra are bounded", async (t) => {
  const long = `x${" + x".repeat(2500)}`;
  const error = await t.throwsAsync(Surface.from(long));
  t.regex(error?.message ?? "", /: the expression has 10001 characters; give at most 2000, or write a class/);
  const deep = `${"(".repeat(100)}x${")".repeat(100)}`;
  t.regex(
    (await t.throwsAsync(Surface.from(deep)))?.message ?? "",
    /more than 64 levels of nesting at column \d+; simplify/,
  );
  const minus = `${"-".repeat(200)}x`;
  t.regex((await t.throwsAsync(Surface.from(minus)))?.message ?? "", /more than 64 levels/);
  await refuse(t, "x^1000 - 1", {}, 'Surface "x^1000 - 1": exponent 1000 at column 2; give one between -64 and 64');
  await refuse(
    t,
    "x^9^9^9 - 1",
    {},
    'Surface "x^9^9^9 - 1": exponent 387420489 at column 4; give one between -64 and 64',
  );
  // As long as allowed, and of the kind that grows when it is multiplied out.
  const wide = `1${Array.from({ length: 60 }, (_, i) => `*(x + ${i}*y + z^2 - sin(${i}*z))`).join("")}`;
  isAtMost(t, wide.length, 2000);
  await t.notThrowsAsync(compileExpression(wide));
  const heavy = `x${Array.from({ length: 110 }, (_, i) => `*(x-${i}*y)^(y-${i}*z)`).join("")}`;
  isAtMost(t, heavy.length, 2000);
  t.regex(
    (await t.throwsAsync(compileExpression(heavy)))?.message ?? "",
    /: the derivatives take more than \d+ (?:operations|derivatives); simplify the expression, or write a class/,
  );
  await refuse(
    t,
    "0^x + y",
    {},
    'Surface "0^x + y": a derivative is infinite everywhere; look for 0 to the power of a coordinate',
  );
});

test("parameters are numbers with names of their own", async (t) => {
  await refuse(
    t,
    "a*x",
    { a: Number.NaN },
    'Surface "a*x": the parameter "a" is NaN; give a finite number (a division by zero upstream?)',
  );
  await refuse(t, "a*x", { a: "1" }, 'Surface "a*x": the parameter "a" is "1", not a number; give a finite number');
  await refuse(t, "x", { x: 1 }, 'Surface "x": the parameter "x" is a coordinate of the surface; choose another name');
  await refuse(
    t,
    "x",
    { pi: 1 },
    'Surface "x": the parameter "pi" has the name of something known; choose another name',
  );
  await refuse(
    t,
    "x",
    { "a b": 1 },
    'Surface "x": the parameter "a b" is no name; begin with a letter and go on with letters, digits and _',
  );
  await refuse(
    t,
    "x",
    JSON.parse('{ "__proto__": 1 }'),
    'Surface "x": the parameter "__proto__" is no name; begin with a letter and go on with letters, digits and _',
  );
  await refuse(
    t,
    "x - a",
    { a: 1, b: 2 },
    'Surface "x - a": the parameter "b" does not appear in the expression; leave it out, or check its spelling',
  );
  await refuse(t, "x", [1], 'Surface "x": the parameters are [1]; give an object such as { a: 2 }');
  // What an object inherits is no parameter of it.
  const inherited = Object.create({ a: 1 });
  t.regex((await t.throwsAsync(Surface.from("a*x", inherited)))?.message ?? "", /unknown name "a" at column 1/);
});

test("surfaces without points or gradients are refused", async (t) => {
  const reach = "no point of the surface was found within 1e+6 m of its origin";
  const remedy = "check signs and parameters, or give a size near that of the surface";
  await refuse(t, "x^2 + 1", {}, `Surface "x^2 + 1": ${reach}: f is nowhere negative, so nothing is inside; ${remedy}`);
  await refuse(
    t,
    "x^2 + y^2",
    {},
    `Surface "x^2 + y^2": ${reach}: f is nowhere negative, so nothing is inside; ${remedy}`,
  );
  await refuse(
    t,
    "-x^2 - 1",
    {},
    `Surface "-x^2 - 1": ${reach}: f is nowhere positive, so nothing is outside; ${remedy}`,
  );
  await refuse(
    t,
    "sqrt(-1 - x^2)",
    {},
    `Surface "sqrt(-1 - x^2)": ${reach}: f is nowhere a number other than zero (a division by zero, or the root of a negative number?); ${remedy}`,
  );
  await refuse(t, "x^3*0 + 5", {}, 'Surface "x^3*0 + 5": f is 5 everywhere and has no gradient; use x, y or z in it');
  await refuse(
    t,
    "x/(a - 1)",
    { a: 1 },
    'Surface "x/(a - 1)": division by zero at column 2; check the parameters of the divisor',
  );
  await refuse(
    t,
    "x + log(0)",
    {},
    'Surface "x + log(0)": the function gives -Infinity at column 5; check the numbers and the parameters there',
  );
  await refuse(
    t,
    "x + sqrt(0-1)",
    {},
    'Surface "x + sqrt(0-1)": the function gives NaN at column 5; check the numbers and the parameters there',
  );
});

test("options of an expression", async (t) => {
  const small = await Surface.from("x^2 + y^2 + z^2 - r^2", { r: 1e-3 }, { position: [1, 0, 0] });
  isClose(t, small.size, 1e-3, 1e-4);
  t.is(small.position[0], 1);
  t.is(small.label, 'Surface "x^2 + y^2 + z^2 - r^2"');
  t.is((await Surface.from("y", {}, { size: 5 })).size, 5);
  const far = await Surface.from("(x - 3)^2 + (y - 2)^2 + (z - 1)^2 - 0.01");
  isAbove(t, far.listSamples().length, 3);
  const error = await t.throwsAsync(Surface.from("y", {}, { siez: 5 } as unknown as { size: number }));
  t.is(
    error?.message,
    'Surface "y": unknown option "siez"; did you mean "size"? The options are position, orientation, inside, size',
  );
});

test("the size of a ball is its radius, whatever radius the search tries", async (t) => {
  // Exact zeros at a radius of the search: 1 and every power of two.
  for (const radius of [1, 2, 0.125, 3, 0.1]) {
    const ball = await Surface.from("x^2 + y^2 + z^2 - r^2", { r: radius });
    t.is(ball.listSamples().length, 64, "one for each ray");
    isClose(t, ball.size / radius, 1, 5e-16, `${ball.size}`);
  }
  isClose(t, (await Surface.from("x^2 + y^2 + z^2 - 1")).size, 1, 5e-16);
});

test("samples use nothing in which engines differ", (t) => {
  const calc = ([x, y, z]: Float64Array, out: Float64Array) => {
    out.set([x * x + 2 * y * y + z * z - 3, 2 * x, 4 * y, 2 * z]);
  };
  const find = () => {
    const samples = findSamples("ball", calc);
    return [findSpread(samples), ...samples.flatMap((point) => [...point])];
  };
  const expected = find();
  const { sin, cos, pow, exp, log, hypot } = Math;
  try {
    // As an engine with another last digit would have it.
    for (const [name, work] of Object.entries({ sin, cos, pow, exp, log, hypot })) {
      Object.assign(Math, { [name]: (...x: [number, number]) => work(...x) * (1 + 3e-16) });
    }
    t.deepEqual(find(), expected);
  } finally {
    Object.assign(Math, { sin, cos, pow, exp, log, hypot });
  }
});

test("parameters that cannot be read", async (t) => {
  const parameters = Object.defineProperty({}, "r", {
    enumerable: true,
    get() {
      throw new Error("no entry");
    },
  });
  await refuse(t, "x - r", parameters, 'Surface "x - r": the parameters cannot be read (no entry); give plain numbers');
});
