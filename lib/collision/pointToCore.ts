import type { ConvexShape, CoreKind } from "./ConvexShape.ts";

/** Cores whose distance from a point is a formula. */
const KINDS: readonly CoreKind[] = ["point", "segment", "box", "cylinder", "cone"];

export const hasPointDistance = (shape: ConvexShape): boolean => KINDS.includes(shape.kind);

/** Height over the axis and distance from it, the unit vector across; nearest place and normal in that plane. */
const plane = new Float64Array(6);

/**
 * The signed distance of the point `p` from a core, in its axes: `out = [distance, normal, nearest point]`, the normal of
 * the core there, outwards. Where all directions are alike one across is chosen.
 */
export function calcPointToCore(shape: ConvexShape, p: Float64Array, out: Float64Array): void {
  if (shape.kind === "box") calcBox(shape.extents, p, out);
  else calcAxial(shape, p, out);
}

/** Outside: what is beyond each pair of faces. Inside: the nearest face. */
function calcBox(halves: Float64Array, p: Float64Array, out: Float64Array): void {
  let square = 0;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const inside = halves[i] - Math.abs(p[i]);
    const sign = p[i] < 0 ? -1 : 1;
    if (inside < least) {
      least = inside;
      nearest = i;
    }
    out[4 + i] = inside < 0 ? sign * halves[i] : p[i];
    out[1 + i] = inside < 0 ? -sign * inside : 0;
    square += out[1 + i] * out[1 + i];
  }
  if (square > 0) {
    out[0] = Math.sqrt(square);
    for (let i = 1; i < 4; i++) out[i] /= out[0];
    return;
  }
  const sign = p[nearest] < 0 ? -1 : 1;
  out[0] = -least;
  out[1 + nearest] = sign;
  out[4 + nearest] = sign * halves[nearest];
}

/** What is alike about an axis is a problem in the half plane through the point: height `h` and distance `q` from the axis. */
function calcAxial({ kind, axis, extents }: ConvexShape, p: Float64Array, out: Float64Array): void {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const q = Math.sqrt(p[u] * p[u] + p[v] * p[v]);
  const r = extents[0];
  const half = extents[1];
  plane[0] = p[axis];
  plane[1] = q;
  if (kind === "cone") calcCone(r, half);
  else if (kind === "cylinder") calcCylinder(r, half);
  else calcSegment(half);
  const x = q > 0 ? p[u] / q : 1;
  const y = q > 0 ? p[v] / q : 0;
  out[0] = plane[2] * (plane[0] - plane[4]) + plane[3] * (q - plane[5]);
  out[1 + axis] = plane[2];
  out[1 + u] = plane[3] * x;
  out[1 + v] = plane[3] * y;
  out[4 + axis] = plane[4];
  out[4 + u] = plane[5] * x;
  out[4 + v] = plane[5] * y;
}

/** A segment along the axis; a point is one without length. */
function calcSegment(half: number): void {
  const h = plane[0];
  setNearest(h > half ? half : h < -half ? -half : h, 0, 0, 1);
}

function calcCylinder(r: number, half: number): void {
  const sign = plane[0] < 0 ? -1 : 1;
  const over = sign * plane[0] - half;
  const beside = plane[1] - r;
  if (over > 0 && beside > 0) setNearest(sign * half, r, 0, 1);
  else if (over > beside) setFace(sign * half, plane[1], sign, 0);
  else setFace(plane[0], r, 0, 1);
}

/** Tip at the height `half`, base at −half. The flank has the normal (r, 2 half) in height and distance. */
function calcCone(r: number, half: number): void {
  const h = plane[0];
  const q = plane[1];
  const side = Math.hypot(r, 2 * half);
  const nh = r / side;
  const nq = (2 * half) / side;
  const flank = nh * (h - half) + nq * q;
  const under = -half - h;
  // From the tip along the flank.
  const along = nh * q - nq * (h - half);
  if (flank <= 0 && under <= 0) {
    if (under > flank) setFace(-half, q, -1, 0);
    else setFace(half - nq * along, nh * along, nh, nq);
  } else if (under > 0 && q <= r) setFace(-half, q, -1, 0);
  else if (along <= 0) setNearest(half, 0, 1, 0);
  else if (along >= side) setNearest(-half, r, 0, 1);
  else setFace(half - nq * along, nh * along, nh, nq);
}

/** The foot on a flat or straight part, whose normal is known. */
function setFace(h: number, q: number, nh: number, nq: number): void {
  plane[2] = nh;
  plane[3] = nq;
  plane[4] = h;
  plane[5] = q;
}

/** A corner: the normal points from there to the point, or is the one given if the point is there. */
function setNearest(h: number, q: number, nh: number, nq: number): void {
  const dh = plane[0] - h;
  const dq = plane[1] - q;
  const length = Math.sqrt(dh * dh + dq * dq);
  if (length > 0) setFace(h, q, dh / length, dq / length);
  else setFace(h, q, nh, nq);
}
