import path from "node:path";
import { Machine, writeGLB, writeGLTF, writeMJCF, writeURDF } from "../exchange/index.ts";
import {
  createRollerMesh,
  createWheelMesh,
  describeWheel,
  OmniWheel,
  UprightMount,
  type WheelMeshOptions,
} from "../omniwheel/index.ts";
import { writeOBJ, writeSTL, writeTextSTL } from "../shape/index.ts";
import { System, type Trajectory } from "../system/index.ts";
import { type Command, UsageError } from "./Command.ts";
import { explainRefusal } from "./explainRefusal.ts";
import { type FileContent, OutputFiles } from "./OutputFiles.ts";
import { parseOptions } from "./options.ts";
import { ProgressBar } from "./progressBar.ts";
import { readWheelCall, WHEEL_COMMAND_OPTIONS, type WheelCall } from "./wheelArguments.ts";

export const wheel: Command = {
  name: "wheel",
  summary: "an omni or mecanum wheel with its true rollers, as a file for other programs",
  help: `Usage: multibond wheel --out FILE [options]

Writes a wheel whose rollers have their true shape. The ending of FILE says what: .stl or .obj (meshes), .glb or .gltf
(glTF 2.0), .urdf (and STL files beside it) or .xml (MJCF, for MuJoCo). Lengths are in metres; the axle is z of the wheel.

Options:
  --rollers N          number of rollers, 3 to 200 (default: 12)
  --psi DEGREES        inclination, either sign: 0 for an omni wheel, 45 for a mecanum wheel (default: 0)
  --radius R           of the wheel, m (default: 0.05)
  --roller-distance D  from the wheel's centre to those of the rollers, m (default: 0.95 R cos(π/n))
  --rows 1|2           rows of rollers (default: 1)
  --deviation D        of the meshes from the true surface, in radii, 1e-6 to 0.1 (default: 1e-4)
  --out FILE           where to write

For .stl and .obj:
  --part wheel|roller  the whole wheel, or one roller about its axis x (default: wheel)
  --scale K            1000 for millimetres (default: 1)
  --text               STL as text instead of bytes

For the other formats; the first three in glTF (.glb and .gltf) with --time only:
  --mass M             of the disc, kg (default: 0.5)
  --density D          of the rollers, kg/m³ (default: 1100)
  --friction MU        coefficient of friction; not in .urdf, which has none (default: 0.8)
  --up y|z             the axis that points up (default: z in .urdf and .xml, y in glTF)
  --prefix TEXT        in .urdf: before the names of meshes, such as package://robot/meshes/
  --mount free|upright in .xml: whether the wheel is free, or held upright and on its heading (default: upright)
  --time SECONDS       in glTF: simulates the wheel rolling for so long, at most 1000, and writes its motion
  -h, --help           this text
`,
  async run(args, { out, err }) {
    const { values } = parseOptions(args, WHEEL_COMMAND_OPTIONS);
    const call = readWheelCall(values);
    const output = new OutputFiles("--out FILE", [call.file]);
    const { files, notes } = await explainRefusal(() => createFiles(call, new ProgressBar(err)));
    for (const note of notes) err.write(`note: ${note}\n`);
    output.write(files);
    for (const [file, content] of files) out.write(`wrote ${file} (${formatSize(content.length)})\n`);
    return 0;
  },
};

type Files = (readonly [file: string, content: FileContent])[];

async function createFiles(call: WheelCall, bar: ProgressBar): Promise<{ files: Files; notes: readonly string[] }> {
  const system = new System();
  const wheel = new OmniWheel(call.name, system.ground, call.options).addTo(system);
  return { files: await listFiles(call, system, wheel, bar), notes: wheel.notes };
}

async function listFiles(call: WheelCall, system: System, wheel: OmniWheel, bar: ProgressBar): Promise<Files> {
  const { file, format, part, up } = call;
  const { geometry, name } = wheel;
  const mesh = { deviation: call.deviation };
  const isMesh = format === ".stl" || format === ".obj";
  checkSize(wheel, mesh, isMesh && part === "wheel" ? geometry.count : 1);
  if (isMesh) {
    const whole = (part === "roller" ? createRollerMesh : createWheelMesh)(geometry, mesh).place({ scale: call.scale });
    if (format === ".obj") return [[file, writeOBJ(whole, part)]];
    return [[file, call.isText ? writeTextSTL(whole, part) : writeSTL(whole)]];
  }
  const { parts, joints } = describeWheel(wheel, mesh);
  if (format === ".xml") {
    const mount = call.mount === "upright" ? [new UprightMount("mount", system.ground, wheel)] : [];
    return [[file, writeMJCF(new Machine(name, { parts, joints: [...mount, ...joints] }), up)]];
  }
  const machine = new Machine(name, { parts, joints });
  if (format === ".urdf") {
    const { text, meshes } = writeURDF(machine, { ...up, prefix: call.prefix });
    const folder = path.dirname(file);
    return [[file, text], ...[...meshes].map(([name, bytes]) => [path.join(folder, name), bytes] as const)];
  }
  const options = { ...up, ...(call.time !== undefined && { run: await roll(system, wheel, call.time, bar) }) };
  return [[file, format === ".glb" ? writeGLB(machine, options) : writeGLTF(machine, options)]];
}

/** What programs still open, and what a text can hold. */
const MOST_TRIANGLES = 1e6;

function checkSize({ geometry }: OmniWheel, mesh: WheelMeshOptions, copies: number): void {
  const count = copies * createRollerMesh(geometry, mesh).triangleCount;
  if (count <= MOST_TRIANGLES) return;
  throw new UsageError(
    `the rollers would have ${count} triangles, more than ${MOST_TRIANGLES}; give a larger --deviation than ${mesh.deviation}`,
  );
}

/** Forwards at a turn in two seconds, and half as fast sideways. */
async function roll(system: System, wheel: OmniWheel, until: number, bar: ProgressBar): Promise<Trajectory> {
  const { radius } = wheel.geometry;
  const rate = Math.PI;
  const velocity = [rate * radius, 0, 0.5 * rate * radius] as const;
  system.add(new UprightMount("mount", system.ground, wheel, { velocity, rate: -rate }));
  const run = await system.simulate({
    ...{ until, tolerance: 1e-6 },
    progress: (_, time) => bar.update({ time, start: 0, end: until }),
  });
  bar.clear();
  return run;
}

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
