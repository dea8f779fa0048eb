import { hasTracking } from "../../constraints/capabilities/HasTracking.ts";
import type { Constraint } from "../../constraints/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import type { Surface } from "../../tracking/index.ts";

/** Where two surfaces are compared, by their sizes. */
const PROBES = [
  [0.31, 0.57, -0.43],
  [-1.1, 0.23, 0.71],
  [0.17, -0.83, 1.3],
];

/** The surfaces of each body that something tracks; equal ones are listed once. */
export function listSurfaces(constraints: readonly Constraint[]): Map<Body, Surface[]> {
  const found = new Map<Body, Surface[]>();
  for (const { tracking, bodies } of constraints.filter(hasTracking)) {
    const { frameA, frameB } = tracking.tracker;
    for (const [i, body] of bodies.entries()) {
      const { surface } = i === 0 ? frameA : frameB;
      const known = found.get(body) ?? [];
      if (!known.some((other) => isSame(surface, other))) found.set(body, [...known, surface]);
    }
  }
  return found;
}

function isSame(a: Surface, b: Surface): boolean {
  if (a === b) return true;
  if (a.label !== b.label || a.size !== b.size) return false;
  if (a.position.some((x, i) => x !== b.position[i]) || a.rotation.some((x, i) => x !== b.rotation[i])) return false;
  const value = (surface: Surface, probe: readonly number[]) => {
    const values = new Float64Array(10);
    surface.calc(
      Float64Array.from(probe, (x) => x * a.size),
      values,
    );
    return values[0];
  };
  return PROBES.every((probe) => Object.is(value(a, probe), value(b, probe)));
}
