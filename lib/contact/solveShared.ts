import type { Unilateral } from "../constraints/contact/Unilateral.ts";
import type { Rows } from "../constraints/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { RowBlock } from "../kernel/RowBlock.ts";
import type { RowIsland } from "../kernel/RowIsland.ts";
import { LU } from "../math/LU.ts";
import { findShare, type ShareCone } from "./ConeShare.ts";

/** Components below this part of the largest count as zero. */
const NOTHING = 1e-12;

/**
 * Accelerations where forces are read too. Contacts that share their load in no unique way (the motion is unique) take the
 * least forces, in the units of the row solver, that respect every cone: where the plain least forces do not, another share
 * is looked for, among all that change no acceleration and no contact that slips. Where there is none, the contacts cannot
 * all stick: `sharedMargin` says by how much, and the share is the one that comes nearest.
 */
export function solveShared(kernel: Kernel, t: number, isRough = false): void {
  kernel.solve(t);
  shareForces(kernel, isRough);
}

/**
 * The same where accelerations are solved already. With `isRough`, as event functions need it, any share will do that respects
 * the cones; so will it in islands of other trees than the `exact` ones, which go on with the share that they have.
 */
export function shareForces(kernel: Kernel, isRough = false, exact?: Uint8Array): void {
  if (kernel.contacts.length === 0 || kernel.sharedCount === kernel.evaluations) return;
  kernel.sharedCount = kernel.evaluations;
  for (const contact of kernel.contacts) {
    if (!kernel.isOpen(contact)) continue;
    contact.sharedMargin = Number.NaN;
    contact.isShared = false;
  }
  const { rows } = kernel;
  if (rows.redundancy === 0) return;
  for (const island of rows.islands) {
    if (!rows.isOpen(island) || island.operator.redundancy === 0) continue;
    share(island, exact ? exact[island.tree] !== 1 : isRough);
  }
}

function share(island: RowIsland, isRough: boolean): void {
  const { operator } = island;
  const contacts = operator.blocks.filter(({ constraint }) => isContact(constraint));
  for (const { constraint } of contacts) (constraint as Unilateral).isShared = true;
  if (contacts.every(({ constraint }) => isWithin(constraint as Unilateral))) return;
  const holding = contacts.filter(({ constraint }) => !isSlipping(constraint as Unilateral));
  const fixed = contacts.filter(({ constraint }) => isSlipping(constraint as Unilateral)).map(({ first }) => first);
  const stresses = holdRows(operator.findSelfStresses(), fixed);
  if (stresses.length === 0) return;
  const cones = holding.map((block) => createCone(block, stresses));
  const scale = cones.reduce((sum, { n0, t0 }) => Math.max(sum, Math.abs(n0), ...t0.map(Math.abs)), 0);
  if (!(scale > 0)) return;
  const known = isRough && island.share ? findCoordinates(stresses, island.share) : undefined;
  const { z, margin } = findShare(cones, stresses.length, scale, known, isRough);
  if (margin > 0) island.share = addUp(stresses, z);
  for (const { constraint } of holding) {
    const contact = constraint as Unilateral;
    contact.sharedMargin = margin * scale;
    contact.sharedForce = scale;
  }
  const change = addUp(stresses, z);
  for (const { constraint, first, size } of operator.blocks) {
    for (let row = 0; constraint && row < size; row++) constraint.multipliers[row] += change[first + row];
  }
}

/** The multipliers of a share. */
function addUp(stresses: readonly Float64Array[], z: Float64Array): Float64Array {
  const sum = new Float64Array(stresses[0].length);
  stresses.forEach((stress, j) => {
    for (let i = 0; i < sum.length; i++) sum[i] += z[j] * stress[i];
  });
  return sum;
}

/** The share that comes nearest to given multipliers. */
function findCoordinates(stresses: readonly Float64Array[], given: Float64Array): Float64Array | undefined {
  const n = stresses.length;
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const lu = new LU(n);
  stresses.forEach((a, i) => {
    stresses.forEach((b, j) => {
      lu.matrix[i * n + j] = dot(a, b);
    });
  });
  if (lu.factor() >= 0) return undefined;
  const z = Float64Array.from(stresses, (stress) => dot(stress, given));
  lu.solve(z);
  return z;
}

const isContact = (rows: Rows | null): boolean => (rows as Partial<Unilateral> | null)?.isUnilateral === true;

/** Whether friction follows from the normal force: another share would change the motion. */
const isSlipping = (contact: Unilateral): boolean =>
  contact.hasNormalRow && !contact.hasTangentRows && contact.tangentCount > 0;

/** Whether the forces of a contact, as they are, respect its limits. */
function isWithin(contact: Unilateral): boolean {
  if (contact.hasNormalRow && contact.normalForce < 0) return false;
  return contact.mode !== "stick" || contact.getStickMargin() >= 0;
}

/** The self-stresses that leave some rows alone. */
function holdRows(stresses: Float64Array[], rows: readonly number[]): Float64Array[] {
  let free = stresses;
  for (const row of rows) {
    const most = Math.max(0, ...free.map((stress) => Math.abs(stress[row])));
    const largest = Math.max(
      0,
      ...free.map((stress) => stress.reduce((max, value) => Math.max(max, Math.abs(value)), 0)),
    );
    if (!(most > NOTHING * largest)) continue;
    // A reflection turns the basis so that only its first vector moves the row; that one is left out.
    const length = Math.hypot(...free.map((stress) => stress[row]));
    const u = free.map((stress) => stress[row] / length);
    const sign = u[0] > 0 ? -1 : 1;
    const v = u.map((value, j) => (j === 0 ? value - sign : value));
    const square = v.reduce((sum, value) => sum + value * value, 0);
    const along = new Float64Array(free[0].length);
    free.forEach((stress, j) => {
      for (let i = 0; i < along.length; i++) along[i] += v[j] * stress[i];
    });
    free = free.slice(1).map((stress, j) => stress.map((value, i) => value - (2 / square) * v[j + 1] * along[i]));
  }
  return free;
}

function createCone({ constraint, first }: RowBlock, stresses: readonly Float64Array[]): ShareCone {
  const contact = constraint as Unilateral;
  const { hasNormalRow, multipliers, mode, tangentCount, friction } = contact;
  const read = (row: number) => Float64Array.from(stresses, (stress) => stress[first + row]);
  const start = hasNormalRow ? 1 : 0;
  const rows = mode === "stick" ? Array.from({ length: tangentCount }, (_, k) => start + k) : [];
  return {
    n0: hasNormalRow ? multipliers[0] : contact.normalLoad,
    n: hasNormalRow ? read(0) : new Float64Array(stresses.length),
    t0: rows.map((row) => multipliers[row]),
    t: rows.map(read),
    limits: friction.limits.slice(0, rows.length),
  };
}
