import type { Motion, Pair } from "../constraints/index.ts";
import {
  checkBoolean,
  checkOptions,
  checkPositive,
  ModelError,
  otherwise,
  type Quaternion,
  rotateBack,
} from "../math/index.ts";
import type { Mesh, Shape } from "../shape/index.ts";
import { checkTextMesh } from "../shape/textFiles.ts";
import { findPose, turnBack } from "./findPose.ts";
import { checkMachine, type Machine, type MachineLink } from "./Machine.ts";
import { findTurn, type UpAxis } from "./upright.ts";
import { element } from "./xml.ts";

export interface MJCFOptions {
  /** Which axis points up in the file. Default: `"z"`. */
  up?: UpAxis;
  /** Whether the file has a floor at height zero and a light, so that it can be run as it is. Default: true. */
  floor?: boolean;
  /** Of the simulation there, s; contacts are made as stiff as it allows. Default: 0.001. */
  timestep?: number;
}

const OWNER = "writeMJCF";
const GRAVITY = 9.81;
/** Time in which a contact there comes to rest, in steps: MuJoCo wants two or more; softer ones take energy from what rolls. */
const STIFFNESS = 4;

/** The light and the grid of the floor stay within what MuJoCo can show, m. */
const FARTHEST = 1e6;

/**
 * The text of an MJCF file for MuJoCo, with the meshes in it. Bodies of the machine do not touch each other, but everything
 * else whose `contype` has its first bit set, as it has if nothing is said; MuJoCo takes the convex hulls of meshes.
 */
export function writeMJCF(machine: Machine, options: MJCFOptions = {}): string {
  checkMachine(OWNER, machine);
  checkOptions(OWNER, options, ["up", "floor", "timestep"]);
  const { up = "z" } = options;
  const floor = checkBoolean(OWNER, "floor", otherwise(options.floor, true));
  const timestep = checkPositive(OWNER, "timestep", options.timestep ?? 1e-3);
  if (timestep > 1) throw new ModelError(`${OWNER}: timestep is ${timestep}; give at most 1 s, such as 0.001`);
  const turn = findTurn(OWNER, machine, up);
  const meshes = machine.listMeshes();
  for (const { mesh } of meshes) checkTextMesh(OWNER, mesh);
  const assets = meshes.map(({ name, mesh }) =>
    element("mesh", { name, vertex: mesh.positions, face: mesh.triangles }),
  );
  const bodies = machine.links
    .filter(({ parent }) => !parent)
    .map((link) => writeBody(link, { meshes, turn, timestep }));
  const far = Math.max(...machine.links.map(({ body }) => Math.max(...body.position.map(Math.abs))));
  const size = 20 * Math.max(0.05, Math.min(far, FARTHEST));
  const scenery = [
    element("light", { pos: up === "z" ? [0, 0, size] : [0, size, 0], dir: up === "z" ? [0, 0, -1] : [0, -1, 0] }),
    element("geom", {
      ...{ name: "floor", type: "plane", size: [0, 0, size / 20], rgba: "0.8 0.82 0.85 1" },
      zaxis: up === "y" ? [0, 1, 0] : undefined,
    }),
  ];
  const motors = machine.motors.flatMap((joint) =>
    listJointNames(joint).map((name) => element("motor", { name, joint: name })),
  );
  return `${element("mujoco", { model: machine.name }, [
    element("compiler", { angle: "radian" }),
    element("option", { timestep, gravity: up === "z" ? [0, 0, -GRAVITY] : [0, -GRAVITY, 0] }),
    ...(assets.length > 0 ? [element("asset", {}, assets)] : []),
    element("worldbody", {}, [...(floor ? scenery : []), ...bodies]),
    ...(motors.length > 0 ? [element("actuator", {}, motors)] : []),
  ])}\n`;
}

/** What every body needs to be written. */
interface Context {
  meshes: readonly { name: string; mesh: Mesh }[];
  turn: Quaternion;
  timestep: number;
}

function writeBody(link: MachineLink, context: Context): string {
  const { body, parent, joint } = link;
  const { mass, tensor } = body.inertia;
  const isDiagonal = tensor.slice(3).every((entry) => entry === 0);
  const { position: pos, orientation: quat } = findPose(parent?.body ?? turnBack(context.turn), body);
  return element("body", { name: body.name, pos, quat }, [
    element("inertial", {
      ...{ pos: [0, 0, 0], mass },
      ...(isDiagonal ? { diaginertia: tensor.slice(0, 3) } : { fullinertia: tensor }),
    }),
    ...(joint ? writeJoints(joint) : [element("freejoint", { name: `${body.name} free` })]),
    ...link.shapes.map((shape) => writeGeom(shape, context)),
    ...link.children.map((child) => writeBody(child, context)),
  ]);
}

function writeJoints(joint: Pair): string[] {
  const names = listJointNames(joint);
  return joint.motions.map((motion, i) => {
    const common = { name: names[i], type: findType(joint, motion), pos: joint.pointB };
    if (motion.kind === "ball") return element("joint", { ...common, damping: motion.damping || undefined });
    const { damping, stiffness, rest } = motion.bond;
    return element("joint", {
      ...common,
      axis: rotateBack(joint.rest, motion.axis),
      damping: damping || undefined,
      stiffness: stiffness || undefined,
      springref: stiffness ? rest : undefined,
    });
  });
}

function findType(joint: Pair, { kind }: Motion): string {
  if (kind === "rotate") return "hinge";
  if (kind === "slide" || kind === "ball") return kind;
  throw new ModelError(`${OWNER}: ${joint.label} is a screw, which MJCF has not; replace it by a hinge or a slide`);
}

const listJointNames = ({ name, motions }: Pair): string[] =>
  motions.map((motion) => (motions.length === 1 ? name : `${name} ${motion.name}`));

function writeGeom(shape: Shape, { meshes, timestep }: Context): string {
  const { mesh, position, orientation, color, opacity, collides, friction } = shape;
  return element("geom", {
    type: "mesh",
    mesh: meshes.find((known) => known.mesh.equals(mesh))?.name,
    pos: position,
    quat: orientation,
    rgba: [...color, opacity],
    // Of no type, so that the bodies of the machine, neighbouring rollers above all, do not touch each other.
    contype: 0,
    conaffinity: collides ? 1 : 0,
    // What is said here counts, whatever the other one says.
    ...(collides && { priority: 1, solref: [STIFFNESS * timestep, 1] }),
    ...(collides && friction !== undefined && { friction: [friction, 0, 0] }),
  });
}
