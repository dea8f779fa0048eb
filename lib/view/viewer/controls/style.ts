/** The stylesheet of a viewer; it lives in a shadow tree, where nothing else gets in or out. */
export const STYLE = `
:host {
  --text: #1f2530; --dim: #5b6472; --bar: #ffffff; --edge: #d8dde5; --hover: #eceff4; --accent: #0072b2; --tint: #dcebf6;
  --paper: #f6f7f9;
  display: block; position: relative; box-sizing: border-box; width: 100%; min-width: 0;
  font: 13px/1.3 system-ui, "DejaVu Sans", sans-serif; color: var(--text); color-scheme: light;
  border: 1px solid var(--edge); border-radius: 8px; overflow: hidden; background: var(--paper);
}
:host([data-theme="dark"]) {
  --text: #e6e9ee; --dim: #9aa4b2; --bar: #1d2127; --edge: #343a44; --hover: #2a3038; --accent: #56b4e9; --tint: #203647;
  --paper: #15181d; color-scheme: dark;
}
:host(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
:host(:fullscreen) { display: flex; flex-direction: column; border: 0; border-radius: 0; }
:host(:fullscreen) .picture { flex: 1; height: auto !important; }
* { box-sizing: border-box; }
.picture { position: relative; overflow: hidden; background: var(--paper); }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; cursor: grab; outline: none; }
canvas:active { cursor: grabbing; }
.legend { position: absolute; left: 12px; bottom: 10px; display: grid; gap: 4px; pointer-events: none; font-size: 12px; }
.legend div { display: flex; align-items: center; gap: 8px; }
.legend[hidden], .legend div[hidden] { display: none; }
.legend i { display: block; height: 3px; border-radius: 2px; background: currentColor; }
.legend span { color: var(--dim); }
.note { position: absolute; left: 12px; top: 8px; right: 12px; color: var(--dim); font-size: 12px; pointer-events: none; }
.error { color: #c0392b; }
:host([data-theme="dark"]) .error { color: #ff8a7a; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 4px; padding: 4px 6px; background: var(--bar); border-top: 1px solid var(--edge); }
.group { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; }
.travel { flex: 1 1 260px; flex-wrap: nowrap; min-width: 0; gap: 6px; }
:host([data-narrow]) .travel { flex-basis: 100%; }
button, select {
  font: inherit; color: inherit; background: none; border: 0; border-radius: 6px; height: 34px; min-width: 34px; padding: 0;
  display: inline-flex; align-items: center; justify-content: center; cursor: pointer;
}
button:hover, select:hover { background: var(--hover); }
button:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
button[aria-pressed="true"] { color: var(--accent); background: var(--tint); }
button[data-name="record"][aria-pressed="true"] { color: #d32f2f; }
select { padding: 0 4px; }
option { color: var(--text); background: var(--bar); }
input[type="range"] { flex: 1; min-width: 60px; height: 34px; margin: 0; accent-color: var(--accent); cursor: pointer; }
.time { min-width: 8.5em; text-align: right; font-variant-numeric: tabular-nums; color: var(--dim); white-space: nowrap; }
.help {
  position: absolute; right: 8px; bottom: 8px; max-width: calc(100% - 16px); max-height: calc(100% - 16px); overflow: auto;
  background: var(--bar); border: 1px solid var(--edge); border-radius: 8px; padding: 8px 12px; box-shadow: 0 2px 12px #0003;
}
.help[hidden] { display: none; }
.help dl { display: grid; grid-template-columns: auto auto; gap: 3px 12px; margin: 0; }
.help dt { font-weight: 600; white-space: nowrap; }
.help dd { margin: 0; color: var(--dim); }
`;
