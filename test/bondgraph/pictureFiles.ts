import zlib from "node:zlib";
import { instance as createGraphviz } from "@viz-js/viz";
import { DOMParser } from "@xmldom/xmldom";
import test from "ava";
import graphology from "graphology";
import { parse as parseGraphML } from "graphology-graphml";
import { escapeTeX } from "../../lib/drawing/files/writeTikZ.ts";
import { BondGraph, ModelError } from "../../lib/index.ts";
import { isAbove, isAtLeast, isClose } from "../helpers/compare.ts";
import { createCircuitGraph, createMotorGraph, DRAWN_GRAPHS } from "../helpers/drawnGraphs.ts";

/** Names that would break out of a text if they were not escaped. */
const HOSTILE = [
  '"<script>alert(1)</script>',
  "]]>",
  "</text></svg><script>alert(2)</script>",
  "\\input{/etc/passwd}",
  "100 % of $x_1^2$ & {y} ~ #",
  "two\nlines\r\nand\tmore",
  'a\\" b',
  "<!-- -->",
  "&lt;&#0;&amp;",
  "nul\u0000bell\u0007end\ud800",
  "\\N \\G \\E",
  "`$`{1}</script>",
  "__proto__",
  "θ̇ 速度 🙂",
];

function createHostile(): BondGraph {
  const graph = new BondGraph();
  graph.create("1", "hub");
  for (const name of HOSTILE) {
    const element = graph.create("R", name, {
      group: name === "__proto__" ? "" : `group ${name}`,
      parameters: { [name]: name },
    });
    graph.connect("hub", element, { name: `bond ${name}` });
  }
  return graph;
}

/** Reads XML strictly: whatever is not well formed is an error. */
function parseXML(text: string) {
  const faults: string[] = [];
  const errorHandler = (_level: string, message: string) => void faults.push(message);
  const document = new DOMParser({ errorHandler }).parseFromString(text, "text/xml");
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return document;
}

/** What XML can hold of a name: no control characters, no halves of characters. */
const inXML = (name: string) =>
  Array.from(name, (letter) => {
    const code = letter.codePointAt(0) as number;
    const isHeld = (code >= 32 || "\t\n\r".includes(letter)) && !(code >= 0xd800 && code < 0xe000);
    return isHeld ? letter : "\ufffd";
  })
    .join("")
    .replace(/\r\n?/g, "\n");

test("SVG is well-formed XML, with every hostile name as text", async (t) => {
  for (const create of [createHostile, ...DRAWN_GRAPHS.values()]) {
    const graph = create();
    const document = parseXML(await graph.toSVG({ values: true, title: 'a "title" <b>' }));
    t.is(document.getElementsByTagName("script").length, 0);
    const titles = Array.from(document.getElementsByTagName("title"), (node) => node.textContent?.split("\n")[0]);
    t.is(titles[0], 'a "title" <b>');
    for (const { kind, name } of graph.elements) t.true(titles.includes(`${kind} ${inXML(name)}`.split("\n")[0]), name);
  }
});

test("DOT is read by Graphviz: the same nodes, edges and clusters", async (t) => {
  const graphviz = await createGraphviz();
  for (const create of [createHostile, ...DRAWN_GRAPHS.values()]) {
    const graph = create();
    const { status, output, errors } = graphviz.render(await graph.toDOT(), { format: "json" });
    t.is(status, "success", JSON.stringify(errors));
    t.deepEqual(
      errors.filter(({ level }) => level !== "warning"),
      [],
    );
    const { objects, edges } = JSON.parse(output as string) as {
      objects: { name: string; label: string; tooltip?: string }[];
      edges: { arrowhead: string; label?: string; edgetooltip: string; tail: number; head: number }[];
    };
    const groups = new Set(graph.elements.map(({ group }) => group).filter((group) => group !== ""));
    t.is(objects.filter(({ name }) => name.startsWith("cluster")).length, groups.size);
    t.is(objects.filter(({ name }) => !name.startsWith("cluster")).length, graph.elements.length);
    t.is(edges.length, graph.bonds.length);
    graph.bonds.forEach((bond, i) => {
      t.is(edges[i].label || "1", String(bond.dimension));
      t.regex(edges[i].arrowhead, /^(?:tee)?rvee$/);
    });
  }
  const rendered = graphviz.renderString(await createHostile().toDOT(), { format: "svg" });
  t.notRegex(rendered, /<script/);
  t.regex(rendered, /\\input\{\/etc\/passwd\}/);
  t.notThrows(() => parseXML(rendered));
});

test("DOT has causal strokes as tees", async (t) => {
  const graph = createCircuitGraph();
  const dot = await graph.toDOT();
  const causality = graph.causality();
  for (const [i, bond] of graph.bonds.entries()) {
    const line = dot.split("\n").filter((text) => text.includes("->"))[i];
    if (causality.strokeAt(bond) === "to") t.regex(line, /arrowhead=teervee/);
    else t.regex(line, /arrowtail=tee/);
  }
  t.notRegex(await graph.toDOT({ causality: false }), /tee/);
});

test("GraphML is read by graphology: nothing is lost", async (t) => {
  for (const create of [createHostile, ...DRAWN_GRAPHS.values()]) {
    const graph = create();
    const read = parseGraphML(graphology.MultiDirectedGraph, await graph.toGraphML(), { addMissingNodes: false });
    t.is(read.order, graph.elements.length);
    t.is(read.size, graph.bonds.length);
    graph.elements.forEach((element, i) => {
      const { name, kind, group, dimension, parameters } = read.getNodeAttributes(`n${i}`);
      t.is(name, inXML(element.name));
      t.is(kind, element.kind);
      t.is(group, inXML(element.group));
      t.is(dimension, element.dimension);
      const kept = Object.keys(element.parameters).length > 0 ? JSON.stringify(element.parameters) : undefined;
      t.is(parameters, kept);
    });
    graph.bonds.forEach((bond, i) => {
      const [from, to] = read.extremities(`e${i}`);
      t.is(read.getNodeAttribute(from, "name"), inXML(bond.from.element.name));
      t.is(read.getNodeAttribute(to, "name"), inXML(bond.to.element.name));
      t.is(read.getEdgeAttribute(`e${i}`, "bondDimension"), bond.dimension);
    });
  }
});

test("TikZ: braces balance, and nothing of a name is a command", async (t) => {
  for (const create of [createHostile, createMotorGraph]) {
    const text = await create().toTikZ({ values: true });
    let depth = 0;
    // A brace behind a backslash is a letter; two backslashes in a row are never written.
    for (const letter of text.replace(/\\[{}]/g, "")) {
      if (letter === "{") depth++;
      if (letter === "}") depth--;
      isAtLeast(t, depth, 0);
    }
    t.is(depth, 0);
    t.notRegex(text, /\\input\b|(?<!\\)[%#&$]/);
    const known =
      /^(documentclass|usepackage|IfFileExists|definecolor|begin|end|path|draw|filldraw|node|fontsize|selectfont|sffamily|text\w+|ldots|ensuremath|[a-zA-Z]?[a-z]+)$/;
    for (const [, command] of text.matchAll(/\\([a-zA-Z]+)/g)) t.regex(command, known);
    t.is(text.match(/\\begin\{/g)?.length, text.match(/\\end\{/g)?.length);
  }
  t.is(escapeTeX("\\input{x}"), "\\textbackslash{}input\\{x\\}");
  t.is(escapeTeX("50 % of $a_1$ & ~b^2 #"), "50 \\% of \\$a\\_1\\$ \\& \\textasciitilde{}b\\textasciicircum{}2 \\#");
  t.is(escapeTeX("ω\n%x"), "\\ensuremath{\\omega} \\%x");
});

test("HTML: one page, no address, no name outside of a text", async (t) => {
  const html = await createHostile().toHTML({ title: "</title><script>alert(3)</script>" });
  t.is(html.match(/<script\b/g)?.length, 2);
  t.is(html.match(/<\/script>/g)?.length, 2);
  t.notRegex(html, /(?:src|href)=/);
  const addresses = html.match(/\bhttps?:\/\/[^\s"'`)]+/g) ?? [];
  t.deepEqual(
    addresses.filter((address) => !address.startsWith("http://www.w3.org/")),
    [],
  );
  const data = html.match(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/)?.[1] ?? "";
  const { model } = JSON.parse(data) as { model: { elements: { name: string }[] } };
  t.deepEqual(
    model.elements.slice(1).map(({ name }) => name),
    HOSTILE,
  );
});

/** Width, height and pixels of a PNG file, by Node's own zlib. */
function decodePNG(bytes: Uint8Array): { width: number; height: number; pixel(x: number, y: number): number[] } {
  const buffer = Buffer.from(bytes);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < buffer.length; ) {
    const length = buffer.readUInt32BE(at);
    const body = buffer.subarray(at + 4, at + 8 + length);
    chunks.set(body.subarray(0, 4).toString("latin1"), body.subarray(4));
    if (buffer.readUInt32BE(at + 8 + length) !== crc(body)) throw new Error("wrong check sum");
    at += 12 + length;
  }
  const head = chunks.get("IHDR") as Buffer;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const raw = zlib.inflateSync(chunks.get("IDAT") as Buffer);
  const row = 3 * width;
  for (let y = 0; y < height; y++) {
    for (let i = 0; y > 0 && i < row; i++) raw[y * (row + 1) + 1 + i] += raw[(y - 1) * (row + 1) + 1 + i];
  }
  return { width, height, pixel: (x, y) => [...raw.subarray(y * (row + 1) + 1 + 3 * x, y * (row + 1) + 4 + 3 * x)] };
}

function crc(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = (value >>> 1) ^ (0xedb88320 & -(value & 1));
  }
  return ~value >>> 0;
}

test("PNG: the same bytes in every run, right size, lines where the SVG has them", async (t) => {
  const graph = createCircuitGraph();
  const bytes = await graph.toPNG({ scale: 3, causality: false });
  t.deepEqual(await createCircuitGraph().toPNG({ scale: 3, causality: false }), bytes);
  const { width, height, pixel } = decodePNG(bytes);
  const svg = await graph.toSVG({ causality: false });
  const [, w, h] = svg.match(/width="(\d+)" height="(\d+)"/) as RegExpMatchArray;
  t.deepEqual([width, height], [3 * Number(w), 3 * Number(h)]);
  t.deepEqual(pixel(0, 0), [255, 255, 255]);
  let seen = 0;
  for (const [, x1, y1, x2, y2, color] of svg.matchAll(
    /<path d="M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)" fill="none" stroke="(#\w+)"/g,
  )) {
    const [x, y] = [1.5 * (Number(x1) + Number(x2)), 1.5 * (Number(y1) + Number(y2))];
    const rgb = pixel(Math.floor(x), Math.floor(y));
    // A line of more than three pixels: at its middle one of them is covered all but fully.
    const ink = [1, 3, 5].map((i) => Number.parseInt(color.slice(i, i + 2), 16));
    rgb.forEach((value, i) => void isClose(t, value, ink[i], 90, `${rgb} at ${x}, ${y}`));
    seen++;
  }
  t.is(seen, 2 * graph.bonds.length);
});

test("PNG: letters cover what their outlines enclose", async (t) => {
  const { Canvas } = await import("../../lib/drawing/files/Canvas.ts");
  const { Font } = await import("../../lib/drawing/files/Font.ts");
  const inkOf = (polygons: ArrayLike<number>[]) => {
    const canvas = new Canvas(200, 200);
    canvas.fill(polygons, "#000000");
    return canvas.pixels.reduce((sum, value) => sum + (255 - value) / 255, 0) / 3;
  };
  const areaOf = (points: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < points.length; i += 2) {
      const j = (i + 2) % points.length;
      sum += (points[i] * points[j + 1] - points[j] * points[i + 1]) / 2;
    }
    return sum;
  };
  const square = [10.25, 10.5, 60.75, 10.5, 60.75, 30.25, 10.25, 30.25];
  // Eight bits a pixel: each of the pixels along the edge is off by at most half a step.
  isClose(t, inkOf([square]), areaOf(square), 0.3);
  const slanted = [20, 20, 170, 45.5, 90.3, 180.7];
  isClose(t, inkOf([slanted]), Math.abs(areaOf(slanted)), 0.5);
  const even = [10, 10, 60, 10, 60, 30, 10, 30];
  t.is(inkOf([even, even]), areaOf(even), "what is covered twice counts once");
  for (const letter of ["I", "O", "B", "ω", "8"]) {
    const outline = Font.regular.outline(letter, 120, 30, 150);
    const area = Math.abs(outline.reduce((sum, polygon) => sum + areaOf(polygon), 0));
    isAbove(t, area, 100, letter);
    isClose(t, inkOf(outline), area, 0.01 * area, letter);
  }
  t.is(inkOf([[-50, -50, -10, -50, -10, -10]]), 0, "outside of the picture");
  isClose(t, inkOf([[-50, -50, 50, -50, 50, 50, -50, 50]]), 2500, 0.5, "partly outside");
});

test("PNG: what is too large and what is no scale is refused", async (t) => {
  const graph = createCircuitGraph();
  await t.throwsAsync(graph.toPNG({ scale: 0 }), {
    instanceOf: ModelError,
    message: /scale is 0; give a number greater/,
  });
  await t.throwsAsync(graph.toPNG({ scale: 1000 }), {
    instanceOf: ModelError,
    message: /too large; give a smaller scale/,
  });
});
