/** What cells may use without an import, beside the kit's own parts. */
const PACKAGES = ["d3", "htl", "katex", "@observablehq/inputs", "@observablehq/plot"];
const KIT = /[\\/]notebook-kit[\\/]dist[\\/]/;
const ADDRESS =
  /^https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[\w.-]+\/)?[\w.-]+?)(?:@[\d.]+)?(?:\/\+esm|(\/.*?)(?:\/\+esm)?)?$/;

/**
 * Notebooks may use d3, Plot, Inputs and so on without an import; the kit would fetch them from a server when a page opens.
 * This takes them from node_modules instead. Anything else fails with a message when a cell asks for it: nothing is ever
 * requested from outside.
 */
export function offline() {
  return {
    name: "notebooks-offline",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.startsWith("npm:")) return null;
      return this.resolve(source.slice(4).replace(/^((?:@[^/@]+\/)?[^/@]+)@[^/]+/, "$1"), importer, { skipSelf: true });
    },
    transform(code, id) {
      if (!KIT.test(id)) return null;
      const lacking = [...code.matchAll(/\bfrom "(https:[^"]+)"/g)].find(([, address]) => !findPackage(address));
      if (lacking) return { code: `throw new Error(${explain(lacking[1])});`, map: null };
      // The style sheet of formulas is added to the page as a link there.
      const own = id.endsWith("tex.js") ? code.replace(/^const link[\s\S]*?appendChild\(link\);$/m, STYLE) : code;
      const text = own
        .replace(/\bimport\("(https:[^"]+)"\)/g, (_, address) => importLazily(address))
        .replace(/\bfrom "(https:[^"]+)"/g, (_, address) => `from ${JSON.stringify(findPackage(address))}`)
        .replace(/@import url\("(https:[^"]+)"\)/g, (_, address) => `@import url("${findPackage(address)}")`);
      return text === code ? null : { code: text, map: null };
    },
  };
}

const STYLE = 'import "katex/dist/katex.min.css";';

/** The package behind an address, if it is one of ours. */
function findPackage(address) {
  const [, name, file = ""] = ADDRESS.exec(address) ?? [];
  return PACKAGES.includes(name) ? `${name}${file}` : undefined;
}

function importLazily(address) {
  const specifier = findPackage(address);
  return specifier ? `import(${JSON.stringify(specifier)})` : `Promise.reject(new Error(${explain(address)}))`;
}

const explain = (address) =>
  JSON.stringify(
    `${address} is not part of these notebooks; import what the project has as a dependency, or add it there`,
  );
