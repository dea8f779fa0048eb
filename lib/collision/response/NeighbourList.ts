import { type Body, Ground } from "../../rigidbody/index.ts";
import type { BodyShape } from "../BodyShape.ts";
import { calcCross } from "../features/FeaturePair.ts";

/** How long a list of neighbours is to last at the speeds that bodies have, s, and what part of their size it leaves them at least. */
const LASTING = 0.05;
const LEAST = 0.2;

/** A body with shapes that can move, where it was when the list was made, and how far it may go from there. */
interface Traveller {
  readonly body: Body;
  /** No point of its shapes is farther from its origin, m. */
  readonly reach: number;
  readonly r: Float64Array;
  readonly T: Float64Array;
  margin: number;
}

/**
 * How far bodies are from where they were when it was found who is near whom. No point of a body has gone farther than
 * `|Δr| + R ‖ΔT‖/√2`, with the farthest point of its shapes at R; as long as that is less than its margin, and the others' less than
 * theirs, those that were farther apart than both margins cannot meet.
 */
export class NeighbourList {
  private readonly travellers: readonly Traveller[];
  private readonly places: ReadonlyMap<Body, Traveller>;
  private readonly turn = new Float64Array(3);
  private readonly column = new Float64Array(3);
  /** How fast the room changes that was found last. */
  rate = 0;

  constructor(shapes: readonly BodyShape[]) {
    const places = new Map<Body, Traveller>();
    for (const { body, bounds } of shapes) {
      if (body instanceof Ground && !body.motion) continue;
      const reach = Math.max(bounds.reach, places.get(body)?.reach ?? 0);
      places.set(body, { body, reach, r: new Float64Array(3), T: new Float64Array(9), margin: 0 });
    }
    this.places = places;
    this.travellers = [...places.values()];
  }

  /** Begins anew where bodies are, with margins by their sizes and speeds. */
  begin(): void {
    for (const traveller of this.travellers) {
      const { body, reach } = traveller;
      const { v, w } = body.port;
      const speed = Math.hypot(...v) + reach * Math.hypot(...w);
      traveller.margin = Math.max(LEAST * reach, LASTING * speed);
      this.mark(traveller);
    }
  }

  /** Begins anew where bodies are, each with a margin that is given: less than any that is not a neighbour needs. */
  resume(margin: (body: Body) => number): void {
    for (const traveller of this.travellers) {
      traveller.margin = margin(traveller.body);
      this.mark(traveller);
    }
  }

  private mark({ body, r, T }: Traveller): void {
    r.set(body.port.r);
    T.set(body.port.T);
  }

  getMargin(body: Body): number {
    return this.places.get(body)?.margin ?? 0;
  }

  /** How much of its margin the body has left that has gone farthest. */
  calcRoom(): number {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.travellers.length; i++) {
      const traveller = this.travellers[i];
      const room = this.calcRoomOf(traveller, least);
      if (room < least) least = room;
    }
    return least;
  }

  /** Of one body; sets the rate if it has less than the others. */
  private calcRoomOf({ body, reach, r, T, margin }: Traveller, least: number): number {
    const { turn, column } = this;
    const { port } = body;
    const { v, w } = port;
    let way = 0;
    let wayRate = 0;
    let angle = 0;
    let angleRate = 0;
    for (let i = 0; i < 3; i++) {
      const d = port.r[i] - r[i];
      way += d * d;
      wayRate += d * v[i];
    }
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) column[i] = port.T[3 * i + k];
      calcCross(w, column, turn);
      for (let i = 0; i < 3; i++) {
        const d = column[i] - T[3 * i + k];
        angle += d * d;
        angleRate += d * turn[i];
      }
    }
    way = Math.sqrt(way);
    angle = Math.sqrt(angle / 2);
    const room = margin - way - reach * angle;
    if (room >= least) return room;
    const speed = way > 0 ? wayRate / way : Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    const spin = angle > 0 ? angleRate / (2 * angle) : Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    this.rate = -speed - reach * spin;
    return room;
  }
}
