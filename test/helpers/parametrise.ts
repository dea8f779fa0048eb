import {
  CircularSpindle,
  Cone,
  Cylinder,
  Ellipsoid,
  Paraboloid,
  Plane,
  Sphere,
  Superellipsoid,
  type Surface,
  Torus,
} from "../../lib/tracking/index.ts";

type Range = readonly [number, number];

/** A surface by two parameters, written without its function `f`: axes along z, planes across z. */
export interface Parametrisation {
  at(u: number, v: number): number[];
  /** Ranges in which starts are spread. */
  range: readonly [Range, Range];
}

const CIRCLE: Range = [-Math.PI, Math.PI];
const GLOBE = [[-Math.PI / 2, Math.PI / 2], CIRCLE] as const;

const direction = (u: number, v: number) => [Math.cos(u) * Math.cos(v), Math.cos(u) * Math.sin(v), Math.sin(u)];
const turned = (s: number, h: number, v: number) => [s * Math.cos(v), s * Math.sin(v), h];

/** Parameters of surfaces that are known to the one who made them only. */
export const knownParameters = new Map<Surface, Parametrisation>();

/** The surface with the radius `r(u)` at the height `h(u)`. */
export const turnedCurve = (curve: (u: number) => readonly [number, number], range: Range): Parametrisation => ({
  at: (u, v) => {
    const [h, s] = curve(u);
    return turned(s, h, v);
  },
  range: [range, CIRCLE],
});

/** A surface around the origin, by its function alone: bisection along rays. */
export const alongRays = (f: (p: number[]) => number, reach: number): Parametrisation => ({
  at: (u, v) => {
    const d = direction(u, v);
    let [inside, outside] = [0, reach];
    for (let i = 0; i < 60; i++) {
      const middle = (inside + outside) / 2;
      if (f(d.map((x) => middle * x)) < 0) inside = middle;
      else outside = middle;
    }
    return d.map((x) => inside * x);
  },
  range: GLOBE,
});

export function parametrise(surface: Surface): Parametrisation {
  const known = knownParameters.get(surface);
  if (known) return known;
  if (surface instanceof Cone) {
    const slope = Math.tan(surface.halfAngle);
    return turnedCurve((u) => [u, slope * u], [0.3, 4]);
  }
  if (surface instanceof Paraboloid) return turnedCurve((u) => [(u * u) / (2 * surface.radius), u], [0.05, 2]);
  if (surface instanceof Plane) return { at: (u, v) => [u, v, 0], range: GLOBE };
  if (surface instanceof Sphere) return { at: (u, v) => direction(u, v).map((x) => surface.radius * x), range: GLOBE };
  if (surface instanceof Ellipsoid) {
    return { at: (u, v) => direction(u, v).map((x, i) => surface.semiAxes[i] * x), range: GLOBE };
  }
  if (surface instanceof Cylinder) return { at: (u, v) => turned(surface.radius, u, v), range: GLOBE };
  if (surface instanceof Torus) {
    const { radius, tubeRadius } = surface;
    return {
      at: (u, v) => turned(radius + tubeRadius * Math.cos(u), tubeRadius * Math.sin(u), v),
      range: [CIRCLE, CIRCLE],
    };
  }
  if (surface instanceof CircularSpindle) {
    const { radius, offset } = surface;
    const reach = 0.95 * Math.acos(offset / radius);
    return {
      at: (u, v) => turned(radius * Math.cos(u) - offset, radius * Math.sin(u), v),
      range: [[-reach, reach], CIRCLE],
    };
  }
  if (surface instanceof Superellipsoid) {
    const { semiAxes, exponents } = surface;
    // Both exponents are the same here: |x/a|ᵖ + |y/b|ᵖ + |z/c|ᵖ = 1.
    const at = (u: number, v: number) => {
      const d = direction(u, v);
      const scale = d.reduce((sum, x, i) => sum + Math.abs(x / semiAxes[i]) ** exponents[0], 0) ** (-1 / exponents[0]);
      return d.map((x) => scale * x);
    };
    return { at, range: GLOBE };
  }
  throw new Error(`${surface.label} has no parameters`);
}
