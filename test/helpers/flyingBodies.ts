import { BroadPhase, calcSweptBox } from "../../lib/collision/broadphase/index.ts";
import { GeometryBounds } from "../../lib/collision/objects/geometry/index.ts";
import { box } from "../../lib/collision/objects/index.ts";
import { KinematicPort } from "../../lib/rigidbody/index.ts";
import { RandomSource } from "./random.ts";

/** Metres from one body to the next, on average, and the edge of each. */
const SPACING = 2;
const EDGE = 0.25;
const STEP = { duration: 0.01 };

/** Boxes that fly about in a room, as many of them in a cubic metre whatever their number. */
export class FlyingBodies {
  readonly phase = new BroadPhase();
  private readonly ports: KinematicPort[];
  private readonly side: number;
  private readonly bounds = new GeometryBounds(box({ size: [EDGE, EDGE, EDGE] }));
  private readonly box = new Float64Array(6);
  private readonly move = new Float64Array(3);

  constructor(count: number) {
    const random = new RandomSource(count);
    this.side = SPACING * Math.cbrt(count);
    const place = () => random.number(0, this.side);
    const memory = new Float64Array(24 * count);
    this.ports = Array.from({ length: count }, (_, owner) => {
      const port = new KinematicPort(memory.subarray(24 * owner, 24 * owner + 24));
      port.set({
        position: [place(), place(), place()],
        orientation: random.quaternion(),
        velocity: random.vector(1),
        angularVelocity: random.vector(1),
      });
      this.phase.add({ owner });
      return port;
    });
  }

  /** Moves all of them on by a step and finds the pairs of the next one. */
  advance(): void {
    const { ports, side, bounds, phase } = this;
    for (let i = 0; i < ports.length; i++) {
      const { r, v } = ports[i];
      for (let k = 0; k < 3; k++) {
        r[k] += STEP.duration * v[k];
        // Back from the walls.
        if (r[k] < 0) v[k] = Math.abs(v[k]);
        if (r[k] > side) v[k] = -Math.abs(v[k]);
      }
      calcSweptBox(bounds, ports[i], STEP, this.box, this.move);
      phase.setMotion(i, this.box, this.move);
    }
    phase.findPairs();
  }
}
