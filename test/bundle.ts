import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import test from "ava";
import ts from "typescript";
import { isAbove, isAtMost, isBelow, isClose } from "./helpers/compare.ts";
import { inRoot } from "./helpers/project.ts";

const file = inRoot("dist/multibond.js");
const full = inRoot("dist/multibond.full.js");
const view = inRoot("dist/multibond.view.js");
const stage = inRoot("dist/stage.js");
const text = fs.readFileSync(file, "utf8");

test("at most 130 KiB zipped", (t) => {
  const size = gzipSync(text, { level: 9 }).length / 1024;
  isAtMost(t, size, 130, `${size} KiB`);
});

/** What a file of dist imports: statically, and on first use. */
function listImports(name: string): { always: string[]; lazy: string[] } {
  const code = fs.readFileSync(inRoot("dist", name), "utf8");
  const all = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  const lazy = [...code.matchAll(/\bimport\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1]);
  return { always: all.filter((other) => !lazy.includes(other)), lazy };
}

/** The files that a bundle may load. */
function listParts(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const { always, lazy } = listImports(name);
  for (const other of [...always, ...lazy]) listParts(other.replace("./", ""), found);
  return found;
}

const bundles = [file, full, view].map((name) => path.basename(name));

test("the core is one file; analyses, pictures and the like lie beside it and are loaded on first use", (t) => {
  const { always, lazy } = listImports("multibond.js");
  t.deepEqual(always, []);
  for (const part of ["Analyses", "pictures", "writePNG", "mountDrawing"]) {
    t.true(
      lazy.some((name) => name.startsWith(`./${part}-`)),
      part,
    );
  }
  // It has no classes of contacts; the forces of several are found in the others.
  const isContact = /class ConeBlock\b|\bConeBlock=class\b/;
  t.notRegex(text, isContact);
  t.regex(fs.readFileSync(full, "utf8"), isContact);
  t.true(listImports("multibond.full.js").lazy.some((name) => name === "./algebrite.js"));
  t.true(listImports("multibond.view.js").lazy.includes("./stage.js"));
});

test("self-contained: no import but of what lies beside, of no other bundle, and no address is left", (t) => {
  for (const bundle of bundles) {
    const parts = [...listParts(bundle)];
    t.deepEqual(
      parts.filter((name) => bundles.includes(name)),
      [bundle],
    );
    for (const name of parts) {
      t.true(fs.existsSync(inRoot("dist", name)), name);
      // Names of XML vocabularies look like addresses but nothing is ever loaded from them; the algebra names its manual.
      const addresses = fs.readFileSync(inRoot("dist", name), "utf8").match(/\bhttps?:\/\/[^\s"'`)]+/g) ?? [];
      t.deepEqual(
        addresses.filter((address) => !/^http:\/\/(?:www\.w3\.org|graphml\.graphdrawing\.org)\//.test(address)),
        [],
        name,
      );
    }
  }
});

test("every class is there once: parts take theirs from their bundle", (t) => {
  const count = (name: string) =>
    fs.readFileSync(inRoot("dist", name), "utf8").match(/class ModelError\b|\bModelError=class\b/g)?.length ?? 0;
  for (const bundle of bundles) {
    for (const name of listParts(bundle)) t.is(count(name), name === bundle ? 1 : 0, name);
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
    const names = compiled.flatMap((module) => Object.keys(module));
    isAbove(t, names.length, 0);
    t.deepEqual(
      names.filter((name) => !(name in bundled)),
      [],
    );
    // What parts import beside that has names that nobody takes for his.
    t.deepEqual(
      Object.keys(bundled).filter((name) => !names.includes(name) && name.length > 2),
      [],
    );
    for (const name of names) if (/^class\b/.test(String(bundled[name]))) t.is(bundled[name].name, name);
  }
});

test("three.js is in the stage only, with its licence, and below 200 KiB zipped", (t) => {
  const isThree = /WebGLRenderer/;
  for (const name of [file, full, view]) t.notRegex(fs.readFileSync(name, "utf8"), isThree);
  const code = fs.readFileSync(stage, "utf8");
  t.regex(code, isThree);
  t.regex(code.slice(0, 200), /three [\d.]+ \(MIT/);
  const size = gzipSync(code, { level: 9 }).length / 1024;
  isBelow(t, size, 200, `${size} KiB`);
  t.false(fs.existsSync(inRoot("dist/view/viewer/stage")));
});

test("the bundle moves a loop with a spring, an event and a bushing as the package does", async (t) => {
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
  const [bundled, compiled] = [await load(file), await load(inRoot("dist/index.js"))];
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

type Library = typeof import("../lib/index.ts");
const load = async (bundle: string) => (await import(pathToFileURL(bundle).href)) as Library;

function createPendulum(lib: Library, rate = 1) {
  const system = new lib.System();
  const inertia = lib.Inertia.rod({ mass: 1, length: 1, axis: "y" });
  const rod = system.add(new lib.RigidBody("rod", { inertia, position: [0, -0.5, 0] }));
  system.add(new lib.RevoluteJoint("hinge", system.ground, rod, { point: [0, 0, 0], axis: [0, 0, 1], rate }));
  return system;
}

for (const bundle of [file, full]) {
  const name = path.basename(bundle);

  test(`${name}: every method, analyses, JSON, diagnosis and causality`, async (t) => {
    const lib = await load(bundle);
    const system = createPendulum(lib);
    for (const method of ["radau", "dopri5", "dop853"] as const) {
      t.is(system.simulateSync({ until: 1, method }).statistics.method, method);
    }
    const run = system.simulateSync({ until: 1 });
    t.is(lib.Trajectory.fromJSON(JSON.parse(JSON.stringify(run)), system).length, run.length);
    t.true(Number.isFinite(run.diagnosis?.shortest.step));
    t.is((await system.report()).degreesOfFreedom, 1);
    t.true((await createPendulum(lib, 0).linearize()).isStable);
    isClose(t, (await system.equilibrium({ guess: { hinge: 0.5 } })).coordinates["hinge.angle"] as number, 0, 1e-9);
    const graph = system.bondGraph();
    t.deepEqual(lib.BondGraph.fromJSON(graph.toJSON()).toJSON(), graph.toJSON());
    t.true(graph.bonds.some((bond) => graph.causality().strokeAt(bond) !== undefined));
    t.is(system.bondGraph({ detail: "word" }).elements.length, 3);
    const generatrix = () => 1;
    isClose(t, lib.Inertia.revolution({ density: 1, generatrix, from: 0, to: 1 }).mass, Math.PI, 1e-9);
  });

  test(`${name}: pictures by the parts beside, refused with the bundle's own error`, async (t) => {
    const lib = await load(bundle);
    const graph = createPendulum(lib).bondGraph();
    t.regex(await graph.toSVG(), /^<svg /);
    t.deepEqual([...(await graph.toPNG()).slice(1, 4)], [...Buffer.from("PNG")]);
    t.regex(await graph.toHTML(), /<script>[\s\S]*d3-zoom/);
    t.regex(await graph.toTikZ(), /tikzpicture/);
    t.regex(await graph.toDOT(), /^digraph/);
    t.regex(await graph.toGraphML(), /<graphml/);
    await t.throwsAsync(graph.toSVG({ fold: ["rode"] }), { instanceOf: lib.ModelError, message: /did you mean "rod"/ });
    await t.throwsAsync(graph.toPNG({ scale: 0 }), { instanceOf: lib.ModelError, message: /scale is 0/ });
  });
}

test("surfaces by expression in the full bundle", async (t) => {
  const { Surface } = await load(full);
  const values = new Float64Array(10);
  (await Surface.from("x^2 + y^2 + z^2 - r^2", { r: 2 })).calc(Float64Array.of(1, 2, 2), values);
  t.deepEqual([...values.slice(0, 4)], [5, 2, 4, 4]);
});
