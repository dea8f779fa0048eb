/** Free space around the picture of a plot, px. */
const MARGINS = { left: 56, right: 20, top: 20, bottom: 30 };

/** Domains of both axes, around the given points, in which a metre is as long across as it is upwards. */
export function equalDomains(
  points: Iterable<{ x: number; y: number }>,
  { width, height }: { width: number; height: number },
): { x: [number, number]; y: [number, number] } {
  const inside = { x: width - MARGINS.left - MARGINS.right, y: height - MARGINS.top - MARGINS.bottom };
  const list = [...points].filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  const span = (axis: "x" | "y") => {
    const least = list.reduce((found, point) => Math.min(found, point[axis]), Number.POSITIVE_INFINITY);
    const most = list.reduce((found, point) => Math.max(found, point[axis]), Number.NEGATIVE_INFINITY);
    return most >= least ? { center: (least + most) / 2, length: most - least } : { center: 0, length: 1 };
  };
  const [x, y] = [span("x"), span("y")];
  const scale = 1.08 * Math.max(x.length / inside.x, y.length / inside.y, 1e-12);
  const around = (center: number, length: number): [number, number] => [center - length / 2, center + length / 2];
  return { x: around(x.center, scale * inside.x), y: around(y.center, scale * inside.y) };
}
