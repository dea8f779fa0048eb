import { Pair } from "../constraints/index.ts";
import {
  add,
  checkChoice,
  checkInstance,
  checkList,
  checkOptions,
  describe,
  ModelError,
  norm,
  rotate,
  subtract,
} from "../math/index.ts";
import { Ground, RigidBody } from "../rigidbody/index.ts";
import { type Mesh, readShapes, type Shape, type ShapeOptions } from "../shape/index.ts";
import { listNotes } from "./listNotes.ts";

/** A body and what it looks like. */
export interface MachinePart {
  body: RigidBody;
  /** Default: the shapes of the body. */
  shapes?: readonly ShapeOptions[];
}

export interface MachineOptions {
  parts: readonly MachinePart[];
  /** By what they hang on each other and on the ground; B hangs on A. A body that hangs on nothing is free. */
  joints?: readonly Pair[];
  /** Those of the joints that get a motor, for formats that have one. */
  motors?: readonly Pair[];
  /** Which axis of the model points up. Default: `"y"`. */
  up?: "y" | "z";
}

/** A body in the tree: what it hangs on (nothing: the ground, or free) and by which joint (none: free). */
export interface MachineLink {
  readonly body: RigidBody;
  readonly shapes: readonly Shape[];
  readonly joint: Pair | undefined;
  readonly parent: MachineLink | undefined;
  readonly children: readonly MachineLink[];
}

const LONGEST_NAME = 200;

/**
 * What other programs get of a model: bodies with mass, inertia and meshes, as drawn, in a tree of joints. glTF, URDF and
 * MJCF are written from it.
 */
export class Machine {
  readonly name: string;
  readonly up: "y" | "z";
  /** Every body, parents before their children. */
  readonly links: readonly MachineLink[];
  readonly motors: readonly Pair[];
  /** What other programs do not get, one sentence each: torques that are functions, prescribed motions. */
  readonly notes: readonly string[];

  constructor(name: string, options: MachineOptions) {
    if (typeof name !== "string" || name.trim() === "") {
      throw new ModelError(`Machine: the name is ${describe(name)}; give a text such as "robot"`);
    }
    if (name.length > LONGEST_NAME) {
      throw new ModelError(
        `Machine: the name ${describe(name)} has ${name.length} letters; give one of at most ${LONGEST_NAME}`,
      );
    }
    const label = `Machine "${name}"`;
    checkOptions(label, options, ["parts", "joints", "motors", "up"]);
    const listPairs = (what: string, pairs: unknown) =>
      checkList(label, what, pairs, "a list of joints such as a RevoluteJoint").map((pair, i) =>
        checkInstance(label, `${what}[${i}]`, pair, Pair, "a joint such as a RevoluteJoint"),
      );
    const joints = listPairs("joints", options?.joints ?? []);
    this.name = name;
    this.up = checkChoice(label, "up", options?.up ?? "y", ["y", "z"]);
    this.links = growLinks(label, options?.parts, joints);
    this.motors = listPairs("motors", options.motors ?? []);
    for (const motor of this.motors) {
      if (joints.includes(motor)) continue;
      throw new ModelError(`${label}: ${motor.label} gets a motor, but is not in joints; add it there`);
    }
    this.notes = listNotes(joints);
  }

  /** The different meshes, each with a name of its own; equal ones are listed once. */
  listMeshes(): { name: string; mesh: Mesh }[] {
    const meshes: { name: string; mesh: Mesh }[] = [];
    for (const { name, mesh } of this.links.flatMap(({ shapes }) => shapes)) {
      if (meshes.some((known) => known.mesh.equals(mesh))) continue;
      const isTaken = (text: string) => meshes.some((known) => known.name === text);
      let free = name;
      for (let i = 2; isTaken(free); i++) free = `${name} ${i}`;
      meshes.push({ name: free, mesh });
    }
    return meshes;
  }
}

function growLinks(label: string, given: unknown, joints: readonly Pair[]): MachineLink[] {
  const form = "a list such as [{ body, shapes: [{ mesh }] }]";
  const parts = checkList(label, "parts", given, form) as MachinePart[];
  if (parts.length === 0) throw new ModelError(`${label}: parts are []; give ${form}`);
  type Growing = { -readonly [K in keyof MachineLink]: MachineLink[K] } & { children: MachineLink[] };
  const links = new Map<unknown, Growing>();
  const names = new Set<string>();
  for (const [i, part] of parts.entries()) {
    checkOptions(`${label}, part ${i}`, part, ["body", "shapes"]);
    const body = checkInstance(`${label}, part ${i}`, "body", part?.body, RigidBody);
    if (names.has(body.name)) {
      throw new ModelError(`${label}: two parts have the name "${body.name}"; give each body once, and its own name`);
    }
    names.add(body.name);
    const shapes = readShapes(label, body.name, part.shapes ?? body.shapes ?? []);
    links.set(body, { body, shapes, joint: undefined, parent: undefined, children: [] });
  }
  for (const joint of joints) {
    const { bodyA, bodyB } = joint;
    const link = links.get(bodyB);
    const missing = [bodyA, bodyB].find((body) => !links.has(body) && !(body instanceof Ground));
    if (missing || !link) {
      throw new ModelError(
        `${label}: ${joint.label} connects "${(missing ?? bodyB).name}", which is not in parts as a body that can hang on another; ` +
          "add it there, or turn the joint round so that B is the outer body",
      );
    }
    if (link.joint) {
      throw new ModelError(
        `${label}: "${bodyB.name}" hangs on ${link.joint.label} and on ${joint.label}; files hold trees, no loops: leave one out`,
      );
    }
    checkDrawn(joint);
    link.joint = joint;
    link.parent = links.get(bodyA);
    link.parent && (link.parent as Growing).children.push(link);
  }
  const sorted: MachineLink[] = [];
  const visit = (link: MachineLink) => {
    sorted.push(link);
    link.children.forEach(visit);
  };
  for (const link of links.values()) if (!link.parent) visit(link);
  if (sorted.length === links.size) return sorted;
  const lost = [...links.values()].find((link) => !sorted.includes(link)) as MachineLink;
  throw new ModelError(
    `${label}: "${lost.body.name}" hangs on itself in a circle of joints; files hold trees: leave one joint out`,
  );
}

/** Files say where bodies are, and joints follow: as drawn, both have to agree. */
function checkDrawn(joint: Pair): void {
  const [a, b] = [[joint.bodyA, joint.pointA] as const, [joint.bodyB, joint.pointB] as const].map(
    ([{ referencePose }, point]) => add(referencePose.r, rotate(referencePose.T, point)),
  );
  const apart = norm(subtract(a, b));
  const { T: TA } = joint.bodyA.referencePose;
  const { T: TB } = joint.bodyB.referencePose;
  let turned = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      const drawn = TA[i] * TB[j] + TA[3 + i] * TB[3 + j] + TA[6 + i] * TB[6 + j];
      turned = Math.max(turned, Math.abs(drawn - joint.rest[3 * i + j]));
    }
  }
  const slack = 1e-9 * Math.max(1e-3, norm(joint.pointA), norm(joint.pointB), norm(a));
  if (apart <= slack && turned <= 1e-9) return;
  throw new ModelError(
    `${joint.label}: as drawn, its bodies do not meet in it (${apart.toPrecision(3)} m apart); files hold the drawn pose: ` +
      "draw the bodies where the joint has them",
  );
}

/** What writers of files are given. */
export const checkMachine = (owner: string, machine: unknown): Machine =>
  checkInstance(owner, "the machine", machine, Machine, "a Machine, such as new Machine(name, { parts, joints })");
