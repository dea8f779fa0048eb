import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import test from "ava";
import { build } from "esbuild";
import { inRoot } from "./helpers/project.ts";

const file = inRoot("dist/multibond.js");
const full = inRoot("dist/multibond.full.js");
const view = inRoot("dist/multibond.view.js");
const stage = inRoot("dist/stage.js");
const text = fs.readFileSync(file, "utf8");

test("at most 60 KiB zipped", (t) => {
  const size = gzipSync(text, { level: 9 }).length / 1024;
  t.true(size <= 60, `${size} KiB`);
});

/** What a file imports. */
async function listImports(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    external: ["*"],
    metafile: true,
    write: false,
  });
  return Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
}

test("self-contained: no import but of what lies beside, on first use, and no address is left", async (t) => {
  const beside = new Map([
    [file, []],
    [full, ["./algebrite.js", "./live-page.js"]],
    [view, ["./algebrite.js", "./live-page.js", "./stage.js"]],
    [stage, []],
  ]);
  for (const [name, imports] of beside) {
    t.deepEqual([...new Set(await listImports(name))].sort(), imports);
    // Names of XML vocabularies look like addresses but nothing is ever loaded from them.
    const addresses = fs.readFileSync(name, "utf8").match(/\bhttps?:\/\/[^\s"'`)]+/g) ?? [];
    t.deepEqual(
      addresses.filter((address) => !/^http:\/\/(?:www\.w3\.org|graphml\.graphdrawing\.org)\//.test(address)),
      [],
    );
  }
});

test("import in Node and export what the core and the package export", async (t) => {
  for (const [bundle, ...modules] of [
    [file, "dist/core.js"],
    [full, "dist/index.js"],
    [view, "dist/index.js", "dist/view/index.js"],
  ]) {
    const bundled = await import(pathToFileURL(bundle).href);
    const compiled = await Promise.all(modules.map((module) => import(pathToFileURL(inRoot(module)).href)));
    t.deepEqual(Object.keys(bundled).sort(), compiled.flatMap((module) => Object.keys(module)).sort());
    t.true(Object.keys(bundled).length > 0);
  }
});

test("three.js is in the stage only, with its licence, and below 200 KiB zipped", (t) => {
  const isThree = /WebGLRenderer/;
  for (const name of [file, full, view]) t.notRegex(fs.readFileSync(name, "utf8"), isThree);
  const code = fs.readFileSync(stage, "utf8");
  t.regex(code, isThree);
  t.regex(code.slice(0, 200), /three [\d.]+ \(MIT/);
  const size = gzipSync(code, { level: 9 }).length / 1024;
  t.true(size < 200, `${size} KiB`);
  t.false(fs.existsSync(inRoot("dist/view/viewer/stage")));
});

test("the bundle moves a loop with a spring, an event and a bushing as the package does", async (t) => {
  type Library = typeof import("../lib/index.ts");
  const simulate = (lib: Library) => {
    const system = new lib.System();
    const rod = (name: string, x: number, y: number) =>
      system.add(
        new lib.RigidBody(name, { inertia: lib.Inertia.box({ mass: 1, size: [1, 0.1, 0.1] }), position: [x, y, 0] }),
      );
    const [a, b, c] = [rod("a", 0.5, 0), rod("b", 1.5, 0.2), rod("c", 2.5, 0)];
    const axis = [0, 0, 1];
    const hinge = system.add(new lib.RevoluteJoint("o", system.ground, a, { point: [0, 0, 0], axis, rate: 1 }));
    system.add(new lib.RevoluteJoint("p", a, b, { point: [1, 0, 0], axis, damping: 0.1 }));
    system.add(new lib.RevoluteJoint("q", b, c, { point: [2, 0.2, 0], axis }));
    system.add(new lib.RevoluteJoint("r", system.ground, c, { point: [3, 0, 0], axis }));
    system.add(new lib.Bushing("e", system.ground, b, { point: [1.5, 0.2, 0], stiffness: 40, angularStiffness: 3 }));
    const run = system.simulateSync({
      until: 1,
      events: [{ name: "kick", value: (now) => now.t - 0.5, action: (actions) => actions.setRate(hinge, 0.5) }],
    });
    return run.toCSV();
  };
  const bundled = (await import(pathToFileURL(file).href)) as Library;
  const compiled = (await import(pathToFileURL(inRoot("dist/index.js")).href)) as Library;
  t.true(simulate(bundled) === simulate(compiled));
  t.true(hasGraph(bundled));
});

/** Bond graphs work in the bundle too. */
function hasGraph(lib: typeof import("../lib/index.ts")): boolean {
  const system = new lib.System();
  const bob = system.add(
    new lib.RigidBody("bob", { inertia: lib.Inertia.sphere({ mass: 1, radius: 0.1 }), position: [1, 0, 0] }),
  );
  system.add(new lib.RevoluteJoint("hinge", system.ground, bob, { point: [0, 0, 0], axis: [0, 0, 1] }));
  return system.bondGraph().validate().length === 0;
}

test("what the core leaves out is in the full bundle", async (t) => {
  const build = async (bundle: string) => {
    const lib = (await import(pathToFileURL(bundle).href)) as typeof import("../lib/index.ts");
    const system = new lib.System();
    const inertia = lib.Inertia.rod({ mass: 1, length: 1, axis: "y" });
    const rod = system.add(new lib.RigidBody("rod", { inertia, position: [0, -0.5, 0] }));
    system.add(new lib.RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1] }));
    return system;
  };
  const small = await build(file);
  await t.throwsAsync(small.report(), { message: "the analyses are not in multibond.js; import multibond.full.js" });
  for (const method of ["radau", "dopri5"] as const) {
    t.throws(() => small.simulateSync({ until: 1, method }), {
      message: `method "${method}" is not in multibond.js; import multibond.full.js`,
    });
  }
  const [run, other] = [small, await build(full)].map((model) => model.simulateSync({ until: 0.1 }));
  t.throws(() => run.toJSON(), { message: "runs as JSON are not in multibond.js; import multibond.full.js" });
  t.is(other.toJSON().times.length, other.length);
  const system = await build(full);
  t.is((await system.report()).degreesOfFreedom, 1);
  t.true((await system.linearize()).isStable);
  t.is(system.simulateSync({ until: 1, method: "radau" }).statistics.method, "radau");
  const { Surface } = (await import(pathToFileURL(full).href)) as typeof import("../lib/index.ts");
  const values = new Float64Array(10);
  (await Surface.from("x^2 + y^2 + z^2 - r^2", { r: 2 })).calc(Float64Array.of(1, 2, 2), values);
  t.deepEqual([...values.slice(0, 4)], [5, 2, 4, 4]);
});
