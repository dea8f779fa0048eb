import type { DrawingModel } from "../../bondgraph/export/DrawingModel.ts";
import { foldGroups } from "../../bondgraph/export/drawnGroups.ts";
import { escapeXML } from "../../math/escapeXML.ts";
import { findLayout } from "../layout/findLayout.ts";
import { paint } from "../paint.ts";
import { writeSVG } from "../writeSVG.ts";
import type { LiveOptions } from "./mountDrawing.ts";

const STYLE = `
html, body { margin: 0; height: 100%; font-family: "DejaVu Sans", Verdana, sans-serif; color: #222; }
body { display: flex; flex-direction: column; }
h1 { font-size: 16px; margin: 10px 16px; }
#drawing { flex: 1; min-height: 0; border-top: 1px solid #ddd; overflow: auto; }
`;

/** A page with the drawing in it, alive: everything it needs is inside. Without scripts it shows the picture. */
export async function writeHTML(model: DrawingModel, options: LiveOptions): Promise<string> {
  const { default: script } = await import("#live-page");
  const { title = "Bond graph", folded = [] } = options;
  const svg = writeSVG(paint(findLayout(foldGroups(model, folded)), options));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeXML(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeXML(title)}</h1>
<div id="drawing">
${svg}</div>
<script type="application/json" id="data">${writeData({ model, options })}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** JSON that cannot end the script it stands in. */
function writeData(data: unknown): string {
  return JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
