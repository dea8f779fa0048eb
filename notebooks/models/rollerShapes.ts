import type { RollerGeometry } from "../../lib/index.ts";

/** Half of a roller's profile over `u`, 0 in its middle and 1 at its end: place along the axis, and radius. */
export interface RollerShape {
  name: string;
  calc(u: number): [x: number, r: number];
}

/** The right shape of a roller, and others of the same thickness and length that one might take for it. */
export function listShapes(geometry: RollerGeometry): RollerShape[] {
  const { radius, rollerDistance, width, alpha, tipRadius } = geometry;
  const curve = geometry.createGeneratrix();
  const half = geometry.length / 2;
  const q = new Float64Array(1);
  const out = new Float64Array(6);
  const reach = half / Math.sqrt(1 - (tipRadius / width) ** 2);
  return [
    {
      name: "right shape",
      calc: (u) => {
        q[0] = -u * alpha;
        curve.calc(q, out);
        return [out[0], out[1]];
      },
    },
    {
      name: "circular spindle",
      calc: (u) => [u * half, Math.max(0, Math.sqrt(Math.max(0, radius ** 2 - (u * half) ** 2)) - rollerDistance)],
    },
    { name: "ellipsoid", calc: (u) => [u * half, width * Math.sqrt(1 - ((u * half) / reach) ** 2)] },
    { name: "ball", calc: (u) => [width * Math.sin((Math.PI / 2) * u), width * Math.cos((Math.PI / 2) * u)] },
  ];
}

/** Height of an upright wheel's centre above the floor at an angle of the wheel, on convex rollers of a shape, m. */
export function findHeight(geometry: RollerGeometry, shape: RollerShape, angle: number): number {
  const { count, rollerDistance, psi } = geometry;
  let height = 0;
  for (let i = 0; i < count; i++) {
    const q = angle + (2 * Math.PI * i) / count;
    if (Math.cos(q) <= 0) continue;
    const slope = Math.abs(Math.cos(psi) * Math.sin(q));
    height = Math.max(height, rollerDistance * Math.cos(q) + findReach(shape, slope));
  }
  return height;
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** How far a roller reaches down from its centre if its axis is inclined: the largest of `s x + √(1 − s²) r`. */
function findReach({ calc }: RollerShape, slope: number): number {
  const depth = Math.sqrt(1 - slope * slope);
  const measure = (u: number) => {
    const [x, r] = calc(u);
    return slope * x + depth * r;
  };
  let [a, b] = [0, 1];
  let [c, d] = [1 - GOLDEN, GOLDEN];
  let [atC, atD] = [measure(c), measure(d)];
  while (b - a > 1e-9) {
    if (atC >= atD) {
      [b, d, atD] = [d, c, atC];
      c = b - GOLDEN * (b - a);
      atC = measure(c);
    } else {
      [a, c, atC] = [c, d, atD];
      d = a + GOLDEN * (b - a);
      atD = measure(d);
    }
  }
  return Math.max(measure(0), measure((a + b) / 2), measure(1));
}

/** How the height changes while the wheel turns by two rollers, by the radius of the wheel, for each shape. */
export function findRipples(geometry: RollerGeometry, samples = 120) {
  return listShapes(geometry).map((shape) => {
    const rows = Array.from({ length: samples + 1 }, (_, i) => {
      const angle = geometry.alpha * ((4 * i) / samples - 2);
      return { angle, height: findHeight(geometry, shape, angle) / geometry.radius - 1 };
    });
    const heights = rows.map(({ height }) => height);
    return { name: shape.name, rows, ripple: Math.max(...heights) - Math.min(...heights) };
  });
}

/** The outline of each shape, closed, for a picture. */
export function outlineShapes(geometry: RollerGeometry, samples = 60): { name: string; x: number; r: number }[] {
  return listShapes(geometry).flatMap(({ name, calc }) => {
    const upper = Array.from({ length: 2 * samples + 1 }, (_, i) => {
      const u = i / samples - 1;
      const [x, r] = calc(Math.abs(u));
      return { name, x: Math.sign(u) * x, r };
    });
    const lower = upper.map(({ x, r }) => ({ name, x, r: -r })).reverse();
    return [...upper, ...lower, upper[0]];
  });
}
