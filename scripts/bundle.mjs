import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { minify } from "terser";

/** Parts that stay outside the core bundle, each with what stands in for it. */
const OUTSIDE = [
  {
    filter: /integrators[\\/]Radau\.js$/,
    contents: `export class Radau {
      constructor() {
        throw new Error('method "radau" is not in multibond.js; import multibond.full.js');
      }
    }`,
  },
  {
    filter: /integrators[\\/]DormandPrince5\.js$/,
    contents: `export class DormandPrince5 {
      constructor() {
        throw new Error('method "dopri5" is not in multibond.js; import multibond.full.js');
      }
    }`,
  },
  {
    // Contacts themselves are not part of the core.
    filter: /contact[\\/]resolveContacts\.js$/,
    contents: "export const resolveContacts = () => {};",
  },
  {
    filter: /contact[\\/]bringForward\.js$/,
    contents: "export const bringForward = () => {};",
  },
  {
    filter: /contact[\\/]solveShared\.js$/,
    contents: "export const solveShared = (kernel, t) => kernel.solve(t);",
  },
  {
    filter: /contact[\\/]solveToShow\.js$/,
    contents: `export const solveToShow = (kernel, t) => kernel.solve(t);
    export const measureOpen = () => {};
    export const measureContacts = () => {};`,
  },
  {
    // Without it rollers in the air cost as much as others.
    filter: /kernel[\\/]Idlers\.js$/,
    contents: `export class Idlers {
      setIdle() {}
      addBallasts() {}
      getRefresh() {}
    }`,
  },
  {
    filter: /kernel[\\/]RotorLink\.js$/,
    contents: `export class RotorLink {
      static fits() {
        return false;
      }
    }`,
  },
  {
    filter: /explainEvents\.js$/,
    contents: `const explain = ({ label }) => label + " changes sign again and again";
    export { explain as explainPile, explain as explainReturn };`,
  },
  {
    filter: /kernel[\\/]explainConflict\.js$/,
    contents: `import { listMisfits } from "./listMisfits.js";
    export const explainUnderflow = (kernel, { message }) => message;
    export const explainConflict = (kernel, limit, ofRates) =>
      "the constraints cannot all be met; " + listMisfits(kernel, limit, ofRates);`,
  },
  {
    // The core looks at prescribed motions at the start only.
    filter: /kernel[\\/]checkMotions\.js$/,
    contents: "export const checkMotions = () => {};",
  },
  {
    filter: /kernel[\\/]listMoves\.js$/,
    contents: "export const listMoves = () => [];",
  },
  {
    // `auto` then keeps to dop853 and says so in the notes.
    filter: /StiffnessReview\.js$/,
    contents: `export class StiffnessReview {
      constructor(choice) {
        this.choice = choice;
      }
      review() {
        const { stepper, notes } = this.choice;
        if (!stepper.isStiff || notes.length) return;
        this.choice.note("stability limits the steps; multibond.full.js has a method for that");
      }
    }`,
  },
  {
    filter: /rigidbody[\\/]revolution\.js$/,
    contents: `export const calcRevolution = () => {
      throw new Error("Inertia.revolution is not in multibond.js; import multibond.full.js");
    };`,
  },
  {
    filter: /trajectoryJSON\.js$/,
    contents: `const refuse = () => {
      throw new Error("runs as JSON are not in multibond.js; import multibond.full.js");
    };
    export {
      refuse as checkTrajectoryJSON,
      refuse as decodeNumber,
      refuse as decodeNumbers,
      refuse as encodeNumber,
      refuse as encodeNumbers,
    };`,
  },
  {
    filter: /json[\\/]graphJSON\.js$/,
    contents: `const refuse = () => {
      throw new Error("bond graphs as JSON are not in multibond.js; import multibond.full.js");
    };
    export { refuse as decodeGraph, refuse as encodeGraph };`,
  },
  {
    filter: /StepDoctor\.js$/,
    contents: `export class StepDoctor {
      noteStep() {}
      noteEvent() {}
      diagnose() {
        const limitedBy = "what multibond.full.js can tell";
        return { shortest: { t: NaN, step: NaN, limitedBy }, limitedBy: [], events: [], advice: [] };
      }
    }`,
  },
  {
    filter: /bondgraph[\\/]explainMisfit\.js$/,
    contents: `import { ModelError } from "../math/index.js";
    const explain = ({ label }) => new ModelError(label + " does not fit");
    export {
      explain as explainBranch,
      explain as explainMisfit,
      explain as explainPortList,
      explain as explainPorts,
    };`,
  },
  {
    filter: /DrawableGraph\.js$/,
    contents: `export class DrawableGraph {
      async toSVG() {
        throw new Error("pictures are not in multibond.js; import multibond.full.js");
      }
    }`,
  },
  {
    filter: /constraints[\\/]listSealParameters\.js$/,
    contents: "export const listSealParameters = () => ({});",
  },
  {
    // The core draws full graphs only.
    filter: /system[\\/]createDetailedGraph\.js$/,
    contents: 'export { createBondGraph as createDetailedGraph } from "./createBondGraph.js";',
  },
  {
    // Circuits, which bring such inertias, are not part of the core.
    filter: /kernel[\\/]attachInertias\.js$/,
    contents: "export const attachInertias = () => {};",
  },
  {
    filter: /causality[\\/]assignCausality\.js$/,
    contents: `export const assignCausality = () => {
      throw new Error("causality is not in multibond.js; import multibond.full.js");
    };`,
  },
  {
    filter: /analysis[\\/]Analyses\.js$/,
    contents: `export class Analyses {
      constructor() {
        throw new Error("the analyses are not in multibond.js; import multibond.full.js");
      }
    }`,
  },
];

const withoutOutside = {
  name: "without-outside",
  setup({ onLoad }) {
    for (const { filter, contents } of OUTSIDE) onLoad({ filter }, () => ({ contents }));
  },
};

/** Classes whose names stand in messages. */
const isNamed = (name) => /^[A-Z].*(?:Joint|Rod|Line|Coupler|Gear|Damper|Bushing|Wrench|Body|Ground)$/.test(name);

const words = (text) => text.match(/\b[A-Za-z_]\w*\b/g) ?? [];

/**
 * Names of private members, and of members in the kernel, that are nothing else anywhere: no public name, no word of a text,
 * nothing of JavaScript.
 */
function listPrivateNames(sources) {
  const names = new Set();
  const others = new Set();
  for (const source of sources) {
    for (const line of fs.readFileSync(source.replace(/\.js$/, ".d.ts"), "utf8").split("\n")) {
      const isInner = /[\\/]kernel[\\/]/.test(source);
      const name = line.match(isInner ? /^ {4}(?:\w+ )*(\w+)\??[:(;]/ : /^ {4}private (?:\w+ )*(\w+)/)?.[1];
      if (name) names.add(name);
      else if (!isInner) for (const word of words(line)) others.add(word);
    }
    const text = fs.readFileSync(source, "utf8");
    for (const [, , quoted] of text.matchAll(/(["'`])((?:\\.|(?!\1).)*)\1/gs))
      for (const word of words(quoted)) others.add(word);
  }
  for (const key of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[key];
    for (const holder of [value, value?.prototype]) {
      if (typeof holder !== "object" && typeof holder !== "function") continue;
      for (const name of holder === null ? [] : Object.getOwnPropertyNames(holder)) others.add(name);
    }
  }
  return [...names].filter((name) => !others.has(name));
}

const COMMON = {
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "eof",
  metafile: true,
  write: false,
  logLevel: "warning",
};

/** One minified ES module with the core, the package it needs inside: no more than 60 KiB zipped. */
export async function bundleCore(entry) {
  const plugins = [withoutOutside];
  const { metafile } = await build({ ...COMMON, entryPoints: [entry], plugins });
  const sources = Object.keys(metafile.inputs).filter((name) => !name.includes("node_modules"));
  return bundle(entry, {
    plugins,
    squeezes: true,
    mangleProps: new RegExp(`^(?:${listPrivateNames(sources).join("|")})$`),
  });
}

/** The algebra is large and only needed for surfaces given by expressions: a file of its own, imported on first use. */
const ALGEBRA = "algebrite.js";

/** The script of the pages that bond graphs are written to. */
const LIVE_PAGE = "live-page.js";

/** What three.js draws runs with, and three.js itself. */
const STAGE = "stage.js";

const withPartsBeside = {
  name: "with-parts-beside",
  setup({ onResolve }) {
    onResolve({ filter: /^algebrite$/ }, () => ({ path: `./${ALGEBRA}`, external: true }));
    onResolve({ filter: /^#live-page$/ }, () => ({ path: `./${LIVE_PAGE}`, external: true }));
    onResolve({ filter: /^#stage$/ }, () => ({ path: `./${STAGE}`, external: true }));
  },
};

/**
 * The texts of minified ES modules for pages that need more than the core, by name: everything, everything with the
 * viewer, the algebra, the stage of viewers, and the script of live drawings, as a text that is put into pages.
 */
export async function bundleAll(entry) {
  const folder = path.dirname(entry);
  const algebra = { contents: 'export { default } from "algebrite";', resolveDir: folder };
  const page = await bundle(path.join(folder, "bondgraph/drawing/live/page.js"), { format: "iife" });
  const view = { contents: 'export * from "./index.js"; export * from "./view/index.js";', resolveDir: folder };
  return new Map([
    ["multibond.full.js", await bundle(entry, { plugins: [withPartsBeside] })],
    ["multibond.view.js", await bundle(undefined, { stdin: view, plugins: [withPartsBeside] })],
    [STAGE, await bundle(path.join(folder, "view/viewer/stage/createStage.js"), {})],
    [ALGEBRA, await bundle(undefined, { stdin: algebra })],
    [LIVE_PAGE, `export default ${JSON.stringify(page).replaceAll("</", "<\\/")};\n`],
  ]);
}

/** Names of classes stand in messages, so they are kept. Of the core every byte counts: `squeeze` does the rest there. */
async function bundle(entry, options) {
  const { squeezes = false, ...others } = options;
  const names = squeezes ? {} : { minifyIdentifiers: true, keepNames: true };
  const result = await build({ ...COMMON, ...names, ...(entry ? { entryPoints: [entry] } : {}), ...others });
  const { text } = result.outputFiles[0];
  const code = squeezes ? await squeeze(text, Object.values(result.metafile.outputs)[0].exports) : text;
  return `/*! ${notice(Object.keys(result.metafile.inputs))} */\n${code}\n`;
}

/** Smaller, in many times the time; of the names of classes only those of bodies and constraints are kept. */
async function squeeze(text, exports) {
  const { code } = await minify(text, {
    module: true,
    ecma: 2022,
    compress: { passes: 3, keep_fargs: false, pure_getters: true, sequences: false },
    mangle: { reserved: exports.filter(isNamed) },
  });
  return code;
}

/** Names the packages inside the bundle with their licences. */
function notice(inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const folder = input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
    if (folder) folders.add(folder);
  }
  const inside = [...folders].sort().map((folder) => {
    const { name, version, license, author } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const by = typeof author === "string" ? author.replace(/\s*[<(].*$/, "") : author?.name;
    return `${name} ${version} (${license}${by ? `, ${by}` : ""})`;
  });
  const { name, version, license } = JSON.parse(fs.readFileSync("package.json", "utf8"));
  return [`${name} ${version} (${license})`, ...inside].join("; ");
}
