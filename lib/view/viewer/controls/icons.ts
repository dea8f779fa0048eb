/** Outlines on 20 × 20. */
const PATHS = {
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  loop: "M4 9a6 6 0 0 1 10-3.5L16 8M16 4v4h-4M16 11a6 6 0 0 1-10 3.5L4 12M4 16v-4h4",
  forces: "M4 16L15 5M9 5h6v6",
  torques: "M15.5 12.5A6 6 0 1 1 16 8M16 3.5V8h-4.5",
  traces: "M3 15c3-9 6-9 8-4s4 4 6-5",
  frames: "M7 13V3M7 13h10M7 13l-4 4M5 5l2-2 2 2M15 11l2 2-2 2",
  contacts: "M3 15h14M10 15a5 5 0 1 0-.01 0M10 14.9v.2",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M7.5 10h5M10 7.5v5",
  screenshot: "M3 6.5h3.5L8 4.5h4l1.5 2H17v9H3zM10 13.5a2.7 2.7 0 1 0-.01 0",
  record: "M10 16a6 6 0 1 0-.01 0M10 12a2 2 0 1 0-.01 0",
  model: "M10 3l6 3.5v7L10 17l-6-3.5v-7zM4 6.5l6 3.5 6-3.5M10 10v7",
  fullscreen: "M12 3h5v5M17 3l-5.5 5.5M8 17H3v-5M3 17l5.5-5.5",
  help: "M10 17a7 7 0 1 0-.01 0M8 8.2a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M10 13.6v.2",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon as markup; it takes the colour of the text around. */
export const drawIcon = (name: IconName): string =>
  `<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`;
