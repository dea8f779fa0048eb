import type { Observer } from "../assembly/Observer.ts";
import { BondGraph, type Fragment } from "../bondgraph/index.ts";
import { listBranches } from "../constraints/capabilities/ActsOnJoints.ts";
import type { Constraint, Joint } from "../constraints/index.ts";
import { cross } from "../math/index.ts";
import type { Gravity } from "../rigidbody/Gravity.ts";
import { type Body, Ground, RigidBody } from "../rigidbody/index.ts";
import { isShown } from "./isShown.ts";

/** The bond graph of a model: fragments of all bodies and constraints, joined. */
export function createBondGraph({ bodies, constraints: all }: Observer, gravity: Gravity): BondGraph {
  const constraints = all.filter(isShown);
  const graph = new BondGraph();
  const fragments = new Map<Body, Fragment>();
  for (const body of bodies) {
    let fragment: Fragment | undefined;
    if (body instanceof RigidBody) fragment = body.bondGraph(gravity);
    if (body instanceof Ground) fragment = body.bondGraph((out) => calcHoldingWrench(body, constraints, out));
    if (!fragment) continue;
    fragments.set(body, fragment);
    graph.merge(fragment);
  }
  const branching: [Constraint, Fragment][] = [];
  for (const constraint of constraints) {
    const fragment = constraint.bondGraph();
    graph.merge(fragment);
    if (listBranches(constraint).length > 0) {
      branching.push([constraint, fragment]);
      continue;
    }
    for (const [port, body] of constraint.graphPorts) {
      graph.join(fragment.port(port), (fragments.get(body) as Fragment).port("port"));
    }
  }
  for (const [constraint, fragment] of branching) joinBranches(graph, constraint, fragment);
  return graph;
}

/** Gears and circuits branch off the scalar bonds of joints: each gets a 1-junction in front of what sealed it. */
function joinBranches(graph: BondGraph, constraint: Constraint, fragment: Fragment): void {
  for (const branch of listBranches(constraint)) {
    const { isRotation, port } = branch;
    const joint = branch.joint as Joint;
    const isScrew = joint.motions[0]?.kind === "screw";
    const names = isScrew ? ["EC.F p + M", "FC.λ"] : isRotation ? ["EC.M", "FC.λ"] : ["EC.F", "FC.μ"];
    const closure = names.map((name) => `${joint.name}.${name}`).find((name) => graph.has(name)) as string;
    const own = graph.branch(closure, (out) => {
      out[0] = joint.getOwnSealEffort(isRotation);
    });
    graph.join(fragment.port(port), own);
  }
}

/** The wrench at its origin that holds a base against all constraints. */
function calcHoldingWrench(body: Body, constraints: readonly Constraint[], out: Float64Array): void {
  out.fill(0);
  const { r } = body.kinematics;
  for (const { bodyA, bodyB, wrenchA, wrenchB } of constraints) {
    for (const [side, { F, M, P }] of [
      [bodyA, wrenchA],
      [bodyB, wrenchB],
    ] as const) {
      if (side !== body) continue;
      const turn = cross([P[0] - r[0], P[1] - r[1], P[2] - r[2]], F);
      for (let i = 0; i < 3; i++) {
        out[i] -= F[i];
        out[3 + i] -= M[i] + turn[i];
      }
    }
  }
}
