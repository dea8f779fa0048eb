import { extendList } from "../broadphase/extendList.ts";

/*
 * Where the numbers of a contact point lie, from `STRIDE` times its place on: normal from A to B and two tangents, arms from
 * the centres of A and B, its own response W (nn, n1, n2, 11, 12, 22) and the inverse of that, impulse (n, 1, 2), friction
 * coefficient, what the normal velocity is to exceed, gap, approach before the step, restitution, and the multiplier of
 * the projection.
 */
export const STRIDE = 36;
export const NORMAL = 0;
export const TANGENT = 3;
export const ARM_A = 9;
export const ARM_B = 12;
export const RESPONSE = 15;
export const INVERSE = 21;
export const IMPULSE = 27;
export const FRICTION = 30;
export const TARGET = 31;
export const GAP = 32;
export const APPROACH = 33;
export const RESTITUTION = 34;
export const LIFT = 35;

/** Whole numbers of a contact point: its bodies, its shapes, and what it is on both of them. */
export const LINKS = 6;
export const BODY_A = 0;
export const BODY_B = 1;
export const SHAPE_A = 2;
export const SHAPE_B = 3;
export const FEATURE_A = 4;
export const FEATURE_B = 5;

/** Contact points in flat arrays, which grow and never shrink. */
export class ContactPoints {
  count = 0;
  numbers = new Float64Array(64 * STRIDE);
  links = new Int32Array(64 * LINKS);

  /** The place of one more, whose numbers are to be filled in. */
  add(): number {
    const place = this.count++;
    if (this.count * STRIDE > this.numbers.length) {
      this.numbers = extendList(this.numbers, 2 * this.numbers.length);
      this.links = extendList(this.links, 2 * this.links.length);
    }
    return place;
  }
}
