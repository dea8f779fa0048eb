import type { Point } from "../geometry.ts";
import type { Scene, Shape } from "../Scene.ts";

/** Points per pixel. */
const SCALE = 0.75;

/** A picture as a LaTeX document of its own: `\documentclass{standalone}` with one `tikzpicture`. */
export function writeTikZ({ width, height, items }: Scene): string {
  const shapes = items.flatMap((item) => item.shapes);
  const colors = [...new Set(shapes.flatMap(listColors))];
  const nameOf = new Map(colors.map((color, i) => [color, `multibond${i}`]));
  const color = (value: string) => nameOf.get(value) as string;
  return [
    "\\documentclass[tikz,border=2pt]{standalone}",
    "\\usepackage[T1]{fontenc}",
    "\\usepackage[utf8]{inputenc}",
    "\\usepackage{textcomp}",
    "\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}",
    ...colors.map((value) => `\\definecolor{${color(value)}}{HTML}{${value.slice(1).toUpperCase()}}`),
    "\\begin{document}",
    `\\begin{tikzpicture}[x=${SCALE}pt,y=-${SCALE}pt,line join=round,every node/.style={inner sep=0pt,outer sep=0pt}]`,
    `\\path[use as bounding box] (0,0) rectangle ${place({ x: width, y: height })};`,
    ...shapes.map((shape) => writeShape(shape, color)),
    "\\end{tikzpicture}",
    "\\end{document}",
    "",
  ].join("\n");
}

function listColors(shape: Shape): string[] {
  return "color" in shape ? [shape.color] : [shape.fill, shape.stroke];
}

function writeShape(shape: Shape, color: (value: string) => string): string {
  const path = (points: readonly Point[]) => points.map(place).join(" -- ");
  const pt = (pixels: number) => `${round(pixels * SCALE)}pt`;
  switch (shape.type) {
    case "line":
      return `\\draw[${color(shape.color)},line width=${pt(shape.width)}] ${path(shape.points)};`;
    case "area":
      return `\\filldraw[draw=${color(shape.stroke)},fill=${color(shape.fill)},line width=${pt(1)}] ${path(shape.points)} -- cycle;`;
    case "rect": {
      const { x, y, width, height } = shape.box;
      const style = `draw=${color(shape.stroke)},fill=${color(shape.fill)},line width=${pt(1)},rounded corners=${pt(shape.radius)}`;
      return `\\filldraw[${style}] ${place({ x, y })} rectangle ${place({ x: x + width, y: y + height })};`;
    }
    case "text": {
      const size = round(shape.size * SCALE);
      const texts = shape.runs.map(({ text, bold }) => (bold ? `\\textbf{${escapeTeX(text)}}` : escapeTeX(text)));
      const font = `\\fontsize{${size}}{${round(1.2 * size)}}\\selectfont\\sffamily`;
      // The base line of letters without descenders, so that all texts of a line stand level.
      const anchor = shape.anchor === "middle" ? "mid" : "mid west";
      return `\\node[${color(shape.color)},anchor=${anchor},font=${font}] at ${place(shape.at)} {${texts.join("")}};`;
    }
  }
}

const place = ({ x, y }: Point): string => `(${round(x)},${round(y)})`;

const round = (value: number): number => Math.round(value * 100) / 100;

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "…": "\\ldots{}",
};

const GREEK =
  "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega".split(
    " ",
  );
const LETTERS = new Map(
  GREEK.flatMap((letter, i) => (i % 2 === 0 ? [[letter, `\\ensuremath{\\${GREEK[i + 1]}}`] as const] : [])),
);

/** Text that TeX prints as it is: nothing in it is a command, a comment or the end of a group. */
export function escapeTeX(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  const line = text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");
  return [...line].map((letter) => SPECIAL[letter] ?? LETTERS.get(letter) ?? letter).join("");
}
