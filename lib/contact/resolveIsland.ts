import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { createNoSolution } from "../kernel/noSolution.ts";
import type { Cone } from "./ConeBlock.ts";
import { ContactOperator } from "./ContactOperator.ts";
import { checkOverlap } from "./checkOverlap.ts";
import { calcVelocities, collide } from "./collide.ts";
import { calcFreeAccelerations } from "./freeMotion.ts";
import { isJoint, loosenJoints } from "./jointFriction.ts";
import { settleShares } from "./settleShares.ts";
import { solveCones } from "./solveCones.ts";
import { solveShared } from "./solveShared.ts";

/** Gaps below this part of the size of the bodies count as touching: at an event, and in the drawing at the start. */
export const TOUCHING = 1e-9;
const DRAWN = 1e-6;

/** Faster than this (m/s) touching bodies part. */
const PARTING = 1e-10;

/** A hop lower than this part of the size of the bodies cannot be seen. */
const LOWEST_HOP = 2e-12;

/** Forces and accelerations below these parts of the largest are zero; forces above that one are not. */
const NO_FORCE = 1e-11;
const PRESSING = 1e-6;
const NO_ACCELERATION = 1e-9;

/** Slip that begins with less than this part of the largest acceleration does not begin: others hold the body in place. */
const NO_SLIP = 1e-12;

/** Direction in which each contact slips already; of one at rest there is none. */
type Slips = readonly (Float64Array | undefined)[];

const PROJECTION_STEPS = 20;
const PROJECTION_GOAL = 1e-15;

/**
 * Finds what contacts of one or several whole islands do from now on, at the state in the kernel: what approaches collides,
 * what touches presses, sticks or slips, or leaves, as one complementarity problem of accelerations and forces says. Changes
 * rates and modes, and brings positions and rates onto the rows that are in force then. Between two events modes stay as they are
 * [Pfeiffer]. In this order:
 *
 * 1. The contacts are opened and measured (`measure`); locked joints are put in force again (`lock`).
 * 2. Rigid ones that touch and approach collide (`collide`): Newton's law with one restitution each, as a complementarity
 *    of velocities and impulses at all contacts together, `0 ≤ u_n⁺ + e u_n⁻ ⊥ p_n ≥ 0` [Moreau], or one impact after another,
 *    with Coulomb's friction of impulses, solved as forces are in 4. Restitution is lowered where energy would grow.
 * 3. Those that touch and do not part are candidates (`listCandidates`). First it is tried whether they all press, and
 *    stick where they do not slip (`canHold`): then nothing is to be searched.
 * 4. Else accelerations `u = W f + b` and forces are found that are complementary along the normals and follow Coulomb's law
 *    where there is no slip yet, with the set-valued law on the level of accelerations [Acary]; friction of those that slip
 *    is part of the column of their normal force (`solveCones`):
 *    a. block Gauss–Seidel, one contact after the other, as in [Jean]; each block is solved exactly (`ConeBlock`): open, else
 *       stick, else slip, whose direction is a root along the circle of directions;
 *    b. now and then Newton's method with every contact doing what it does then (`polishByNewton`), accepted only if it
 *       contradicts none of the inequalities: an active set, where [Alart] have a generalised derivative.
 * 5. Modes are set by the solution (`setModes`), positions and rates brought onto the new rows (`moveOntoRows`); where loads
 *    are shared in no unique way, the least forces are taken and those that would pull are let go (`settleShares`).
 * 6. If something approaches now, once more without bounces (`settleAgain`).
 */
export function resolveIsland(kernel: Kernel, t: number, contacts: readonly Unilateral[], isStart: boolean): void {
  for (const contact of contacts) contact.open();
  kernel.rows.select();
  kernel.prepareProjection(t);
  for (const contact of contacts) {
    contact.measure(t);
    contact.noteTouch(t, TOUCHING);
  }
  if (isStart) checkOverlap(contacts, DRAWN, true);
  const locks = lock(kernel, t, contacts);
  const others = locks.length > 0 ? contacts.filter((contact) => !locks.includes(contact)) : contacts;
  const near = contacts.filter(
    (contact) => contact.hasNormalRow && contact.isTouching(isStart || contact.wasClosed ? DRAWN : TOUCHING),
  );
  if (!settle(kernel, t, others, near, true)) settleAgain(kernel, t, others, near);
  for (const contact of contacts) if (contact.mode !== "slip" || !contact.wasSlipping) contact.direction.forget();
}

/** What was brought to rest has moved others towards each other, or stopped them: once more, without bounces and hops. */
function settleAgain(kernel: Kernel, t: number, contacts: readonly Unilateral[], near: readonly Unilateral[]): void {
  for (const contact of contacts) contact.mode = "open";
  kernel.rows.select();
  kernel.prepareProjection(t);
  for (const contact of contacts) contact.measure(t);
  settle(kernel, t, contacts, near, false);
}

/** Puts the rows of locked joints in force: against impacts too. */
function lock(kernel: Kernel, t: number, contacts: readonly Unilateral[]): readonly Unilateral[] {
  const locks = contacts.filter(
    (contact) => isJoint(contact) && contact.friction.kind === "rolling" && contact.isTouching(0),
  );
  if (locks.length === 0) return locks;
  for (const contact of locks) contact.mode = "roll";
  moveOntoRows(kernel, t);
  kernel.prepareProjection(t);
  for (const contact of contacts) contact.measure(t);
  return locks;
}

/**
 * Collisions of the rigid ones that are `near`, the first time with bounces, then modes, then rows. Returns whether nothing is
 * left to settle.
 */
function settle(
  kernel: Kernel,
  t: number,
  contacts: readonly Unilateral[],
  near: readonly Unilateral[],
  isFirst: boolean,
): boolean {
  const isStruck = collide(kernel, t, near, isFirst);
  if (isStruck) {
    kernel.prepareProjection(t);
    for (const contact of contacts) contact.measure(t);
  }
  // Whether a damped one presses depends on the velocities after the impact.
  const touching = contacts.filter((contact) =>
    contact.hasNormalRow ? near.includes(contact) : contact.isTouching(TOUCHING),
  );
  const candidates = listCandidates(kernel, t, touching, isFirst);
  const fast = candidates.map((contact) => contact.findSlip());
  if (candidates.length === 0 || !canHold(kernel, t, candidates, fast)) {
    // What slips on slowly goes on, unless all that is slow can be held together.
    const slips = candidates.map(
      (contact, i) => fast[i] ?? (isFirst && !isStruck && contact.wasSlipping ? contact.findOngoingSlip() : undefined),
    );
    if (!slips.some((slip, i) => slip && !fast[i]) || !canHold(kernel, t, candidates, slips)) {
      bringToRest(kernel, t, candidates, slips);
      const scale = candidates.length > 0 ? setModes(kernel, t, candidates, slips) : 0;
      moveOntoRows(kernel, t);
      settleShares(kernel, t, candidates);
      loosenJoints(kernel, t, candidates, scale);
    }
  }
  kernel.calcKinematics(t, true);
  for (const contact of touching) contact.measure(t);
  // Others that stick may have brought one to rest that was still fast.
  if (candidates.some((contact, i) => contact.mode === "slip" && fast[i] && !contact.findSlip())) return false;
  return touching.every(
    (contact) => contact.isClosed || !contact.hasNormalRow || contact.getVelocityError(0) >= -PARTING,
  );
}

/**
 * Those that touch and do not part. One that would hop lower than can be seen is among them: if it turns out to be pressed
 * it stays, or two corners of a box would throw each other up for ever.
 */
function listCandidates(kernel: Kernel, t: number, touching: readonly Unilateral[], canHop: boolean): Unilateral[] {
  const velocities = calcVelocities(touching);
  const isParting = ({ hasNormalRow }: Unilateral, i: number) => hasNormalRow && velocities[3 * i] > PARTING;
  if (!canHop) return touching.filter((contact, i) => !isParting(contact, i));
  if (!touching.some(isParting)) return [...touching];
  const free = calcFreeAccelerations(kernel, t, touching);
  const pull = touching.reduce((largest, _, i) => Math.max(largest, Math.abs(free[3 * i])), 0);
  kernel.prepareProjection(t);
  return touching.filter(
    (contact, i) => !isParting(contact, i) || velocities[3 * i] ** 2 <= 2 * pull * LOWEST_HOP * contact.size,
  );
}

function moveOntoRows(kernel: Kernel, t: number): void {
  kernel.updateModes();
  if (kernel.canDrift) kernel.project(t, PROJECTION_STEPS, PROJECTION_GOAL);
}

/** Takes away the little slip that is none: what begins to slip begins at rest. */
function bringToRest(kernel: Kernel, t: number, contacts: readonly Unilateral[], slips: Slips): void {
  const still = contacts.filter(
    (contact, i) => !slips[i] && contact.friction.kind === "coulomb" && contact.slipSpeed > 0,
  );
  if (still.length === 0) return;
  const q = kernel.q.slice();
  closeAll(contacts, slips);
  moveOntoRows(kernel, t);
  kernel.q.set(q);
  openAll(kernel, t, contacts);
}

function closeAll(contacts: readonly Unilateral[], slips: Slips): void {
  contacts.forEach((contact, i) => {
    const slip = slips[i];
    contact.mode = contact.getClosedMode(slip !== undefined);
    if (slip) contact.setDirection(slip);
  });
}

function openAll(kernel: Kernel, t: number, contacts: readonly Unilateral[]): void {
  for (const contact of contacts) contact.mode = "open";
  kernel.updateModes();
  kernel.prepareProjection(t);
  for (const contact of contacts) contact.measure(t);
}

/**
 * Whether all that touch can press, and all that do not move can stick: mostly so, and then there is nothing to search. If
 * not, everything is left as it was.
 */
function canHold(kernel: Kernel, t: number, contacts: readonly Unilateral[], slips: Slips): boolean {
  const [q, s] = [kernel.q.slice(), kernel.s.slice()];
  closeAll(contacts, slips);
  moveOntoRows(kernel, t);
  solveShared(kernel, t);
  const most = contacts.reduce((largest, { normalForce }) => Math.max(largest, normalForce), 0);
  const isHeld = contacts.every((contact) => {
    const isAlone = Number.isNaN(contact.sharedMargin);
    // Of a load that is shared in another way than by the least forces a part may be nothing.
    if (contact.hasNormalRow && isAlone && !(contact.normalForce > PRESSING * most)) return false;
    if (contact.hasNormalRow && contact.isLettingGo(contact.normalForce)) return false;
    if (isAlone && contact.mode !== "stick") return true;
    return contact.getStickMargin() >= -0.5 * contact.getStickSlack();
  });
  if (isHeld) return true;
  kernel.q.set(q);
  kernel.s.set(s);
  openAll(kernel, t, contacts);
  return false;
}

/** Sets the modes of contacts that touch and do not part; returns the largest acceleration that they had without forces. */
function setModes(kernel: Kernel, t: number, contacts: readonly Unilateral[], slips: Slips): number {
  const cones = contacts.map((contact, i): Cone => {
    const { hasNormalRow: hasNormal, tangentCount, friction, normalLoad: load } = contact;
    const tangential =
      friction.kind === "rolling" ? "held" : friction.kind === "coulomb" && !slips[i] ? "coulomb" : "none";
    return { hasNormal, load, tangential, tangentCount, friction };
  });
  const b = calcLoadedAccelerations(kernel, t, contacts, cones, slips);
  kernel.prepareProjection(t);
  const operator = new ContactOperator(
    kernel,
    contacts,
    cones.map(({ tangential }) => tangential === "none"),
  );
  contacts.forEach((contact, i) => {
    const place = 3 * i;
    if (contact.hasNormalRow && !(operator.matrix[place * operator.size + place] > 0)) throw createNoSolution(contact);
  });
  const velocities = calcVelocities(contacts);
  const { forces, motion, states, angles } = solveCones(operator.matrix, b, cones);
  const force = forces.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const acceleration = b.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  contacts.forEach((contact, i) => {
    const normal = forces[3 * i];
    if (contact.hasNormalRow && (!(normal > NO_FORCE * force) || contact.isLettingGo(normal))) {
      contact.mode =
        motion[3 * i] > NO_ACCELERATION * acceleration || velocities[3 * i] > PARTING ? "open" : "unloaded";
      return;
    }
    if (cones[i].tangential === "held" && states[i] === "press") {
      contact.mode = "touch";
      return;
    }
    const begins = states[i] === "slip" && Math.hypot(motion[3 * i + 1], motion[3 * i + 2]) > NO_SLIP * acceleration;
    contact.mode = contact.getClosedMode(slips[i] !== undefined || begins);
    if (contact.mode !== "slip") return;
    if (!slips[i]) contact.direction.forget();
    contact.setDirection(slips[i] ?? [Math.cos(angles[i]), Math.sin(angles[i])]);
  });
  return acceleration;
}

/** Accelerations without the forces that are looked for, but with the loads of compliant contacts. */
function calcLoadedAccelerations(
  kernel: Kernel,
  t: number,
  contacts: readonly Unilateral[],
  cones: readonly Cone[],
  slips: Slips,
): Float64Array {
  contacts.forEach((contact, i) => {
    if (contact.hasNormalRow) return;
    const slip = slips[i];
    contact.mode = slip ? "slip" : "touch";
    if (slip) contact.setDirection(slip);
    contact.isWithoutFriction = cones[i].tangential !== "none";
  });
  const b = calcFreeAccelerations(kernel, t, contacts);
  for (const contact of contacts) {
    contact.mode = "open";
    contact.isWithoutFriction = false;
  }
  return b;
}
