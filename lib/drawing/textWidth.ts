/** Widths of the printable ASCII characters in 1/256 em, from the space on: DejaVu Sans, one of the widest in use. */
const REGULAR = decode(
  "81,103,118,215,163,243,200,70,100,100,128,215,81,92,81,86,163,163,163,163,163,163,163,163,163,163,86,86,215,215,215,136,256," +
    "175,176,179,197,162,147,198,193,76,76,168,143,221,192,202,154,202,178,163,156,187,175,253,175,156,175,100,86,100,215,128,128," +
    "157,163,141,163,158,90,163,162,71,71,148,71,249,162,157,163,163,105,133,100,162,152,209,152,152,134,163,86,163,215",
);
const BOLD = decode(
  "89,117,133,215,178,257,223,78,117,117,134,215,97,106,97,94,178,178,178,178,178,178,178,178,178,178,102,102,215,215,215,149,256," +
    "198,195,188,213,175,175,210,214,95,95,198,163,255,214,218,188,218,197,184,175,208,198,282,197,185,186,117,94,117,215,128,128," +
    "173,183,152,183,174,111,183,182,88,88,170,88,267,182,176,183,183,126,152,122,182,167,237,165,167,149,182,94,182,215",
);
/** Of most other letters, of Cyrillic ones, and of scripts whose characters fill a square. */
const OTHER = 220;
const CYRILLIC = 276;
const SQUARE = 256;

function decode(text: string): number[] {
  return text.split(",").map(Number);
}

/** The width of a line of text, in pixels: no narrower than browsers draw it with the fonts that the pictures name. */
export function calcTextWidth(text: string, size: number, bold = false): number {
  const widths = bold ? BOLD : REGULAR;
  let sum = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) as number;
    sum += widths[code - 32] ?? (code >= 0x1100 ? SQUARE : code >= 0x400 && code < 0x530 ? CYRILLIC : OTHER);
  }
  return (sum * size) / 256;
}
