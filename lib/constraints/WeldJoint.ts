import { checkOptions } from "../math/index.ts";
import type { Body } from "../rigidbody/index.ts";
import { Joint } from "./Joint.ts";
import { type PairPlace, PLACE_OPTIONS } from "./Pair.ts";

/** Holds B on A as drawn: `μ = 0, λ = 0`. Its reaction is what the weld carries. Default point: B's origin. */
export class WeldJoint extends Joint {
  constructor(name: string, bodyA: Body, bodyB: Body, options: PairPlace = {}) {
    checkOptions(`WeldJoint "${name}"`, options, PLACE_OPTIONS);
    const isPlaced = options.point !== undefined || options.pointA !== undefined || options.pointB !== undefined;
    const place = isPlaced || !bodyB ? options : { point: [...bodyB.drawn.r] as [number, number, number] };
    super(name, bodyA, bodyB, { ...place, axisA: [1, 0, 0] }, {});
  }
}
