import { checkOptions, type Quaternion } from "../math/index.ts";
import { calcNormals, type Shape } from "../shape/index.ts";
import type { Trajectory } from "../trajectory/Trajectory.ts";
import { findPose, type Pose } from "./findPose.ts";
import { GLTFBuffer, packGLB, toBase64 } from "./GLTFBuffer.ts";
import { checkMachine, type Machine, type MachineLink } from "./Machine.ts";
import { sampleMotion } from "./sampleMotion.ts";
import { findTurn, type UpAxis } from "./upright.ts";

export interface GLTFOptions {
  /** A run of the system that the bodies are in: its motion becomes an animation. */
  run?: Trajectory;
  /** Distance of the samples of the motion, s. Default: 1/30, and less if a body turns faster than 60° in that time. */
  every?: number;
  /** Which axis points up in the file. Default: `"y"`, as glTF has it. */
  up?: UpAxis;
}

/** A machine as a .glb file (glTF 2.0, binary), with the motion of a run as an animation. */
export function writeGLB(machine: Machine, options: GLTFOptions = {}): Uint8Array {
  const { json, binary } = createGLTF("writeGLB", machine, options);
  return packGLB({ ...json, buffers: [{ byteLength: binary.length }] }, binary);
}

/** The same as text: a .gltf file that holds its bytes itself. */
export function writeGLTF(machine: Machine, options: GLTFOptions = {}): string {
  const { json, binary } = createGLTF("writeGLTF", machine, options);
  const uri = `data:application/octet-stream;base64,${toBase64(binary)}`;
  return `${JSON.stringify({ ...json, buffers: [{ byteLength: binary.length, uri }] })}\n`;
}

/**
 * The nodes of a file: a root that stands upright, one for each body in what it hangs on, one for each shape. What hangs on
 * a hinge so stays on it between the samples of a motion, too.
 */
interface Node {
  name: string;
  translation?: number[];
  /** The scalar comes last in glTF. */
  rotation?: number[];
  mesh?: number;
  children?: number[];
}

const writePose = ({ position, orientation }: Pose) => ({
  translation: [...position],
  rotation: toScalarLast(orientation),
});

const toScalarLast = ([w, x, y, z]: Quaternion): number[] => [x, y, z, w];

function createGLTF(owner: string, machine: Machine, options: GLTFOptions) {
  checkMachine(owner, machine);
  checkOptions(owner, options, ["run", "every", "up"]);
  const buffer = new GLTFBuffer(owner);
  const materials = new Materials();
  const turn = findTurn(owner, machine, options.up ?? "y");
  const meshes = machine.listMeshes().map(({ name, mesh }) => ({ name, mesh, primitive: addMesh(buffer, mesh) }));
  const gltfMeshes: { name: string; primitives: object[] }[] = [];
  const painted = new Map<string, number>();
  /** A mesh in one colour and opacity. */
  const findMesh = ({ mesh, color, opacity }: Shape): number => {
    const known = meshes.findIndex((entry) => entry.mesh.equals(mesh));
    const key = `${known} ${color.join()} ${opacity}`;
    let index = painted.get(key);
    if (index === undefined) {
      const { name, primitive } = meshes[known];
      index = gltfMeshes.push({ name, primitives: [{ ...primitive, material: materials.find(color, opacity) }] }) - 1;
      painted.set(key, index);
    }
    return index;
  };
  const root: Node = { name: machine.name, rotation: toScalarLast(turn) };
  const nodes: Node[] = [root];
  const addNode = (parent: Node, node: Node): Node => {
    nodes.push(node);
    parent.children = [...(parent.children ?? []), nodes.length - 1];
    return node;
  };
  const found = new Map<MachineLink, Node>();
  for (const link of machine.links) {
    const { body, parent, shapes } = link;
    const pose = writePose(parent ? findPose(parent.body, body) : body);
    const node = addNode((parent && found.get(parent)) ?? root, { name: body.name, ...pose });
    found.set(link, node);
    for (const shape of shapes) {
      addNode(node, { name: `${body.name} ${shape.name}`, ...writePose(shape), mesh: findMesh(shape) });
    }
  }
  const bodies = machine.links.map((link) => nodes.indexOf(found.get(link) as Node));
  const { run, every } = options;
  const animations = run === undefined ? undefined : [addMotion(owner, buffer, machine, run, bodies, every)];
  const json = {
    asset: { version: "2.0", generator: "multibond" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    ...(gltfMeshes.length > 0 && { meshes: gltfMeshes, materials: materials.list }),
    ...(animations && { animations }),
    accessors: buffer.accessors,
    bufferViews: buffer.bufferViews,
  };
  return { json, binary: buffer.toBytes() };
}

function addMesh(buffer: GLTFBuffer, mesh: Shape["mesh"]) {
  const { positions, normals, triangles } = calcNormals(mesh);
  return {
    attributes: {
      POSITION: buffer.addFloats(positions, "VEC3", "vertices"),
      NORMAL: buffer.addFloats(normals, "VEC3", "vertices"),
    },
    indices: buffer.addIndices(triangles),
  };
}

function addMotion(
  owner: string,
  buffer: GLTFBuffer,
  machine: Machine,
  run: Trajectory,
  nodes: readonly number[],
  every: number | undefined,
) {
  const { times, bodies } = sampleMotion(owner, run, machine.links, every);
  const input = buffer.addFloats(times, "SCALAR");
  const samplers: { input: number; output: number; interpolation: "LINEAR" }[] = [];
  const channels: { sampler: number; target: { node: number; path: string } }[] = [];
  const add = (node: number, path: string, output: number) => {
    const sampler = samplers.push({ input, output, interpolation: "LINEAR" }) - 1;
    channels.push({ sampler, target: { node, path } });
  };
  bodies.forEach(({ positions, orientations }, i) => {
    if (isMoving(positions)) add(nodes[i], "translation", buffer.addFloats(positions, "VEC3"));
    const scalarLast = orientations.map((_, k) => orientations[k % 4 === 3 ? k - 3 : k + 1]);
    add(nodes[i], "rotation", buffer.addFloats(scalarLast, "VEC4"));
  });
  return { name: "motion", samplers, channels };
}

/** Whether places differ by more than rounding: on a hinge they do not. */
function isMoving(positions: Float64Array): boolean {
  const size = positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return positions.some((x, i) => Math.abs(x - positions[i % 3]) > 1e-9 * size);
}

/** Materials by their colours. */
class Materials {
  readonly list: object[] = [];
  private readonly indices = new Map<string, number>();

  find(color: readonly number[], opacity: number): number {
    const key = opacity < 1 ? `${color.join()} ${opacity}` : color.join();
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    // Colours are given as screens have them (sRGB); glTF wants them linear.
    const linear = color.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    const pbrMetallicRoughness = { baseColorFactor: [...linear, opacity], metallicFactor: 0.1, roughnessFactor: 0.6 };
    const index =
      this.list.push({ name: `color ${key}`, pbrMetallicRoughness, ...(opacity < 1 && { alphaMode: "BLEND" }) }) - 1;
    this.indices.set(key, index);
    return index;
  }
}
