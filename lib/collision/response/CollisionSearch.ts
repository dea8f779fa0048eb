import type { Fragment } from "../../bondgraph/index.ts";
import { Constraint, type EventActions, type EventNeeds, type HasEvents } from "../../constraints/index.ts";
import { ModelError } from "../../math/index.ts";
import type { Body, KinematicPort } from "../../rigidbody/index.ts";
import type { BodyShape } from "../BodyShape.ts";
import type { BroadPhase } from "../broadphase/index.ts";
import type { CollisionContact, PairSource } from "./CollisionContact.ts";
import { NeighbourList } from "./NeighbourList.ts";
import { type ContactLaws, type ContactSupply, ShapePair } from "./ShapePair.ts";

/** What is to be known of a model. */
export interface ShapeModel {
  readonly label: string;
  readonly shapes: readonly BodyShape[];
  mayMeet(first: number, second: number): boolean;
  createLaws(first: number, second: number): ContactLaws;
  createBroadPhase(): BroadPhase;
}

const NO_WAY = new Float64Array(3);

/**
 * Finds who is near whom in a run, and gives contacts to pairs that may meet. It does so where a run starts, and at an event of its
 * own: where a body has gone as far as it may before others could be in its way.
 */
export class CollisionSearch extends Constraint implements HasEvents, PairSource, ContactSupply {
  private readonly model: ShapeModel;
  private readonly touching: readonly Body[];
  private contacts: readonly CollisionContact[] = [];
  private readonly pairs = new Map<string, ShapePair>();
  private readonly neighbours: NeighbourList;
  private broadPhase: BroadPhase | undefined;
  private isKnown = false;
  private readonly box = new Float64Array(6);

  constructor(name: string, model: ShapeModel) {
    const bodies = [...new Set(model.shapes.map(({ body }) => body))];
    super(name, bodies[0], bodies[1]);
    this.model = model;
    this.touching = bodies;
    this.neighbours = new NeighbourList(model.shapes);
  }

  /** Takes the contacts that it has to give. */
  setContacts(contacts: readonly CollisionContact[]): void {
    this.contacts = contacts;
  }

  override get isListed(): boolean {
    return false;
  }

  override get bodies(): readonly Body[] {
    return this.touching;
  }

  override get ends(): readonly Body[] {
    return [this.bodyA, this.bodyB];
  }

  override connect(_ports: readonly KinematicPort[]): void {}

  getPair(first: number, second: number): ShapePair {
    const { shapes } = this.model;
    const key = `${first}-${second}`;
    const known = this.pairs.get(key);
    if (known) return known;
    const [a, b] = [shapes[first], shapes[second]];
    if (!a || !b || !this.model.mayMeet(first, second)) {
      throw new ModelError(`${this.model.label}: shapes ${key} do not touch; what was stored belongs to another model`);
    }
    const title = `${this.nameShape(a)}|${this.nameShape(b)}`;
    const pair = new ShapePair(
      1 + first * shapes.length + second,
      a,
      b,
      title,
      this.model.createLaws(first, second),
      this,
    );
    this.pairs.set(key, pair);
    return pair;
  }

  /** The body's name; of several shapes with the number of the shape. */
  private nameShape(shape: BodyShape): string {
    const own = this.model.shapes.filter(({ body }) => body === shape.body);
    return own.length === 1 ? shape.body.name : `${shape.body.name}.${1 + own.indexOf(shape)}`;
  }

  take({ friction, normal }: ContactLaws): CollisionContact {
    const count = friction.kind === "none" ? 0 : 2;
    const found = this.contacts.find(
      (contact) => !contact.isOn && contact.tangentCount === count && contact.hasNormalRow === normal.isRigid,
    );
    if (found) return found;
    throw new ModelError(
      `${this.model.label}: more shapes are near one another than ${this.contacts.length} contacts can follow; ` +
        'take method: "moreau" with a step, which is for heaps',
    );
  }

  begin(): void {
    this.findNeighbours();
  }

  /** Finds who is near whom, lets go of what is not, and follows the others. */
  private findNeighbours(): void {
    const { neighbours, model, box } = this;
    const { shapes } = model;
    this.broadPhase ??= model.createBroadPhase();
    const { broadPhase } = this;
    neighbours.begin();
    this.isKnown = true;
    for (const { index, body, bounds } of shapes) {
      const margin = neighbours.getMargin(body);
      bounds.calcBox(body.port.r, body.port.T, box, 0);
      for (let i = 0; i < 3; i++) {
        box[i] -= margin;
        box[3 + i] += margin;
      }
      broadPhase.setMotion(index, box, NO_WAY);
    }
    const count = broadPhase.findPairs();
    const near = new Set<ShapePair>();
    for (let i = 0; i < count; i++) {
      const pair = this.getPair(broadPhase.pairs[2 * i], broadPhase.pairs[2 * i + 1]);
      const { a, b } = pair;
      const isNear = pair.calcDistance() <= neighbours.getMargin(a.body) + neighbours.getMargin(b.body);
      if (isNear || !pair.isOpen) near.add(pair);
    }
    for (const pair of this.pairs.values()) if (!near.has(pair)) pair.release();
    for (const pair of near) if (pair.contacts.length === 0) pair.findPoints();
  }

  /**
   * A run that goes on from a stored state knows its contacts, not where the list was made: margins are then half of what the nearest
   * of the others is away.
   */
  private resume(): void {
    const { neighbours, model } = this;
    const { shapes } = model;
    const least = new Map<Body, number>();
    const note = (body: Body, distance: number) => least.set(body, Math.min(distance, least.get(body) ?? Infinity));
    for (const { body } of shapes) note(body, Number.POSITIVE_INFINITY);
    neighbours.begin();
    for (const { index: first, body } of shapes) {
      note(body, 2 * neighbours.getMargin(body));
      for (const { index: second, body: other } of shapes) {
        if (second <= first || !model.mayMeet(first, second)) continue;
        if ((this.pairs.get(`${first}-${second}`)?.contacts.length ?? 0) > 0) continue;
        const distance = this.calcLeast(first, second);
        note(body, distance);
        note(other, distance);
      }
    }
    neighbours.resume((body) => (least.get(body) as number) / 2);
    this.isKnown = true;
  }

  /** No more than the distance of two shapes: that of the balls they lie in, or the distance itself where those are near. */
  private calcLeast(first: number, second: number): number {
    const { shapes } = this.model;
    const [a, b] = [shapes[first], shapes[second]];
    const apart = Math.hypot(...a.body.port.r.map((x, i) => x - b.body.port.r[i])) - a.bounds.reach - b.bounds.reach;
    return apart > a.bounds.reach + b.bounds.reach ? apart : this.getPair(first, second).calcDistance();
  }

  get eventCount(): number {
    return 1;
  }

  calcEvents(_t: number, out: Float64Array): void {
    if (!this.isKnown) this.resume();
    out[0] = this.neighbours.calcRoom();
  }

  getEventNeeds(): EventNeeds {
    return "kinematics";
  }

  getEventDirection(): -1 {
    return -1;
  }

  getEventRate(): number {
    return this.neighbours.rate;
  }

  get isSilent(): boolean {
    return true;
  }

  handleEvent(_index: number, _t: number, _actions: EventActions): void {
    this.findNeighbours();
  }

  /** It acts on nothing. */
  override bondGraph(): Fragment {
    return this.createFragment([], ["Fx", "Fy", "Fz", "Mx", "My", "Mz"]);
  }
}
