import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { createNoSolution } from "../kernel/noSolution.ts";
import { calcFreeAccelerations } from "./freeMotion.ts";
import { isJoint, limitFriction } from "./jointFriction.ts";
import { solveShared } from "./solveShared.ts";

/** A direction of slip that begins is looked for in so many sectors, each halved so often. */
const SECTORS = 24;
const HALVINGS = 40;

/** What is to carry more of a load takes it more willingly by steps of this factor up to that, until this part of it is spare. */
const LOADING = 1.1;
const MOST_LOADED = 100;
const SPARE = 0.01;

/** Slip slower than this part of what counts as rest has just begun. */
const BEGUN = 1e-3;

/**
 * Of contacts that share their load in no unique way the solver takes the least forces, and some of those may pull, or exceed
 * the limit of friction: a contact that pulls is left unloaded, one that exceeds its limit beside others that slip (which have
 * a say in the motion by their share) slips too, one that has just begun to slip and would turn back at once does so in another
 * direction, or sticks, a joint goes on with the limit, one after the other, until none does.
 */
export function settleShares(kernel: Kernel, t: number, contacts: readonly Unilateral[]): void {
  const kept = new Set<Unilateral>();
  for (let n = 0; n < 3 * contacts.length; n++) {
    if (!contacts.some((contact) => contact.isClosed && (contact.hasNormalRow || isJoint(contact)))) return;
    solveShared(kernel, t);
    const jammed = contacts.find(({ isClosed, normalForce }) => isClosed && Number.isNaN(normalForce));
    if (jammed) throw createNoSolution(jammed);
    if (releasePulling(contacts) || limitFriction(contacts)) kernel.updateModes();
    else if (!releaseSticking(kernel, t, contacts, kept) && !turnBeginning(kernel, t, contacts, kept)) return;
  }
}

function releasePulling(contacts: readonly Unilateral[]): boolean {
  const pressing = contacts.filter((contact) => contact.isClosed && contact.hasNormalRow);
  const forces = pressing.map((contact) => contact.normalForce);
  const least = Math.min(...forces);
  if (least >= 0) return false;
  const contact = pressing[forces.indexOf(least)];
  contact.mode = contact.mode === "roll" ? "touch" : "unloaded";
  return true;
}

/**
 * Of the contacts that stick beside others that slip, the one that exceeds its limit most slips, unless that would turn back
 * at once: then no mode fits the least forces, and it sticks with a larger part of the load. Whether there was one.
 */
function releaseSticking(kernel: Kernel, t: number, contacts: readonly Unilateral[], kept: Set<Unilateral>): boolean {
  let most = 0;
  let worst: Unilateral | undefined;
  for (const contact of contacts) {
    const { mode, tangentCount, isShared, sharedMargin } = contact;
    if (mode !== "stick" || tangentCount < 2 || !isShared || !Number.isNaN(sharedMargin)) continue;
    const excess = kept.has(contact) ? 0 : -contact.getStickMargin() - contact.getStickSlack();
    if (!(excess > most)) continue;
    most = excess;
    worst = contact;
  }
  if (!worst) return false;
  slipOrStick(kernel, t, worst, kept);
  return true;
}

/**
 * Of the contacts that have just begun to slip beside others, in a direction that was found without a say in who carries what,
 * the first one that the least forces drive back. Whether there was one.
 */
function turnBeginning(kernel: Kernel, t: number, contacts: readonly Unilateral[], kept: Set<Unilateral>): boolean {
  const back = contacts.find((contact) => {
    const { mode, tangentCount, isShared, slipSpeed, direction } = contact;
    if (mode !== "slip" || tangentCount < 2 || !isShared || kept.has(contact)) return false;
    if (slipSpeed > BEGUN * direction.restSpeed) return false;
    const [, x, y] = calcFreeAccelerations(kernel, t, [contact]);
    return direction.values[0] * x + direction.values[1] * y < 0;
  });
  if (!back) return false;
  slipOrStick(kernel, t, back, kept);
  return true;
}

/** Lets a contact slip in a direction in which it goes on, or stick with as much of the load as that needs. */
function slipOrStick(kernel: Kernel, t: number, contact: Unilateral, kept: Set<Unilateral>): void {
  if (beginsToSlip(kernel, t, contact)) return;
  kept.add(contact);
  contact.mode = "stick";
  kernel.updateModes();
  loadMore(kernel, t, contact);
}

/** Lets a contact that sticks carry as much more of a shared load as it needs to. */
function loadMore(kernel: Kernel, t: number, contact: Unilateral): void {
  for (let weight = LOADING; weight < MOST_LOADED; weight *= LOADING) {
    contact.setWillingness(weight);
    solveShared(kernel, t);
    if (contact.getStickMargin() > SPARE * contact.normalForce) return;
  }
  contact.setWillingness(1);
}

/**
 * Lets a contact slip that stuck, from rest, in a direction `d` in which it accelerates then: `d⊥·a(d)` falls through zero
 * there, and `d·a > 0`. Whether there is one.
 */
function beginsToSlip(kernel: Kernel, t: number, contact: Unilateral): boolean {
  const force = new Float64Array(2);
  contact.calcTangentForce(force);
  const tryAngle = (angle: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    contact.mode = "slip";
    contact.direction.forget();
    contact.setDirection([c, s]);
    kernel.updateModes();
    const [, x, y] = calcFreeAccelerations(kernel, t, [contact]);
    return { along: c * x + s * y, across: c * y - s * x };
  };
  const part = (2 * Math.PI) / SECTORS;
  const first = Math.atan2(-force[1], -force[0]) - 0.5 * part;
  let before = tryAngle(first);
  for (let n = 1; n <= SECTORS; n++) {
    const after = tryAngle(first + n * part);
    if (before.across >= 0 && after.across < 0) {
      let [low, high] = [first + (n - 1) * part, first + n * part];
      for (let k = 0; k < HALVINGS; k++) {
        const middle = 0.5 * (low + high);
        if (tryAngle(middle).across >= 0) low = middle;
        else high = middle;
      }
      if (tryAngle(low).along > 0) return true;
    }
    before = after;
  }
  return false;
}
