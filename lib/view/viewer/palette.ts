import type { Palette } from "./Stage.ts";

/** Colours that stay apart for most eyes [Okabe], lighter on dark ground. */
const LIGHT: Palette = {
  isDark: false,
  background: "#f6f7f9",
  grid: "#aeb7c4",
  floor: "#dfe3e9",
  force: "#0072b2",
  friction: "#d55e00",
  torque: "#9b4f96",
  contact: "#c2185b",
  link: "#5b6472",
  traces: ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#555555"],
};

const DARK: Palette = {
  isDark: true,
  background: "#15181d",
  grid: "#4a5361",
  floor: "#2a3039",
  force: "#56b4e9",
  friction: "#ff8c42",
  torque: "#d58fd0",
  contact: "#ff6f91",
  link: "#a3adbb",
  traces: ["#ff8c42", "#56b4e9", "#2fd3a4", "#f2a7cd", "#f5c04a", "#9fd8ff", "#b79be0", "#bbbbbb"],
};

export const getPalette = (isDark: boolean): Palette => (isDark ? DARK : LIGHT);
