/** The 26 unit vectors along the axes, the edges and the corners of a cube. */
export function listDirections(): Float64Array[] {
  const out: Float64Array[] = [];
  for (let i = 0; i < 27; i++) {
    const d = Float64Array.of((i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1);
    // Unlike Math.hypot the same in every engine.
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (length > 0) out.push(d.map((x) => x / length));
  }
  return out;
}
