import { type ContactOptions, ContactReactions } from "../../constraints/contact/index.ts";
import type { EventActions, EventKind, EventNeeds, Output } from "../../constraints/index.ts";
import { describe, ModelError } from "../../math/index.ts";
import type { Body, Constants } from "../../rigidbody/index.ts";
import { Sphere } from "../../tracking/index.ts";
import type { FeaturePair } from "../features/FeaturePair.ts";
import { FeatureTracker } from "./FeatureTracker.ts";
import type { ShapePair } from "./ShapePair.ts";

/** Where pairs of shapes are found by their numbers. */
export interface PairSource {
  readonly name: string;
  getPair(first: number, second: number): ShapePair;
}

/** The surfaces themselves are the shapes' affair. */
const FRAME = new Sphere({ radius: 1 });

const FEATURES = 3;

/** `0-3#1:f2.5`: numbers of the shapes, of the point, and the features. */
const FORM = /^(\d+)-(\d+)#(\d+):(.+)$/;

/**
 * One point at which two shapes may touch. Which shapes, and which features of them, changes at events: between events it is a
 * contact as any other. Those that stand for nothing are off and cost nothing.
 */
export class CollisionContact extends ContactReactions {
  private readonly source: PairSource;
  private pair: ShapePair | undefined;
  /** Its place among the points of the pair, from 1. */
  private number = 0;

  constructor(
    name: string,
    bodyA: Body,
    bodyB: Body,
    source: PairSource,
    laws: Omit<ContactOptions, "surfaceA" | "surfaceB">,
  ) {
    super(name, bodyA, bodyB, {
      ...laws,
      surfaceA: FRAME,
      surfaceB: FRAME,
      tracker: (a, b) => new FeatureTracker(a, b),
    });
    this.source = source;
    this.enabled = false;
    this.isOn = false;
  }

  override get isListed(): boolean {
    return false;
  }

  override get title(): string {
    return this.pair ? `${this.source.name} ${this.pair.title} ${this.number}` : this.name;
  }

  override get label(): string {
    return `${this.constructor.name} "${this.title}"`;
  }

  override get constants(): Constants {
    return {};
  }

  override get outputs(): readonly Output[] {
    return [];
  }

  override get size(): number {
    return this.pair?.size ?? 1;
  }

  override get choice(): number {
    return this.pair ? this.pair.number : 0;
  }

  get place(): number {
    return this.number;
  }

  /** What it follows. */
  get features(): FeaturePair | undefined {
    return (this.tracker as FeatureTracker).features;
  }

  /** Whether the events of the whole pair are its own. */
  get isLeading(): boolean {
    return this.isOn && this.pair?.contacts[0] === this;
  }

  /** Stands for a point of a pair from now on. */
  follow(pair: ShapePair, number: number, features: FeaturePair): void {
    const isOther = pair !== this.pair || features !== this.features;
    this.pair = pair;
    this.number = number;
    if (!isOther) return;
    const { a, b } = pair;
    this.first = a.body;
    this.second = b.body;
    super.connect([a.body.port, b.body.port]);
    (this.tracker as FeatureTracker).features = features;
    this.takeLaws(pair.laws);
    this.forget();
  }

  /** Stands for nothing from now on; it stays where it is until it is needed again. */
  release(): void {
    this.isOn = false;
    this.mode = "open";
    this.forget();
  }

  override get discreteState(): string {
    if (!this.isOn || !this.pair) return "open";
    return `${super.discreteState} ${this.pair.key}#${this.number}:${this.features?.name}`;
  }

  override set discreteState(value: string) {
    const words = value.split(" ");
    const last = words.length > 1 ? words.pop() : undefined;
    if (last === undefined) this.pair?.remove(this);
    else {
      const [, first, second, number, name] = FORM.exec(last) ?? [];
      if (name === undefined) {
        throw new ModelError(
          `${this.label}: ${describe(value)} names no shapes that touch; what was stored is damaged`,
        );
      }
      const pair = this.source.getPair(Number(first), Number(second));
      if (this.pair !== pair) this.pair?.remove(this);
      pair.restore(this, Number(number), name);
    }
    super.discreteState = words.join(" ");
  }

  override connect(): void {
    super.connect([this.bodyA.port, this.bodyB.port]);
  }

  override begin(t: number): void {
    if (this.isOn) super.begin(t);
  }

  override get eventCount(): number {
    return 4;
  }

  /** As of any contact, and 3: other features of the pair touch. */
  override calcEvents(t: number, out: Float64Array): void {
    super.calcEvents(t, out);
    out[FEATURES] = this.isLeading ? (this.pair as ShapePair).calcRoom() : 1;
  }

  override measureAll(t: number): void {
    if (!this.isLeading) this.measure(t);
    else for (const contact of (this.pair as ShapePair).contacts) contact.measure(t);
  }

  override getEventNeeds(index: number): EventNeeds {
    return index === FEATURES ? "kinematics" : super.getEventNeeds(index);
  }

  override isEventFollowed(index: number): boolean {
    return index !== FEATURES && super.isEventFollowed(index);
  }

  override getEventRate(index: number): number {
    if (index !== FEATURES) return super.getEventRate(index);
    return this.isLeading ? (this.pair as ShapePair).roomRate : 0;
  }

  override accept(): void {
    super.accept();
    if (this.isLeading) this.pair?.accept();
  }

  override getEventKind(index: number, before: string, after: string, isStruck: boolean): EventKind {
    return index === FEATURES && !isStruck ? "hand-over" : super.getEventKind(index, before, after, isStruck);
  }

  override handleEvent(index: number, t: number, actions: EventActions): void {
    super.handleEvent(index, t, actions);
    if (index === FEATURES || (index === 0 && this.pair?.isApart)) this.pair?.findPoints();
  }
}
