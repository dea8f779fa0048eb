import type { Constraint } from "../../constraints/index.ts";
import type { BodyShape } from "../BodyShape.ts";
import { CollisionContact } from "./CollisionContact.ts";
import { CollisionSearch, type ShapeModel } from "./CollisionSearch.ts";
import type { ContactLaws } from "./ShapePair.ts";

/** Up to so many contacts there is one for every point of every pair; beyond, as many for each shape as it can have neighbours. */
const ALL = 600;
const NEIGHBOURS = 6;

/** What runs of a model follow collisions with: one part that looks who is near whom, and contacts that it gives out. */
export function createContacts(name: string, model: ShapeModel): readonly Constraint[] {
  const { shapes } = model;
  const counts = new Map<string, { laws: ContactLaws; all: number }>();
  for (let i = 0; i < shapes.length; i++) {
    for (let j = i + 1; j < shapes.length; j++) {
      if (!model.mayMeet(i, j)) continue;
      const laws = model.createLaws(i, j);
      const kind = `${laws.normal.isRigid} ${laws.friction.kind === "none"}`;
      const entry = counts.get(kind) ?? { laws, all: 0 };
      entry.all += countPoints(shapes[i]) * countPoints(shapes[j]) > 1 ? 8 : 1;
      counts.set(kind, entry);
    }
  }
  if (counts.size === 0) return [];
  const most = shapes.reduce((sum, shape) => sum + NEIGHBOURS * (1 + countPoints(shape)), 0);
  const search = new CollisionSearch(name, model);
  const contacts: CollisionContact[] = [];
  const { bodyA, bodyB } = search;
  for (const { laws, all } of counts.values()) {
    const count = Math.min(all, Math.max(ALL, most));
    for (let i = 0; i < count; i++) {
      contacts.push(new CollisionContact(`${name} ${contacts.length + 1}`, bodyA, bodyB, search, laws));
    }
  }
  search.setContacts(contacts);
  return [search, ...contacts];
}

/** At how many points a shape touches a face. */
const countPoints = ({ shape: { kind } }: BodyShape): number =>
  kind === "point" || kind === "ellipsoid" ? 1 : kind === "segment" ? 2 : 4;
