import fs from "node:fs";
import test from "ava";
import { createChain, createFourBar, createPendulum } from "../../bench/models.ts";
import { Font } from "../../lib/drawing/files/Font.ts";
import {
  createDrawingModel,
  type DrawingModel,
  drawGraph,
  findLayout,
  foldGroups,
  type Layout,
  listGroups,
  measureLayout,
  paint,
  writeSVG,
} from "../../lib/drawing/index.ts";
import { calcTextWidth } from "../../lib/drawing/textWidth.ts";
import { BondGraph, Circuit, type ElementKind, Fragment, ModelError } from "../../lib/index.ts";
import { isAbove, isAtLeast, isAtMost, isBelow } from "../helpers/compare.ts";
import { createCircuitGraph, createMotorGraph, createWheelGraph, DRAWN_GRAPHS } from "../helpers/drawnGraphs.ts";
import { drawPictures } from "../helpers/pictures.ts";
import { inRoot } from "../helpers/project.ts";
import { RandomSource } from "../helpers/random.ts";

const NO_FAULTS = { overlaps: [], strikes: [], crossings: [], frames: [], unlabelled: [] };

const layOut = (graph: BondGraph, values = false) =>
  findLayout(createDrawingModel(graph, { causality: false, values }));

const boxOf = (layout: Layout, name: string) => {
  const found = layout.elements.find(({ element }) => element.name === name);
  if (!found) throw new Error(`no element ${name}`);
  return { ...found, cx: found.x + found.width / 2, cy: found.y + found.height / 2 };
};

for (const [name, create] of DRAWN_GRAPHS) {
  test(`${name}: nothing overlaps, nothing crosses, with and without values, folded or not`, (t) => {
    const graph = create();
    for (const values of [false, true]) {
      const model = createDrawingModel(graph, { causality: false, values });
      t.deepEqual(measureLayout(findLayout(model)), NO_FAULTS);
      const groups = listGroups(model);
      t.deepEqual(measureLayout(findLayout(foldGroups(model, groups))), NO_FAULTS);
      // Every second group folded.
      const some = groups.filter((_, i) => i % 2 === 0);
      t.deepEqual(measureLayout(findLayout(foldGroups(model, some))), NO_FAULTS);
    }
  });

  test(`${name}: every element and bond is drawn once, inside the picture, the same in every run`, async (t) => {
    const graph = create();
    const layout = layOut(graph);
    t.deepEqual(layout.elements.map(({ element }) => element.name).sort(), graph.elements.map((e) => e.name).sort());
    t.deepEqual(layout.bonds.map(({ bond }) => bond.name).sort(), graph.bonds.map((bond) => bond.name).sort());
    for (const { x, y, width, height } of [...layout.elements, ...layout.groups]) {
      isAtLeast(t, x, 0);
      isAtLeast(t, y, 0);
      isAtMost(t, x + width, layout.width);
      isAtMost(t, y + height, layout.height);
    }
    for (const { points } of layout.bonds) {
      for (const { x, y } of points) {
        isAtLeast(t, x, 0);
        isAtLeast(t, y, 0);
        isAtMost(t, x, layout.width);
        isAtMost(t, y, layout.height);
      }
    }
    t.is(await create().toSVG(), await graph.toSVG());
  });
}

test("bonds begin and end at their elements, in the direction of the half arrow", (t) => {
  for (const create of DRAWN_GRAPHS.values()) {
    const layout = layOut(create());
    const boxes = new Map(layout.elements.map((box) => [box.element.id, box]));
    for (const { bond, points } of layout.bonds) {
      for (const [id, { x, y }] of [
        [bond.from, points[0]],
        [bond.to, points[points.length - 1]],
      ] as const) {
        const box = boxes.get(id) as Layout["elements"][number];
        const dx = Math.max(box.x - x, x - box.x - box.width, 0);
        const dy = Math.max(box.y - y, y - box.y - box.height, 0);
        // A bond keeps three pixels from the letters, and may leave beside a narrow one.
        isAtMost(t, Math.hypot(dx, dy), 4.5, `${bond.name} ends ${Math.hypot(dx, dy)} from ${box.element.name}`);
      }
    }
  }
});

test("a revolute joint looks like the paper's figure 2", (t) => {
  const layout = layOut(createPendulum(1).bondGraph());
  const [a, shiftA, zero, shiftB, b] = ["ground.1", "hinge.shiftA", "hinge.0", "hinge.shiftB", "rod.1"].map((name) =>
    boxOf(layout, name),
  );
  // Body A, its transformer, the 0-junction, the other transformer and body B on one level, from left to right.
  t.deepEqual(
    [a, shiftA, zero, shiftB, b].map(({ cy }) => cy).filter((cy) => cy !== zero.cy),
    [],
  );
  isBelow(t, a.cx, shiftA.cx);
  isBelow(t, shiftA.cx, zero.cx);
  isBelow(t, zero.cx, shiftB.cx);
  isBelow(t, shiftB.cx, b.cx);
  // The vertical multibond: the 0-junction, the central transformer, the split.
  const [axes, split] = ["hinge.axes", "hinge.DS"].map((name) => boxOf(layout, name));
  t.is(axes.cx, zero.cx);
  t.is(split.cx, zero.cx);
  isBelow(t, zero.cy, axes.cy);
  isBelow(t, axes.cy, split.cy);
  // Six scalar bonds straight down from the split, each closed by one element, flow constraints first.
  const closures = ["FC.v1", "FC.v2", "FC.ω1", "FC.ω2", "FC.μ", "EC.M"].map((name) => boxOf(layout, `hinge.${name}`));
  closures.forEach((closure, i) => {
    t.is(closure.cy, closures[0].cy);
    isAbove(t, closure.cy, split.cy);
    if (i > 0) isAbove(t, closure.cx, closures[i - 1].cx);
    const { points } = layout.bonds.find(({ bond }) => bond.to === closure.element.id) as Layout["bonds"][number];
    t.deepEqual(
      points.map(({ x }) => x),
      [closure.cx, closure.cx],
    );
  });
});

test("the measure finds what is wrong", (t) => {
  const layout = layOut(createCircuitGraph());
  const place = (name: string, dx: number, dy: number): Layout => ({
    ...layout,
    elements: layout.elements.map((box) =>
      box.element.name === name ? { ...box, x: box.x + dx, y: box.y + dy } : box,
    ),
  });
  const loop = boxOf(layout, "loop");
  const coil = boxOf(layout, "L");
  const overlapping = measureLayout(place("L", loop.x - coil.x, loop.y - coil.y));
  t.deepEqual(overlapping.overlaps, ["L and loop"]);
  const struck = measureLayout(place("L", 0, (loop.y - coil.y) / 2));
  t.deepEqual(struck.strikes, ["loop → L over L, its own end"]);
  const cross = (bonds: Layout["bonds"]) => ({ ...layout, bonds });
  const [first, second] = layout.bonds;
  const crossed = measureLayout(
    cross([
      {
        ...first,
        points: [
          { x: 0, y: 0 },
          { x: 10, y: 10 },
        ],
      },
      {
        ...second,
        points: [
          { x: 0, y: 10 },
          { x: 10, y: 0 },
        ],
      },
    ]),
  );
  t.is(crossed.crossings.length, 1);
  const along = measureLayout(
    cross([
      {
        ...first,
        points: [
          { x: 0, y: 5 },
          { x: 10, y: 5 },
        ],
      },
      {
        ...second,
        points: [
          { x: 8, y: 5 },
          { x: 20, y: 5 },
        ],
      },
    ]),
  );
  t.is(along.crossings.length, 1, "bonds on each other count too");
  const meeting = measureLayout(
    cross([
      {
        ...first,
        points: [
          { x: 0, y: 5 },
          { x: 10, y: 5 },
        ],
      },
      {
        ...second,
        points: [
          { x: 10, y: 5 },
          { x: 20, y: 5 },
        ],
      },
    ]),
  );
  t.is(meeting.crossings.length, 0, "bonds that meet at a point do not");
});

/** A tree of junctions with one-port elements at them, some of its branches grouped; nothing has to cross. */
function createRandomTree(seed: number, isGrouped: boolean): BondGraph {
  const source = new RandomSource(seed);
  const random = () => source.next();
  const graph = new BondGraph();
  const kinds: ElementKind[] = ["R", "C", "I", "Se", "Sf"];
  const count = 3 + Math.floor(15 * random());
  for (let i = 0; i < count; i++) {
    const parent = i > 0 ? graph.element(`junction ${Math.floor(random() * i)}`) : undefined;
    const choice = random();
    const group = !isGrouped || choice < 0.3 ? "" : choice < 0.6 ? `group ${i}` : (parent?.group ?? "");
    const junction = graph.create(random() < 0.5 ? "0" : "1", `junction ${i}`, { group });
    if (parent) graph.connect(parent, junction);
    for (let k = Math.floor(3 * random()); k >= 0; k--) {
      graph.connect(junction, graph.create(kinds[Math.floor(5 * random())], `one-port ${i}.${k}`, { group }));
    }
  }
  return graph;
}

for (const isGrouped of [false, true]) {
  test(`random trees, ${isGrouped ? "" : "not "}grouped: nothing overlaps or crosses`, (t) => {
    for (let seed = 1; seed <= 60; seed++) {
      t.deepEqual(measureLayout(layOut(createRandomTree(seed, isGrouped))), NO_FAULTS, `seed ${seed}`);
    }
  });
}

test("odd graphs are drawn: empty, one element, parts, rings, double bonds, open ports", async (t) => {
  t.regex(await new BondGraph().toSVG(), /^<svg[\s\S]*<\/svg>\n$/);
  const one = new BondGraph();
  one.create("1", "alone");
  t.is(layOut(one).elements.length, 1);

  const parts = new BondGraph();
  for (const name of ["a", "b"]) parts.connect(parts.create("Se", `${name}.Se`), parts.create("R", `${name}.R`));
  t.deepEqual(measureLayout(layOut(parts)), NO_FAULTS);
  t.is(layOut(parts).elements.length, 4);

  for (const group of ["", "ring"]) {
    const ring = new BondGraph();
    const junctions = Array.from({ length: 7 }, (_, i) => ring.create(i % 2 ? "0" : "1", `j${i}`, { group }));
    for (const [i, junction] of junctions.entries()) ring.connect(junction, junctions[(i + 1) % 7]);
    t.deepEqual(measureLayout(layOut(ring)), NO_FAULTS);
  }

  const double = new BondGraph();
  double.create("0", "a");
  double.create("1", "b");
  double.connect("a", "b");
  double.connect("a", "b");
  t.deepEqual(measureLayout(layOut(double)), NO_FAULTS);

  // A two-port element between its group and the outside is no leaf of the group.
  const motor = new BondGraph();
  for (const [kind, name] of [
    ["Se", "V"],
    ["1", "current"],
    ["R", "R"],
    ["I", "L"],
    ["GY", "K"],
  ] as const) {
    motor.create(kind, name, { group: "motor" });
  }
  motor.create("1", "shaft");
  motor.create("I", "rotor");
  motor.connect("V", "current");
  for (const name of ["R", "L", "K"]) motor.connect("current", name);
  motor.connect("K", "shaft");
  motor.connect("shaft", "rotor");
  t.deepEqual(measureLayout(layOut(motor)), NO_FAULTS);

  const fragment = new Fragment("half");
  fragment.create("TF", "gear", { group: "half" });
  fragment.open("in", "gear", "in");
  t.is(layOut(fragment).elements.length, 1);
});

test("folding keeps what is outside and drops what is inside", (t) => {
  const model = createDrawingModel(createMotorGraph(), { causality: false });
  t.deepEqual(listGroups(model), ["ground", "rod", "hinge", "motor"]);
  const folded = foldGroups(model, ["motor"]);
  t.deepEqual(
    folded.elements.filter(({ kind }) => kind === "word").map(({ name }) => name),
    ["motor"],
  );
  const inside = model.elements.filter(({ group }) => group === "motor").length;
  t.is(folded.elements.length, model.elements.length - inside + 1);
  t.is(folded.bonds.length, model.bonds.length - inside + 1);
  t.deepEqual(foldGroups(model, []), model);
  const words: DrawingModel = foldGroups(model, listGroups(model));
  t.deepEqual(
    words.elements.map(({ name, isJoining }) => [name, isJoining]),
    [
      ["ground", false],
      ["rod", false],
      ["hinge", true],
      ["motor", false],
    ],
  );
});

test("word graphs of systems are drawn as folded ones are", (t) => {
  const system = createFourBar();
  const words = findLayout(createDrawingModel(system.bondGraph({ detail: "word" })));
  const model = createDrawingModel(system.bondGraph());
  const folded = findLayout(foldGroups(model, listGroups(model)));
  t.deepEqual(measureLayout(words), NO_FAULTS);
  const places = ({ elements }: Layout) =>
    Object.fromEntries(elements.map(({ element, x, y }) => [element.name, [x, y, element.isJoining === true]]));
  t.deepEqual(places(words), places(folded));
});

test("a drawing begins at the ground, folded or not, whatever else is folded", (t) => {
  const model = createDrawingModel(createWheelGraph(4), { causality: false });
  const shown = ["wheel roller 1", "wheel contact", "wheel bearing 1"];
  const layout = findLayout(
    foldGroups(
      model,
      listGroups(model).filter((group) => !shown.includes(group)),
    ),
  );
  t.deepEqual(measureLayout(layout), NO_FAULTS);
  const ground = boxOf(layout, "ground");
  for (const { x } of layout.elements) isAtLeast(t, x, ground.x);
});

test("half arrows, double lines, strokes, dimensions, values and power are in the picture", async (t) => {
  const graph = createCircuitGraph();
  const plain = await graph.toSVG({ causality: false });
  // One line and the barb of the half arrow for each bond.
  t.is(plain.match(/<path/g)?.length, 2 * graph.bonds.length);
  const stroked = await graph.toSVG();
  t.is(stroked.match(/<path/g)?.length, 3 * graph.bonds.length);
  t.notRegex(plain, /resistance/);
  t.regex(await graph.toSVG({ values: true }), />resistance = 10</);
  const hinge = createPendulum(1).bondGraph();
  const multi = hinge.bonds.filter(({ dimension }) => dimension === 6).length;
  const svg = await hinge.toSVG({ causality: false });
  t.is(svg.match(/>6<\/text>/g)?.length, multi);
  t.is(svg.match(/<g class="bond"/g)?.length, hinge.bonds.length);
  const own = { strokeAt: () => "from" as const };
  t.not(await graph.toSVG({ causality: own }), stroked);
});

test("power is drawn to scale: the widest band is the bond with the most", async (t) => {
  const system = createPendulum(1);
  const graph = system.bondGraph();
  system.simulateSync({ until: 0.3 }).at(0.3).show();
  const powers = graph.bonds.map((bond) => Math.abs(bond.calcPower() as number));
  const svg = await graph.toSVG({ power: "width" });
  const most = Math.max(...powers);
  const widths = [
    ...svg.matchAll(
      /<g class="bond" data-id="b:([^"]*)">[\s\S]*?<path [^>]*stroke="(#[0-9a-f]*)" stroke-width="([\d.]*)"/g,
    ),
  ];
  const widest = widths.reduce((a, b) => (Number(b[3]) > Number(a[3]) ? b : a));
  // Gravity gives what the inertia takes: one of the two.
  isAtLeast(t, Math.abs(graph.bond(widest[1].replace("&gt;", ">")).calcPower() as number), (1 - 1e-9) * most);
  t.is(widest[3], "11");
  t.true(svg.includes(`the most is ${Number(most.toPrecision(4))} W`));
  t.regex(await graph.toSVG({ power: "color" }), /stroke="#e08a00"/);
  t.regex(await createCircuitGraph().toSVG({ power: "width" }), /no power is known/);
});

test("power of a circuit is read from its run", async (t) => {
  const graph = createCircuitGraph();
  const run = await new Circuit(graph).simulate({ until: 1e-3 });
  const now = run.at(2e-4);
  const model = createDrawingModel(graph, { at: now });
  for (const { name, power } of model.bonds) t.is(power, now.effort(name) * now.flow(name));
  t.regex(await graph.toSVG({ at: now, power: "width" }), /the most is [\d.]+ W/);
  await t.throwsAsync(graph.toSVG({ at: 3 as never }), {
    instanceOf: ModelError,
    message: /at is 3; give run\.at\(t\)/,
  });
});

test("names of body and kind are not repeated", (t) => {
  const labels = new Map(
    createDrawingModel(createMotorGraph(), { causality: false }).elements.map(({ name, label }) => [name, label]),
  );
  t.is(labels.get("rod.I"), "");
  t.is(labels.get("rod.gravity"), "gravity");
  t.is(labels.get("hinge.FC.μ"), "μ");
  t.is(labels.get("hinge.EC.M.1"), "M");
  t.is(labels.get("motor.R"), "");
  const graph = new BondGraph();
  graph.create("R", "a resistor with a name that is much too long for a picture");
  const [{ label, name }] = createDrawingModel(graph, { causality: false }).elements;
  t.is([...label].length, 28);
  t.true(name.startsWith(label.slice(0, 10)) && name.endsWith(label.slice(-10)));
});

test("widths of letters are those of the outlines, or more", (t) => {
  for (let code = 32; code < 127; code++) {
    const letter = String.fromCharCode(code);
    t.is(calcTextWidth(letter, 256), Font.regular.calcWidth(letter, 256));
    t.is(calcTextWidth(letter, 256, true), Font.bold.calcWidth(letter, 256));
  }
  for (const text of ["ωλμ", "θ̇", "Дж", "é"]) {
    isAtLeast(t, calcTextWidth(text, 10), 0.95 * Font.regular.calcWidth(text, 10), text);
  }
});

test("the pictures in docs/images are what is drawn today", async (t) => {
  for (const [name, text] of await drawPictures()) {
    // Last digits of the numbers in tooltips differ between machines.
    const plain = (svg: string) => svg.replace(/<title>[\s\S]*?<\/title>/g, "");
    const file = inRoot("docs/images", name);
    t.is(plain(fs.readFileSync(file, "utf8")), plain(text), `${name} changed; if that is meant: npm run pictures`);
  }
});

test("wrong options are explained", async (t) => {
  const graph = createMotorGraph();
  const refuse = async (options: object, message: RegExp) => {
    const error = await t.throwsAsync(graph.toSVG(options), { instanceOf: ModelError });
    t.regex(error?.message ?? "", message);
  };
  await refuse({ colour: true }, /colour/);
  await refuse({ power: "thick" }, /power is "thick"; give "width" or "color"/);
  await refuse({ values: "yes" }, /values is "yes"; give true or false/);
  await refuse({ title: 3 }, /title is 3; give a string/);
  await refuse({ causality: {} }, /causality .*; give true, false, or what graph\.causality\(\) returns/);
  await refuse({ fold: "motor" }, /fold is "motor"; give names of groups/);
  await refuse({ fold: ["moter"] }, /a group to fold is "moter"; did you mean "motor"\?/);
  await refuse({ fold: ["xyz"] }, /the groups are ground, rod, hinge, motor/);
});

test("writers and drawings refuse what is no graph, no model and no scene", async (t) => {
  const graph = createMotorGraph();
  const model = createDrawingModel(graph);
  const layout = findLayout(model);
  const scene = drawGraph(graph);
  const raise = () => {
    throw new Error("hostile");
  };
  const readings = { effort: () => Number.NaN, flow: () => 1 };
  const bond = graph.bonds[0].name;
  const sync: [() => unknown, string][] = [
    [
      () => createDrawingModel({} as never),
      "BondGraph: drawing: the graph is an object of class Object; give a BondGraph",
    ],
    [() => drawGraph(null as never), "BondGraph: drawing: the graph is null; give a BondGraph"],
    [
      () => createDrawingModel(graph, { at: readings }),
      `BondGraph: drawing: the effort of "${bond}" is NaN; give a finite number (a division by zero upstream?)`,
    ],
    [
      () => createDrawingModel(graph, { at: { effort: raise, flow: raise } }),
      "BondGraph: drawing: at.effort threw an error: hostile; look into that function",
    ],
    [
      () => createDrawingModel(graph, { causality: { strokeAt: () => "left" as never } }),
      `BondGraph: drawing: causality puts the stroke of "${bond}" at "left"; give "from", "to" or undefined`,
    ],
    [() => findLayout(3 as never), "findLayout: it is given 3; give what createDrawingModel returns"],
    [
      () => listGroups({} as never),
      "listGroups: the data cannot be read (Cannot read properties of undefined (reading 'map')); give what createDrawingModel returns",
    ],
    [() => foldGroups(null as never, []), "foldGroups: it is given null; give what createDrawingModel returns"],
    [() => measureLayout(undefined as never), "measureLayout: it is given undefined; give what findLayout returns"],
    [() => paint("x" as never), 'paint: it is given "x"; give what findLayout returns'],
    [
      () => paint(layout, { power: "thick" as never }),
      'BondGraph: drawing: power is "thick"; choose one of width, color',
    ],
    [() => writeSVG(null as never), "writeSVG: it is given null; give what paint or drawGraph returns"],
    [
      () => writeSVG({ ...scene, width: Number.NaN }),
      "writeSVG: the data cannot be read (a number of the scene is none); give what paint or drawGraph returns",
    ],
  ];
  for (const [call, message] of sync) t.throws(call, { instanceOf: ModelError, message });
  const late: [Promise<unknown>, string][] = [
    [graph.toPNG(null as never), "BondGraph: toPNG: the options are null; give an object such as { at: … }"],
    [graph.toSVG(3 as never), "BondGraph: drawing: the options are 3; give an object such as { at: … }"],
    [
      graph.toHTML({ fold: [Symbol("x") as never] }),
      "BondGraph: drawing: a group to fold is Symbol(x); the groups are ground, rod, hinge, motor",
    ],
    [
      graph.toTikZ({ at: 5 as never }),
      "BondGraph: drawing: at is 5; give run.at(t) of a circuit, or show a state of a System before: run.at(t).show()",
    ],
    [
      graph.toDOT({ causality: {} as never }),
      "BondGraph: drawing: causality is an object of class Object; give true, false, or what graph.causality() returns",
    ],
    [graph.toGraphML([] as never), "BondGraph: toGraphML: the options are []; give an object such as { causality: … }"],
    [graph.mount(null as never), "BondGraph: mount: the target is null; give an element of the page"],
  ];
  for (const [promise, message] of late) await t.throwsAsync(promise, { instanceOf: ModelError, message });
  // Scenes are plain data: what stands in them stays in its place.
  const end = '"/><script>';
  const shape = {
    type: "line",
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ],
    color: end,
    width: 1,
  } as const;
  const text = writeSVG({ ...scene, items: [{ kind: end as never, id: end, tooltip: end, shapes: [shape] }] });
  t.false(text.includes("<script>"));
});

test("long chains are wrapped into rows", (t) => {
  const layout = layOut(createChain(12).bondGraph());
  isBelow(t, layout.width, 3 * layout.height, `${layout.width} × ${layout.height}`);
  t.deepEqual(measureLayout(layout), NO_FAULTS);
});
