import fs from "node:fs";
import path from "node:path";

const KINDS = ["classes", "functions", "interfaces", "types", "variables"];

/** Where the API documentation has which symbol. */
export class ApiIndex {
  constructor(folder) {
    this.pages = new Map();
    for (const kind of KINDS) {
      const inside = path.join(folder, kind);
      for (const file of fs.existsSync(inside) ? fs.readdirSync(inside).sort() : []) {
        const name = file.match(/\.(\w+)\.html$/)?.[1];
        if (name && !this.pages.has(name))
          this.pages.set(name, { address: `api/${kind}/${file}`, file: path.join(inside, file) });
      }
    }
  }

  /** The address of a symbol, or of a member of it (`Trajectory.sample`), from the pages' folder. */
  find(name) {
    const [symbol, member] = name.split(".");
    const page = this.pages.get(symbol);
    if (!page)
      throw new Error(`the API documentation has no "${symbol}"; is it exported, and was npm run docs called?`);
    if (!member) return page.address;
    const [, anchor] = fs.readFileSync(page.file, "utf8").match(new RegExp(`id="(${member})"`, "i")) ?? [];
    if (!anchor) throw new Error(`the API documentation of ${symbol} has no member "${member}"`);
    return `${page.address}#${anchor}`;
  }
}
