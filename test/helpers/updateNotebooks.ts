import fs from "node:fs";
import { executeNotebook, findNotebook, listNotebooks } from "./notebooks.ts";

// Executes the Jupyter notebooks and stores their outputs: npm run jupyter
for (const name of listNotebooks()) {
  console.log(`${name}.ipynb`);
  fs.writeFileSync(findNotebook(name), executeNotebook(fs.readFileSync(findNotebook(name), "utf8")));
}
