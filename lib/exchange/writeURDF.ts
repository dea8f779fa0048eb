import type { Pair } from "../constraints/index.ts";
import {
  add,
  checkChoice,
  checkOptions,
  checkText,
  ModelError,
  matrixFromQuaternion,
  multiply,
  rotate,
  rotateBack,
  subtract,
  transpose,
  type Vector3,
} from "../math/index.ts";
import { type Mesh, type Shape, writeSTL } from "../shape/index.ts";
import { checkMachine, type Machine, type MachineLink } from "./Machine.ts";
import { findTurn, type UpAxis } from "./upright.ts";
import { element } from "./xml.ts";

export interface URDFOptions {
  /** Which axis of the base link points up. Default: `"z"`, as ROS has it. */
  up?: UpAxis;
  /** What stands before the names of mesh files, such as `"package://robot/meshes/"`. Default: nothing. */
  prefix?: string;
  /** The root of the tree: a link without mass at the origin of the model. Default: `"base_link"`. */
  base?: string;
  /** How bodies that hang on nothing hang on the base. Default: `"fixed"`; `"floating"` for programs that hold the base. */
  root?: "fixed" | "floating";
}

/** A URDF file and the meshes it names. */
export interface URDF {
  text: string;
  /** The bytes of the STL files by their names. */
  meshes: Map<string, Uint8Array>;
  /** What URDF cannot say of the joints, one sentence each, beside the notes of the machine: springs. */
  notes: readonly string[];
}

const OWNER = "writeURDF";

/** What has to be given for a slide, and means no limit. */
const FAR = { lower: -1000, upper: 1000, effort: 1e6, velocity: 1e6 };

/**
 * A machine for ROS and everything that reads URDF. The frame of a link is where its joint is, in the axes of the body;
 * blanks in names become underscores.
 */
export function writeURDF(machine: Machine, options: URDFOptions = {}): URDF {
  checkMachine(OWNER, machine);
  checkOptions(OWNER, options, ["up", "prefix", "base", "root"]);
  const { up = "z" } = options;
  const prefix = checkText(OWNER, "prefix", options.prefix ?? "");
  const root = checkChoice(OWNER, "root", options.root ?? "fixed", ["fixed", "floating"]);
  const base = toName(checkText(OWNER, "base", options.base ?? "base_link"));
  if (base === "") throw new ModelError(`${OWNER}: base is blank; give a name such as "base_link"`);
  const turn = matrixFromQuaternion(findTurn(OWNER, machine, up));
  const names = new Names(base, machine);
  const meshes = listFiles(machine);
  const writeShape = (shape: Shape, from: Vector3): string[] => {
    const file = meshes.find(({ mesh }) => mesh.equals(shape.mesh))?.file;
    const origin = writeOrigin(subtract(shape.position, from), matrixFromQuaternion(shape.orientation));
    const geometry = element("geometry", {}, [element("mesh", { filename: `${prefix}${file}` })]);
    const rgba = [...shape.color, shape.opacity];
    const color = element("color", { rgba });
    const material = element("material", { name: `color ${(shape.opacity < 1 ? rgba : shape.color).join(" ")}` }, [
      color,
    ]);
    const collision = shape.collides ? [element("collision", {}, [origin, geometry])] : [];
    return [element("visual", {}, [origin, geometry, material]), ...collision];
  };
  const parts = machine.links.flatMap((link) => [
    element("link", { name: names.of(link) }, [
      writeInertial(link),
      ...link.shapes.flatMap((shape) => writeShape(shape, getOrigin(link))),
    ]),
    writeJoint(link, names, turn, root),
  ]);
  const text = element("robot", { name: machine.name }, [element("link", { name: base }), ...parts]);
  return {
    text: `<?xml version="1.0"?>\n${text}\n`,
    meshes: new Map(meshes.map(({ file, mesh }) => [file, writeSTL(mesh)])),
    notes: listSprings(machine),
  };
}

const toName = (name: string): string => name.trim().replace(/[\s\p{Cc}]+/gu, "_");

/** A name of a file in the folder of the others: no way out of it, nothing that nobody sees. */
const toFileName = (name: string): string => toName(name).replace(/[\\/\p{Cc}\p{Cs}]+/gu, "_");

/** The meshes with the names of their files: each different, and all in one folder. */
function listFiles(machine: Machine): { file: string; mesh: Mesh }[] {
  const taken = new Set<string>();
  return machine.listMeshes().map(({ name, mesh }) => {
    const stem = toFileName(name);
    let free = stem;
    // Some file systems do not tell capitals from small letters.
    for (let i = 2; taken.has(free.toLowerCase()); i++) free = `${stem}_${i}`;
    taken.add(free.toLowerCase());
    return { file: `${free}.stl`, mesh };
  });
}

function listSprings({ links }: Machine): string[] {
  return links.flatMap(({ joint }) => {
    const hasSpring = joint?.motions.some((motion) => motion.kind !== "ball" && motion.bond.stiffness > 0);
    return hasSpring ? [`${joint?.label}: its spring is not written, which URDF has not; write MJCF to keep it`] : [];
  });
}

/** Names of links and joints, without blanks, each different. */
class Names {
  readonly base: string;
  private readonly names = new Map<MachineLink, string>();

  constructor(base: string, { links }: Machine) {
    this.base = base;
    const taken = new Set([base]);
    for (const link of links) {
      const name = toName(link.body.name);
      if (taken.has(name)) {
        throw new ModelError(
          `${OWNER}: "${link.body.name}" would be a second link "${name}"; rename the body${name === base ? ", or give another base" : ""}`,
        );
      }
      taken.add(name);
      this.names.set(link, name);
    }
    const joints = links.map((link) => toName(link.joint?.name ?? `${link.body.name}_to_${base}`));
    const twice = joints.find((name, i) => joints.indexOf(name) !== i);
    if (twice !== undefined)
      throw new ModelError(`${OWNER}: two joints would be called "${twice}"; rename one of them`);
  }

  of(link: MachineLink): string {
    return this.names.get(link) as string;
  }
}

/** The origin of a link's frame in the axes of its body, from the centre of mass: the point of its joint. */
const getOrigin = ({ joint }: MachineLink): Vector3 => joint?.pointB ?? [0, 0, 0];

function writeInertial(link: MachineLink): string {
  const { mass, tensor } = link.body.inertia;
  const [ixx, iyy, izz, ixy, ixz, iyz] = tensor;
  return element("inertial", {}, [
    element("origin", { xyz: subtract([0, 0, 0], getOrigin(link)), rpy: [0, 0, 0] }),
    element("mass", { value: mass }),
    element("inertia", { ixx, ixy, ixz, iyy, iyz, izz }),
  ]);
}

function writeJoint(link: MachineLink, names: Names, turn: readonly number[], root: string): string {
  const { joint, parent, body } = link;
  const at = (joint && parent ? joint.pointA : undefined) ?? [0, 0, 0];
  const ends = (from: string) => [element("parent", { link: from }), element("child", { link: names.of(link) })];
  if (!parent) {
    // From the base, which is where the world's origin is, upright.
    const point = joint ? add(body.referencePose.r, rotate(body.referencePose.T, joint.pointB)) : body.referencePose.r;
    const origin = writeOrigin(rotate(turn, point), multiply(turn, body.referencePose.T));
    const [type, more] = joint ? describeMotion(joint) : [root, []];
    const name = joint ? toName(joint.name) : `${names.of(link)}_to_${names.base}`;
    return element("joint", { name, type }, [origin, ...ends(names.base), ...more]);
  }
  const [type, more] = describeMotion(joint as Pair);
  const origin = writeOrigin(
    subtract(at, getOrigin(parent)),
    multiply(transpose(parent.body.referencePose.T), body.referencePose.T),
  );
  return element("joint", { name: toName((joint as Pair).name), type }, [origin, ...ends(names.of(parent)), ...more]);
}

function describeMotion(joint: Pair): [type: string, elements: string[]] {
  const { motions, label } = joint;
  if (motions.length === 0) return ["fixed", []];
  const [motion] = motions;
  if (motions.length > 1 || motion.kind === "ball" || motion.kind === "screw") {
    throw new ModelError(
      `${OWNER}: ${label} has more than one turn or slide, which URDF has not; ` +
        "use revolute and prismatic joints with small bodies between them, or write MJCF",
    );
  }
  const { damping } = motion.bond;
  const elements = [
    element("axis", { xyz: rotateBack(joint.rest, motion.axis) }),
    ...(motion.kind === "slide" ? [element("limit", FAR)] : []),
    ...(damping > 0 ? [element("dynamics", { damping, friction: 0 })] : []),
  ];
  return [motion.kind === "slide" ? "prismatic" : "continuous", elements];
}

/** Place and turn, the latter as angles about the fixed axes x, y, z in this order. */
function writeOrigin(position: ArrayLike<number>, T: ArrayLike<number>): string {
  const pitch = Math.atan2(-T[6], Math.hypot(T[0], T[3]));
  // With the x axis upright only the sum of roll and yaw counts.
  const isUpright = Math.hypot(T[0], T[3]) < 1e-12;
  const roll = isUpright ? 0 : Math.atan2(T[7], T[8]);
  const yaw = isUpright ? Math.atan2(-T[1], T[4]) : Math.atan2(T[3], T[0]);
  return element("origin", { xyz: position, rpy: [roll, pitch, yaw] });
}
