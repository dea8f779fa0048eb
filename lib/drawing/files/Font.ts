import { BOLD, REGULAR } from "./glyphs.ts";

/** Units of the outlines per em. */
const EM = 256;
const MISSING = "\ufffd";
/** Pieces of a curve between two points. */
const PIECES = 4;

interface Glyph {
  readonly advance: number;
  /** Closed polygons, x and y in turn, y up. */
  readonly contours: readonly Float64Array[];
}

/** Letters as outlines: the same on every machine, without installed fonts. */
export class Font {
  readonly #texts = new Map<string, string>();
  readonly #glyphs = new Map<string, Glyph>();
  readonly #fallback: Font | undefined;

  static readonly regular = new Font(REGULAR);
  static readonly bold = new Font(BOLD, Font.regular);

  private constructor(table: string, fallback?: Font) {
    this.#fallback = fallback;
    for (const entry of table.split("\t")) {
      const letter = String.fromCodePoint(entry.codePointAt(0) as number);
      this.#texts.set(letter, entry.slice(letter.length));
    }
  }

  /** The width of a text in pixels. */
  calcWidth(text: string, size: number): number {
    let sum = 0;
    for (const letter of text) sum += this.#glyph(letter).advance;
    return (sum * size) / EM;
  }

  /** The outlines of a text whose base line begins at a point, as polygons in pixels, y down. */
  outline(text: string, size: number, x: number, y: number): Float64Array[] {
    const scale = size / EM;
    const polygons: Float64Array[] = [];
    let left = x;
    for (const letter of text) {
      const { advance, contours } = this.#glyph(letter);
      for (const contour of contours) {
        polygons.push(contour.map((value, i) => (i % 2 === 0 ? left + scale * value : y - scale * value)));
      }
      left += scale * advance;
    }
    return polygons;
  }

  #glyph(letter: string): Glyph {
    const known = this.#glyphs.get(letter);
    if (known) return known;
    const text = this.#texts.get(letter);
    if (text === undefined && this.#fallback) return this.#fallback.#glyph(letter);
    const glyph = readGlyph(text ?? (this.#texts.get(MISSING) as string));
    this.#glyphs.set(letter, glyph);
    return glyph;
  }
}

function readGlyph(text: string): Glyph {
  const [advance] = text.match(/^\d+/) as RegExpMatchArray;
  const contours: Float64Array[] = [];
  let points: number[] = [];
  let [x, y] = [0, 0];
  for (const [, command, list] of text.slice(advance.length).matchAll(/([mlqz])([^mlqz]*)/g)) {
    const numbers = (list.match(/-?\d+/g) ?? []).map(Number);
    if (command === "z") {
      contours.push(Float64Array.from(points));
      points = [];
      continue;
    }
    const [dx, dy] = numbers.slice(-2);
    if (command === "q") {
      for (let i = 1; i < PIECES; i++) {
        const t = i / PIECES;
        const [b, c] = [2 * t * (1 - t), t * t];
        points.push(x + b * numbers[0] + c * dx, y + b * numbers[1] + c * dy);
      }
    }
    x += dx;
    y += dy;
    points.push(x, y);
  }
  return { advance: Number(advance), contours };
}
