import { mountDrawing } from "./mountDrawing.ts";

// Runs in the page that `toHTML` writes.
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const target = document.getElementById("drawing");
if (target) mountDrawing(target, data.model, data.options);
