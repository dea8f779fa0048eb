import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { config, observable } from "@observablehq/notebook-kit/vite";
import { defineConfig } from "vite";
import { ApiIndex } from "../scripts/notebooks/ApiIndex.mjs";
import { readPages, writeCards, writeNeighbours } from "../scripts/notebooks/gallery.mjs";
import { leanFonts } from "../scripts/notebooks/leanFonts.mjs";
import { offline } from "../scripts/notebooks/offline.mjs";
import { writeProse } from "../scripts/notebooks/prose.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const pages = fs.readdirSync(folder).filter((name) => name.endsWith(".html") && name !== "template.html");
const api = new ApiIndex(path.join(folder, "../docs/api"));

const transformNotebook = (notebook) => {
  for (const cell of notebook.cells) {
    if (cell.mode === "md") cell.value = writeProse(cell.value, { folder, api });
    if (cell.mode === "html")
      cell.value = cell.value.replace("<gallery></gallery>", () => writeCards(readPages(folder)));
  }
  return notebook;
};

const transformTemplate = (template, { filename }) =>
  template.replace("<neighbours></neighbours>", () =>
    writeNeighbours(readPages(folder), path.basename(filename, ".html")),
  );

const { resolve, ...common } = config();

export default defineConfig({
  ...common,
  root: folder,
  resolve: { alias: resolve.alias.filter(({ find }) => !String(find).includes("npm:")) },
  plugins: [
    offline(),
    observable({ template: path.join(folder, "template.html"), transformNotebook, transformTemplate }),
    leanFonts(),
  ],
  // Messages name classes.
  worker: { format: "es", plugins: () => [offline()], rolldownOptions: { output: { keepNames: true } } },
  build: {
    outDir: path.join(folder, "../site"),
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 3000,
    rolldownOptions: { input: pages.map((name) => path.join(folder, name)), output: { keepNames: true } },
  },
});
