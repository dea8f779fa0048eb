import fs from "node:fs";
import { drawPictures } from "./pictures.ts";
import { inRoot } from "./project.ts";

// Draws the bond graphs of docs/images again: npm run pictures
for (const [name, text] of await drawPictures()) fs.writeFileSync(inRoot("docs/images", name), text);
