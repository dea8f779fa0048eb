import type { Observer } from "../assembly/Observer.ts";
import { BondGraph, type ElementParameters } from "../bondgraph/index.ts";
import { listBranches } from "../constraints/capabilities/ActsOnJoints.ts";
import type { Constraint } from "../constraints/index.ts";
import { isShown } from "./isShown.ts";

/** The word bond graph of a model: one node for each body and each constraint, with the bonds between them. */
export function createWordGraph({ bodies, constraints: all }: Observer): BondGraph {
  const constraints = all.filter(isShown);
  const graph = new BondGraph();
  const add = (name: string, parameters: ElementParameters, dimension: number) =>
    graph.create("word", name, { dimension, group: name, parameters });
  for (const body of bodies) add(body.name, { is: body.constructor.name }, 6);
  for (const constraint of constraints) {
    const { name, graphPorts } = constraint;
    const branches = listBranches(constraint);
    const isBranching = branches.length > 0;
    const joins = isBranching ? branches.map(({ joint }) => joint.name) : graphPorts.map(([, body]) => body.name);
    add(name, { is: constraint.constructor.name, joins, ...describeMode(constraint) }, isBranching ? 1 : 6);
  }
  for (const constraint of constraints) {
    const { name, graphPorts } = constraint;
    const branches = listBranches(constraint);
    const fragment = constraint.bondGraph();
    const draw = (port: string, other: string, dimension: number) => {
      const { direction, effort, flow } = fragment.port(port);
      const [from, to] = direction === "in" ? [other, name] : [name, other];
      graph.connect(from, to, { dimension, effort, flow });
    };
    for (const { joint, port } of branches) draw(port, joint.name, 1);
    if (branches.length > 0) continue;
    for (const [port, body] of graphPorts) draw(port, body.name, 6);
  }
  return graph;
}

function describeMode({ isOn, mode }: Constraint): ElementParameters {
  if (!isOn) return { mode: "off" };
  return mode === "" ? {} : { mode };
}
