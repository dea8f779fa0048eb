import { hasStates } from "../constraints/capabilities/HasStates.ts";
import { hasTracking } from "../constraints/capabilities/HasTracking.ts";
import type { Constraint, Pair } from "../constraints/index.ts";
import { FreeLink } from "../kernel/FreeLink.ts";
import { findLength } from "../kernel/findLength.ts";
import { GivenLink } from "../kernel/GivenLink.ts";
import { Impulses } from "../kernel/Impulses.ts";
import type { Kernel, TreeJoint } from "../kernel/Kernel.ts";
import { PairChain } from "../kernel/PairChain.ts";
import { multiply, type Quaternion, quaternionFromMatrix, rotateBack, subtract, transpose } from "../math/index.ts";
import { type Body, KinematicPort, RigidBody } from "../rigidbody/index.ts";
import { calcMomentum } from "./calcMomentum.ts";
import type { Observer } from "./Observer.ts";
import { REACH, refuseOpen } from "./refuseOpen.ts";

/** Poses that differ by less than this (m or rad, per size of the model) are the same. */
const SAME = 1e-13;
/** Velocities that differ by less than this part of the largest are the same. */
const SAME_SPEED = 1e-12;
/** Newton steps that bring poses onto the joints of another tree. */
const FIT_STEPS = 20;

/**
 * How everything moves at the instant at which a run goes on with another assembly: poses and velocities of bodies,
 * coordinates and rates of joints, states of constraints, each by its part. The next assembly has the same bodies, so a
 * joint that stays keeps its numbers bit by bit; a new one gets those that fit the bodies; what is free, pose and velocity.
 *
 * Where a new joint does not allow the velocities the bodies had, they meet without a bounce: with `V` before and the
 * velocities `J s` that the tree allows, the rates after are those with `Jᵀ M (V − J s) = 0`, the least change in the metric
 * of the masses, which is what the impulse `M (V − J s₀)` on bodies that move with any `s₀` makes of them.
 */
export class MotionRecord {
  private readonly poses = new Map<Body, { port: KinematicPort; orientation: Quaternion }>();
  private readonly joints = new Map<Pair, { coordinates: Float64Array; rates: Float64Array }>();
  /** All constraints, with their states: what rests keeps its own. */
  private readonly states = new Map<Constraint, Float64Array>();
  /** Those that did not rest. */
  private readonly acting: ReadonlySet<Constraint>;

  /** Takes the motion at the coordinates and rates that the kernel of the observer has. */
  constructor(observer: Observer, t: number) {
    const { kernel } = observer;
    kernel.calcKinematics(t, true);
    for (const entry of kernel.treeJoints) kernel.readPair(entry);
    for (const rows of kernel.loopClosures) if (rows.pair.isOn) rows.readPair(t);
    for (const body of kernel.bodies) {
      const port = new KinematicPort();
      for (const key of ["r", "T", "v", "w"] as const) port[key].set(body.port[key]);
      this.poses.set(body, { port, orientation: observer.getOrientation(body) });
    }
    for (const { pair } of [...kernel.treeJoints, ...kernel.loopClosures]) {
      if (pair.isOn) this.joints.set(pair, { coordinates: pair.coordinates.slice(), rates: pair.rates.slice() });
    }
    for (const constraint of kernel.constraints) this.states.set(constraint, constraint.states.slice());
    this.acting = new Set(kernel.acting);
  }

  /**
   * Gives the motion to the kernel of another assembly on the same bodies. Where its joints do not allow the velocities,
   * the impulses that are missing are added to `impulses`.
   */
  restore(kernel: Kernel, t: number, impulses: Impulses): void {
    for (const constraint of kernel.constraints) {
      if (!hasStates(constraint)) continue;
      constraint.states.set(this.states.get(constraint) ?? constraint.initialStates ?? []);
    }
    for (const link of kernel.links) {
      if (!(link instanceof FreeLink) || !link.body) continue;
      const { port, orientation } = this.getPose(link.body);
      kernel.q.set(port.r, link.coordinate);
      kernel.q.set(orientation, link.coordinate + 3);
      kernel.s.set(port.v, link.rate);
      kernel.s.set(rotateBack(port.T, port.w), link.rate + 3);
    }
    const missing = kernel.treeJoints.map((entry) => this.restoreJoint(kernel, entry, t));
    kernel.calcKinematics(t, true);
    const size = Math.max(0.1, findLength(kernel));
    const open = kernel.treeJoints.flatMap(({ pair: { label } }, i) =>
      missing[i] > REACH * size ? [`${label} by ${missing[i].toPrecision(3)}`] : [],
    );
    if (open.length > 0) throw refuseOpen(`what is missing (m or rad): ${open.join(", ")}`);
    this.fitPoses(kernel, t, SAME * size);
    for (const rows of kernel.loopClosures) {
      const known = this.joints.get(rows.pair);
      if (!known) rows.findStart(t);
      else if (rows.followed.length > 0) rows.followed.set(known.coordinates);
    }
    for (const constraint of kernel.acting) {
      if (!this.acting.has(constraint) && (hasStates(constraint) || hasTracking(constraint))) constraint.begin?.(t);
    }
    this.addImpulses(kernel, t, impulses);
  }

  private getPose(body: Body): { port: KinematicPort; orientation: Quaternion } {
    return this.poses.get(body) as { port: KinematicPort; orientation: Quaternion };
  }

  /** Coordinates and rates of a joint on the tree; how far its bodies are from where it allows them to be. */
  private restoreJoint(kernel: Kernel, { pair, links }: TreeJoint, t: number): number {
    const known = this.joints.get(pair);
    let missing = 0;
    if (known) {
      pair.coordinates.set(known.coordinates);
      pair.rates.set(known.rates);
    } else if (PairChain.canFollow(pair)) {
      const chain = new PairChain(pair);
      chain.findStart(t, this.getPose(pair.bodyA).port, this.getPose(pair.bodyB).port);
      chain.writePair();
      missing = Math.max(...chain.misfit.map(Math.abs));
    } else {
      pair.coordinates.set(pair.motions.flatMap((m) => (m.kind === "ball" ? [...m.start] : [m.bond.start])));
    }
    let c = 0;
    let r = 0;
    for (const link of links) {
      const isGiven = link instanceof GivenLink;
      if (isGiven && link.motion === null) continue;
      if (!isGiven) {
        kernel.q.set(pair.coordinates.subarray(c, c + link.coordinateCount), link.coordinate);
        kernel.s.set(pair.rates.subarray(r, r + link.rateCount), link.rate);
      }
      c += isGiven ? 1 : link.coordinateCount;
      r += isGiven ? 1 : link.rateCount;
    }
    return missing;
  }

  /** Newton steps to the poses nearest to those before, in the metric of the masses; none where they fit already. */
  private fitPoses(kernel: Kernel, t: number, goal: number): void {
    for (let i = 0; i < FIT_STEPS; i++) {
      kernel.calcKinematics(t, true);
      const steps = new Impulses(kernel);
      let largest = 0;
      for (const [body, { port }] of this.poses) {
        if (!(body instanceof RigidBody)) continue;
        const { r, T } = body.port;
        const way = subtract(port.r, r);
        const [e, x, y, z] = quaternionFromMatrix(multiply(port.T, transpose(T)), [1, 0, 0, 0]);
        const turn = [x, y, z].map((part) => (2 * part) / e);
        largest = Math.max(largest, ...[...way, ...turn].map(Math.abs));
        steps.addWrench(kernel.getLink(body), calcMomentum(body.inertia, T, way, turn));
      }
      if (largest <= goal) return;
      kernel.prepareProjection(t);
      const change = steps.solve([], []);
      if (change.every((x) => Math.abs(x) <= goal)) return;
      for (const link of kernel.links) if (link.rateCount > 0) link.moveCoordinates(kernel.q, change);
    }
  }

  /** The impulses of what the joints of the tree do not allow any more. */
  private addImpulses(kernel: Kernel, t: number, impulses: Impulses): void {
    kernel.calcKinematics(t, true);
    const lost = [...this.poses].flatMap(([body, { port }]) => {
      if (!(body instanceof RigidBody)) return [];
      return [{ body, v: subtract(port.v, body.port.v), w: subtract(port.w, body.port.w) }];
    });
    const speeds = [...this.poses.values()].flatMap(({ port }) => [...port.v, ...port.w]);
    const limit = SAME_SPEED * speeds.reduce((max, speed) => Math.max(max, Math.abs(speed)), 0);
    for (const { body, v, w } of lost) {
      if ([...v, ...w].every((speed) => Math.abs(speed) <= limit)) continue;
      impulses.addWrench(kernel.getLink(body), calcMomentum(body.inertia, body.port.T, v, w));
    }
  }
}
