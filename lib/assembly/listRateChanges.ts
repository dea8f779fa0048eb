import type { Unilateral } from "../constraints/contact/index.ts";
import { FreeLink } from "../kernel/FreeLink.ts";
import { findLength } from "../kernel/findLength.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import { readTwist } from "../kernel/readLink.ts";
import { norm } from "../math/index.ts";
import { RigidBody } from "../rigidbody/index.ts";
import { suggestRolling } from "./suggestRolling.ts";

/** A given velocity that changes by more than this part of the fastest one is worth a note. */
const NOTED = 1e-6;
/** Slower than this (m/s, rad/s) nothing is worth a note. */
const LEAST_SPEED = 1e-8;
/** So many are named, those first that change most. */
const LONGEST = 5;

/** A velocity, or a rate, that was given, and what the run starts with. */
interface Change {
  readonly body: RigidBody;
  /** Of whom it was given. */
  readonly owner: string;
  readonly text: string;
  /** Its part of the fastest velocity. */
  readonly size: number;
}

/**
 * Notes on velocities and rates that were given and that the start, as the kernel has it, does not have: contacts that roll
 * ideally, locked joints and loops allow other ones only, and what touches and approaches has been struck.
 */
export function listRateChanges(kernel: Kernel, t: number): string[] {
  if (kernel.contacts.length === 0 && !kernel.hasRows) return [];
  kernel.calcKinematics(t, true);
  const changes = listChanges(kernel).filter(({ size }) => size > NOTED);
  const most = new Map<string, number>();
  for (const { owner, size } of changes) most.set(owner, Math.max(size, most.get(owner) ?? 0));
  return [...most.keys()]
    .sort((a, b) => (most.get(b) as number) - (most.get(a) as number))
    .slice(0, LONGEST)
    .map((owner) => {
      const own = changes.filter((change) => change.owner === owner);
      return `${owner} starts with ${own.map(({ text }) => text).join(" and ")}: ${explain(kernel, own[0].body)}`;
    });
}

function listChanges(kernel: Kernel): Change[] {
  const length = findLength(kernel);
  const bodies = kernel.links.flatMap((link) => {
    const { body } = link;
    return body instanceof RigidBody ? [{ body, link, twist: [...readTwist(link)] }] : [];
  });
  const speeds = bodies.flatMap(({ body, twist }) => [
    Math.hypot(...twist.slice(0, 3)),
    length * Math.hypot(...twist.slice(3)),
    Math.hypot(...(body.velocity ?? [])),
    length * Math.hypot(...(body.angularVelocity ?? [])),
  ]);
  const scale = Math.max(...speeds) || 1;
  return bodies.flatMap(({ body, link, twist }) => {
    const found: Change[] = [];
    const compare = (
      owner: string,
      what: string,
      unit: string,
      given: ArrayLike<number> | undefined,
      now: number[],
    ) => {
      if (given === undefined) return;
      const way = Math.hypot(...now.map((x, i) => x - given[i]));
      if (!(way > LEAST_SPEED)) return;
      const size = (unit === "rad/s" ? length * way : way) / scale;
      const all = Math.max(scale, way);
      found.push({ body, owner, size, text: `${what} ${write(now, all)} ${unit}, not ${write(given, all)}` });
    };
    const label = `RigidBody "${body.name}"`;
    compare(label, "velocity", "m/s", body.velocity, twist.slice(0, 3));
    compare(label, "angular velocity", "rad/s", body.angularVelocity, twist.slice(3));
    for (let joint = link; joint.pair && joint.pair === link.pair && joint.parent; joint = joint.parent) {
      const motion = joint.pair.motions[joint.motionIndex];
      if (motion === undefined || motion.kind === "ball" || joint.rateCount !== 1) continue;
      const given = motion.bond.rate === undefined ? undefined : [motion.bond.rate];
      const unit = motion.kind === "slide" ? "m/s" : "rad/s";
      compare(joint.pair.label, `the rate of ${motion.name}`, unit, given, [kernel.s[joint.rate]]);
    }
    return found;
  });
}

/** Who is the cause, and what helps. */
function explain(kernel: Kernel, body: RigidBody): string {
  const involved = kernel.contacts.filter((contact) => contact.isOn && (isStruck(contact) || contact.mode === "roll"));
  const near = involved.filter((contact) => contact.bodies.includes(body));
  const causes = near.length > 0 ? near : involved;
  if (causes.length === 0) {
    return "its constraints allow no other; give velocities and rates that fit them, or fewer, and the rest will follow";
  }
  const struck = causes.filter(isStruck);
  if (struck.length > 0) {
    return `${list(struck)} touches and was struck at once; start with a gap to have an event, or without approaching`;
  }
  const locks = causes.filter(({ hasNormalRow, tangentCount }) => !hasNormalRow && tangentCount === 1);
  if (locks.length === causes.length) return `${list(locks)} holds it from the start; leave the rate away`;
  const isFree = kernel.getLink(body) instanceof FreeLink;
  const start = isFree ? suggestRolling(kernel, body, near) : undefined;
  const remedy = start ? `give ${start.name} ${write(start.value, norm(start.value))}` : "give velocities that fit it";
  return `${list(causes)} rolls without slip from the start; ${remedy}, or friction that may slip`;
}

const isStruck = ({ impulse }: Unilateral): boolean => impulse[0] > 0;

const list = (contacts: readonly Unilateral[]): string => contacts.map(({ label }) => label).join(", ");

/** Six digits; what is nothing beside the scale is zero. */
function write(values: ArrayLike<number>, scale: number): string {
  const digits = Array.from(values, (x) => (Math.abs(x) < 1e-12 * scale ? 0 : Number(x.toPrecision(6))));
  return digits.length === 1 ? String(digits[0]) : `[${digits.join(", ")}]`;
}
