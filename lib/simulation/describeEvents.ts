import type { ContactImpulse, Unilateral } from "../constraints/contact/index.ts";
import type { RunEvent } from "../trajectory/RunStore.ts";
import type { EventSource } from "./EventSource.ts";

/** Impulses below this part of the largest one of an instant are rounding. */
const NO_IMPULSE = 1e-11;

const NONE: readonly ContactImpulse[] = Object.freeze([]);

/** Before an event. */
export function clearImpulses(contacts: readonly Unilateral[]): void {
  for (const { impulse } of contacts) impulse.fill(0);
}

/** What a run says of the events of one instant, after them: kinds, and who was struck. */
export function describeEvents(
  t: number,
  sources: readonly EventSource[],
  before: readonly string[],
  contacts: readonly Unilateral[],
): RunEvent[] {
  const blows = new Map(listBlows(contacts).map((blow) => [blow.contact, blow]));
  // Of two event functions of one owner the first tells of its blow.
  const own = sources.map(({ owner, isUnilateral }) => {
    const blow = isUnilateral ? blows.get(owner) : undefined;
    if (blow) blows.delete(owner);
    return blow;
  });
  const first = sources.findIndex(({ isSilent }) => !isSilent);
  return sources.flatMap(({ owner, index, isSilent, getMode, getKind }, i) => {
    if (isSilent) return [];
    const blow = own[i];
    const after = getMode();
    return {
      ...{ t, owner, index, before: before[i], after },
      kind: getKind(before[i], after, blow !== undefined),
      ...(blow && { impulse: blow.impulse, angularImpulse: blow.angularImpulse }),
      impulses: [...(blow ? [blow] : []), ...(i === first ? blows.values() : [])],
    };
  });
}

function listBlows(contacts: readonly Unilateral[]): readonly ContactImpulse[] {
  let most = 0;
  for (const contact of contacts) most = Math.max(most, getSize(contact));
  if (most === 0) return NONE;
  return contacts.filter((contact) => getSize(contact) > NO_IMPULSE * most).map((contact) => contact.readImpulse());
}

const getSize = ({ impulse: p }: Unilateral): number => Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
