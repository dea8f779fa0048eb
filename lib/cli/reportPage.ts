/** How reports look: nothing in them has to be loaded. */
export const REPORT_STYLE = `
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #222; max-width: 1480px; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: 0.25em 0.8em; border-bottom: 1px solid #ddd; text-align: right; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(620px, 1fr)); gap: 1em; }
.graph { overflow-x: auto; }
.graph svg { max-width: 100%; height: auto; }
.plots svg { width: 100%; height: auto; border: 1px solid #eee; }
`;

export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
