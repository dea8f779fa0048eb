import type { ContactReactions } from "../../constraints/contact/index.ts";
import { KinematicPort } from "../../rigidbody/index.ts";
import type { BodyShape } from "../BodyShape.ts";
import { ContactManifold } from "../ContactManifold.ts";
import { createFeaturePair, NEAREST } from "../features/createFeaturePair.ts";
import type { FeaturePair } from "../features/FeaturePair.ts";
import { Clearance } from "./Clearance.ts";
import type { CollisionContact } from "./CollisionContact.ts";
import { findFeatures, TOUCHING } from "./findFeatures.ts";

/** Laws of a contact. */
export type ContactLaws = Pick<ContactReactions, "normal" | "friction" | "resistance" | "impact">;

/** A corner may be this part of the size beyond the border of a face before it is none of its corners any more. */
const BEYOND = 1e-9;

/** What is beyond already has to go this part farther before it is looked at again. */
const FARTHER = 0.1;

/** Corners that touch may be this part of the size below a plane that is not theirs; elastic ones sink in. */
const SLACK = 1e-9;
const ELASTIC_SLACK = 1e-3;

/** Gives out contacts that stand for nothing yet. */
export interface ContactSupply {
  take(laws: ContactLaws): CollisionContact;
}

/**
 * Two shapes that are near each other, and the points at which they touch or may touch first: contacts, each with its features.
 * As long as the features stay the ones that are nearest, which an event function tells, nothing is searched.
 */
export class ShapePair {
  readonly a: BodyShape;
  readonly b: BodyShape;
  /** A number of its own among all pairs, from 1, and a text. */
  readonly number: number;
  readonly key: string;
  readonly title: string;
  readonly laws: ContactLaws;
  /** The size of the smaller shape, m. */
  readonly size: number;
  /** The first one has the events of the pair. */
  readonly contacts: CollisionContact[] = [];
  /** How fast the room changes that was found last. */
  roomRate = 0;
  private readonly supply: ContactSupply;
  private manifold: ContactManifold | undefined;
  private readonly poseA = new KinematicPort();
  private readonly poseB = new KinematicPort();
  private readonly known = new Map<string, FeaturePair>();
  private readonly clearance: Clearance;
  private readonly room = new Float64Array(3);
  private readonly result = new Float64Array(19);
  /** What was accepted: how far beyond their borders features are. */
  private deficit = 0;

  constructor(number: number, a: BodyShape, b: BodyShape, title: string, laws: ContactLaws, supply: ContactSupply) {
    this.number = number;
    this.a = a;
    this.b = b;
    this.key = `${a.index}-${b.index}`;
    this.title = title;
    this.laws = laws;
    this.supply = supply;
    this.size = Math.min(a.shape.reach, b.shape.reach);
    this.clearance = new Clearance(a, b, (laws.normal.isRigid ? SLACK : ELASTIC_SLACK) * this.size);
  }

  /** The signed distance of the shapes where their bodies are. */
  calcDistance(): number {
    const { a, b, poseA, poseB } = this;
    this.manifold ??= new ContactManifold(a.shape, b.shape);
    a.calcPose(a.body.port, poseA);
    b.calcPose(b.body.port, poseB);
    const { pair } = this.manifold;
    pair.forget();
    pair.calc(poseA, poseB);
    return pair.distance;
  }

  /** Whether the shapes are far enough apart for the nearest points alone to be followed. */
  get isApart(): boolean {
    return this.contacts.length === 1 && this.contacts[0].features?.name === NEAREST;
  }

  /** Whether nothing presses. */
  get isOpen(): boolean {
    return this.contacts.every(({ isClosed }) => !isClosed);
  }

  /** Finds the points anew; those that are known by their features go on. */
  findPoints(): void {
    this.calcDistance();
    const manifold = this.manifold as ContactManifold;
    manifold.calc(this.poseA, this.poseB);
    const found = findFeatures(this.a, this.b, manifold, this.poseA, this.poseB, this.size);
    // What is apart can be followed by its nearest points as well.
    const isSafe =
      manifold.pair.distance <= TOUCHING * this.size || this.areNearest(found.map((name) => this.getFeatures(name)));
    const names = isSafe ? found : [NEAREST];
    const before = [...this.contacts];
    const kept = names.map((name) => before.find(({ features }) => features?.name === name));
    const spare = before.filter((contact) => !kept.includes(contact));
    this.contacts.length = 0;
    names.forEach((name, i) => {
      const contact = kept[i] ?? spare.shift() ?? this.supply.take(this.laws);
      contact.isOn = true;
      this.contacts.push(contact);
      contact.follow(this, i + 1, this.getFeatures(name));
    });
    for (const contact of spare) contact.release();
    this.begin();
  }

  /** Whether features are nearest to one another now, and nothing else is nearer. */
  private areNearest(list: readonly FeaturePair[]): boolean {
    const { room, result, clearance } = this;
    const [a, b] = [this.a.body.port, this.b.body.port];
    for (const features of list) {
      features.track(a, b, result);
      features.calcRoom(a, b, room);
      if (room[0] < 0) return false;
    }
    clearance.choose(list);
    clearance.calc(a, b, room);
    return room[0] >= 0;
  }

  /** Lets go of all points. */
  release(): void {
    for (const contact of this.contacts) contact.release();
    this.contacts.length = 0;
  }

  /** A contact stands for something else from now on. */
  remove(contact: CollisionContact): void {
    const place = this.contacts.indexOf(contact);
    if (place < 0) return;
    this.contacts.splice(place, 1);
    this.begin();
  }

  /** A contact stands for one of the points, as a run has stored it. */
  restore(contact: CollisionContact, number: number, name: string): void {
    if (!this.contacts.includes(contact)) this.contacts.push(contact);
    contact.follow(this, number, this.getFeatures(name));
    this.contacts.sort((a, b) => a.place - b.place);
    this.begin();
  }

  private begin(): void {
    this.deficit = 0;
    this.clearance.choose(this.contacts.flatMap(({ features }) => features ?? []));
  }

  private getFeatures(name: string): FeaturePair {
    const known = this.known.get(name) ?? createFeaturePair(name, this.a, this.b);
    this.known.set(name, known);
    return known;
  }

  /** How far all points are from where others are nearer; all contacts are measured. */
  calcRoom(): number {
    const { contacts, room } = this;
    let least = Number.POSITIVE_INFINITY;
    this.roomRate = 0;
    for (let i = 0; i < contacts.length; i++) {
      const { tracker, features } = contacts[i];
      features?.calcRoom(tracker.frameA, tracker.frameB, room);
      if (room[0] + BEYOND * this.size >= least) continue;
      least = room[0] + BEYOND * this.size;
      this.roomRate = room[1];
    }
    const { tracker } = contacts[0];
    this.clearance.calc(tracker.frameA, tracker.frameB, room);
    if (room[0] < least) {
      least = room[0];
      this.roomRate = room[1];
    }
    return (Number.isFinite(least) ? least : this.size) - this.deficit;
  }

  /** After an event: takes things as they are. */
  accept(): void {
    this.deficit = 0;
    const room = this.calcRoom();
    // A little less than that, or rounding would end it at once.
    this.deficit = room <= 0 ? (1 + FARTHER) * room - BEYOND * this.size : 0;
  }
}
