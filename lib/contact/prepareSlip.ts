import type { SlipDirection } from "../constraints/contact/SlipDirection.ts";
import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Kernel } from "../kernel/Kernel.ts";

/** A turn (rad) of the direction of slip by which the answer of the acceleration is measured. */
const PROBE = 1e-3;

/** Slip that turns faster than so many times a step is slow: explicit methods would have to take shorter steps. */
const STIFF = 2;

/**
 * The acceleration across the direction is `½Γ sin 2φ` with the angle φ to the direction to which the bodies yield most: slope and
 * acceleration in one direction tell the steepest slope. Other forces and other contacts bend that, by less than this factor.
 */
const ELSEWHERE = 2;

/** How much longer friction may look ahead than in the step before, and than the step is. */
const GROWTH = 4;
const PART_OF_STEP = 1;

/** Looking ahead that shifts the velocity by less than this part of it is not worth the effort. */
const WORTHWHILE = 0.2;

/** What part of the speed that counts as rest the velocity may have across the direction of slip. */
const ACROSS = 0.1;

const MOST_TRIES = 8;

/**
 * Where slip turns, what part of the way to rest a step takes at most, from slip so many times faster than rest on; and what part
 * of its acceleration across it is none.
 */
const PART_OF_WAY = 0.6;
const MANY_RESTS = 10;
const STRAIGHT = 0.01;

/**
 * Before a step of length `h` from the state `y`: finds the contacts that slip so slowly that the direction of slip turns
 * much faster than the step is short, and how far friction looks ahead in them (see `SlipDirection`), as far as the part of
 * the velocity across the direction, the error that it makes, stays below what the tolerance cannot tell. Returns how
 * long the step had better be where slip turns fast, but not so fast: longer ones would be rejected.
 */
export function prepareSlip(kernel: Kernel, t: number, y: Float64Array, h: number): number {
  if (kernel.contacts.length === 0) return h;
  const turning = kernel.contacts.filter((contact) => contact.isOn && contact.canLead && mayTurn(contact, h));
  release(kernel, turning);
  if (turning.length === 0) return h;
  kernel.solveAt(t, y);
  findSlopes(kernel, t, turning);
  const leading = turning.filter((contact) => isSlow(contact, h) && contact.direction.slope > 0);
  for (const contact of turning) if (!leading.includes(contact)) contact.direction.lead = 0;
  findLeads(kernel, t, h, leading);
  const worthwhile = leading.filter(({ direction }) => direction.lead > 0);
  // Unless all lead that did when accelerations were solved last, they are not known any more.
  if (worthwhile.length < turning.length) kernel.setLeading(worthwhile);
  for (const { direction } of worthwhile) direction.keep();
  return turning.reduce((least, { direction }) => Math.min(least, findLongest(direction)), h);
}

/** Friction does not look ahead any more but where slip still turns. */
function release(kernel: Kernel, turning: readonly Unilateral[]): void {
  const { leading } = kernel;
  if (leading.every((contact) => turning.includes(contact))) return;
  for (const contact of leading) if (!turning.includes(contact)) contact.direction.lead = 0;
  kernel.setLeading(leading.filter(({ direction }) => direction.lead > 0));
}

/** Whether the direction of slip may turn much in a step, by the slope as it was measured last, or was not measured yet. */
function mayTurn({ direction }: Unilateral, h: number): boolean {
  return !(direction.speed > direction.steepest * h);
}

function isSlow({ direction }: Unilateral, h: number): boolean {
  return !(direction.speed * STIFF > direction.slope * h);
}

/**
 * Where friction does not look ahead, a step is no longer than the direction takes to turn: a longer one is not stable, and what
 * its stages say of its error is chance. As slip comes to rest its direction turns faster and faster: no step follows that to the
 * end.
 */
function findLongest({ lead, speed, restSpeed, slope, side, pull }: SlipDirection): number {
  if (lead > 0 || !(speed > restSpeed)) return Number.POSITIVE_INFINITY;
  const turning = slope > 0 ? (STIFF * speed) / slope : Number.POSITIVE_INFINITY;
  if (speed < MANY_RESTS * restSpeed || !(Math.abs(side) > STRAIGHT * pull)) return turning;
  return Math.min(turning, (PART_OF_WAY * speed) / pull);
}

/** How the acceleration across the direction of slip falls when the direction turns, for each contact. */
function findSlopes(kernel: Kernel, t: number, contacts: readonly Unilateral[]): void {
  for (const { direction } of contacts) if (direction.lead === 0) direction.hold();
  kernel.setLeading(contacts);
  kernel.tellSlips();
  const sides = contacts.map(({ direction }) => direction.side);
  const pulls = contacts.map(({ direction }) => direction.pull);
  for (const { direction } of contacts) direction.couplings.clear();
  contacts.forEach(({ direction }, i) => {
    direction.rotate(PROBE);
    kernel.accelerateAgain(t);
    kernel.tellSlips();
    contacts.forEach(({ direction: other }, j) => {
      if (j !== i) other.couplings.set(direction, (sides[j] - other.side) / PROBE);
    });
    direction.slope = (sides[i] - direction.side) / PROBE;
    direction.steepest = ELSEWHERE * Math.hypot(direction.slope, 2 * sides[i]);
    direction.rotate(-PROBE);
  });
  contacts.forEach(({ direction }, i) => {
    direction.side = sides[i];
    direction.pull = pulls[i];
  });
}

function findLeads(kernel: Kernel, t: number, h: number, contacts: readonly Unilateral[]): void {
  if (contacts.length === 0) return;
  for (const { direction } of contacts) {
    const first = Math.sqrt((ACROSS * direction.restSpeed) / direction.slope);
    const wish = direction.lead > Number.MIN_VALUE ? GROWTH * direction.lead : first;
    direction.lead = roundDown(Math.min(wish, PART_OF_STEP * h));
  }
  let isFine = false;
  for (let n = 0; n < MOST_TRIES && !isFine; n++) {
    kernel.setLeading(contacts);
    kernel.solveAgain(t);
    isFine = true;
    for (const { direction } of contacts) {
      const excess = direction.across / (ACROSS * direction.restSpeed);
      if (!(excess > 1)) continue;
      isFine = false;
      direction.lead = roundDown(direction.lead * Math.max(0.05, 0.5 / excess));
    }
  }
  if (!isFine) kernel.setLeading(contacts);
  for (const { direction } of contacts) {
    const { lead, slope, speed } = direction;
    if (lead * slope < WORTHWHILE * speed) direction.lead = 0;
  }
}

/** To a power of two: contacts that are alike but for rounding look ahead alike. */
const roundDown = (time: number): number => 2 ** Math.floor(Math.log2(time));
