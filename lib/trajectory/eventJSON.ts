import type { ContactImpulse } from "../constraints/contact/index.ts";
import type { EventKind } from "../constraints/index.ts";
import { toVector3, type Vector3 } from "../math/index.ts";
import type { JSONNumber } from "./PartJSON.ts";
import type { RunEvent } from "./RunStore.ts";
import { refuse } from "./refuse.ts";
import { checkOrder, decodeFinite, encodeNumber, encodeNumbers, type TrajectoryJSON } from "./trajectoryJSON.ts";

/** An event in a file. */
export interface EventJSON {
  t: JSONNumber;
  owner: string;
  index: number;
  before: string;
  after: string;
  /** Left out by earlier versions. */
  kind?: string;
  /** Left out where nothing was struck. */
  impulses?: ImpulseJSON[];
}

/** What a contact gave in an impact, in a file. */
export interface ImpulseJSON {
  contact: string;
  bodies: [string, string];
  impulse: JSONNumber[];
  angularImpulse: JSONNumber[];
  point: JSONNumber[];
  normalImpulse: JSONNumber;
  frictionImpulse: JSONNumber;
}

export function encodeEvent({ t, owner, index, before, after, kind, impulses }: RunEvent): EventJSON {
  return {
    ...{ t: encodeNumber(t), owner, index, before, after, kind },
    ...(impulses.length > 0 && { impulses: impulses.map(encodeImpulse) }),
  };
}

function encodeImpulse(blow: ContactImpulse): ImpulseJSON {
  return {
    contact: blow.contact,
    bodies: [...blow.bodies],
    impulse: encodeNumbers(blow.impulse),
    angularImpulse: encodeNumbers(blow.angularImpulse),
    point: encodeNumbers(blow.point),
    normalImpulse: encodeNumber(blow.normalImpulse),
    frictionImpulse: encodeNumber(blow.frictionImpulse),
  };
}

export function decodeEvents(file: TrajectoryJSON): RunEvent[] {
  const events = file.events.map((event, i): RunEvent => {
    const path = `events[${i}]`;
    const { owner, index, before, after } = event;
    const kind = (event.kind ?? "unknown") as EventKind;
    if (typeof kind !== "string") throw refuse(`${path}.kind`, kind, 'a word such as "impact"');
    const impulses = decodeImpulses(event.impulses ?? [], `${path}.impulses`);
    const own = kind !== "user" && impulses[0]?.contact === owner ? impulses[0] : undefined;
    return {
      ...{ t: decodeFinite(event.t, `${path}.t`), owner, index, before, after, kind },
      ...(own && { impulse: own.impulse, angularImpulse: own.angularImpulse }),
      impulses,
    };
  });
  checkOrder(
    "events",
    events.map(({ t }) => t),
  );
  return events;
}

function decodeImpulses(list: unknown, path: string): ContactImpulse[] {
  if (!Array.isArray(list)) throw refuse(path, list, "a list of impulses");
  return list.map((entry: unknown, i) => {
    const place = `${path}[${i}]`;
    const blow = (entry ?? {}) as Partial<ImpulseJSON>;
    const { contact, bodies } = blow;
    const isNamed = Array.isArray(bodies) && bodies.length === 2 && [contact, ...bodies].every(isText);
    if (!isNamed) throw refuse(place, entry, "an object with contact, bodies, impulse, angularImpulse and point");
    const read = (key: "impulse" | "angularImpulse" | "point"): Vector3 => {
      const vector: unknown = blow[key];
      if (!Array.isArray(vector) || vector.length !== 3) throw refuse(`${place}.${key}`, vector, "a list of 3");
      return toVector3(vector.map((x, k) => decodeFinite(x, `${place}.${key}[${k}]`)));
    };
    return {
      contact: contact as string,
      bodies: [bodies[0], bodies[1]],
      impulse: read("impulse"),
      angularImpulse: read("angularImpulse"),
      point: read("point"),
      normalImpulse: decodeFinite(blow.normalImpulse, `${place}.normalImpulse`),
      frictionImpulse: decodeFinite(blow.frictionImpulse, `${place}.frictionImpulse`),
    };
  });
}

const isText = (value: unknown): boolean => typeof value === "string";
