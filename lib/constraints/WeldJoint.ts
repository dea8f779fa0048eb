import { checkLabel, checkOptions, isInstance, toVector3 } from "../math/index.ts";
import { Body } from "../rigidbody/index.ts";
import { Joint } from "./Joint.ts";
import { type PairPlace, PLACE_OPTIONS } from "./Pair.ts";

/** Holds B on A as drawn: `μ = 0, λ = 0`. Its reaction is what the weld carries. Default point: B's origin. */
export class WeldJoint extends Joint {
  constructor(name: string, bodyA: Body, bodyB: Body, options: PairPlace = {}) {
    checkOptions(checkLabel("WeldJoint", name), options, PLACE_OPTIONS);
    const isPlaced = options.point !== undefined || options.pointA !== undefined || options.pointB !== undefined;
    const place =
      isPlaced || !isInstance(bodyB, Body) ? options : { ...options, point: toVector3(bodyB.referencePose.r) };
    super(name, bodyA, bodyB, { ...place, axisA: [1, 0, 0] }, {});
  }
}
