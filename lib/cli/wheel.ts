import fs from "node:fs";
import path from "node:path";
import { Inertia, type Trajectory } from "../index.ts";
import { checkPositive } from "../math/index.ts";
import {
  createRollerMesh,
  createWheelMesh,
  describeWheel,
  OmniWheel,
  type OmniWheelOptions,
  UprightMount,
} from "../omniwheel/index.ts";
import { writeOBJ, writeSTL, writeTextSTL } from "../shape/index.ts";
import { Machine, writeGLB, writeGLTF, writeMJCF, writeURDF } from "../system/exchange/index.ts";
import { System } from "../system/index.ts";
import { type Command, UsageError } from "./Command.ts";
import { parseOptions, unknown } from "./options.ts";
import { explainRefusal } from "./testbenchArguments.ts";

const OPTIONS = {
  rollers: { type: "string" },
  psi: { type: "string" },
  radius: { type: "string" },
  "roller-distance": { type: "string" },
  rows: { type: "string" },
  deviation: { type: "string" },
  mass: { type: "string" },
  density: { type: "string" },
  friction: { type: "string" },
  part: { type: "string" },
  text: { type: "boolean" },
  scale: { type: "string" },
  up: { type: "string" },
  prefix: { type: "string" },
  mount: { type: "string" },
  time: { type: "string" },
  out: { type: "string" },
} as const;

type Values = { [K in keyof typeof OPTIONS]?: K extends "text" ? boolean : string };

/** Which options belong to which formats; the others belong to all. */
const OF_FORMATS: Partial<Record<keyof Values, readonly string[]>> = {
  part: [".stl", ".obj"],
  scale: [".stl", ".obj"],
  text: [".stl"],
  up: [".glb", ".gltf", ".urdf", ".xml"],
  prefix: [".urdf"],
  mount: [".xml"],
  time: [".glb", ".gltf"],
};

const FORMATS = [".stl", ".obj", ".glb", ".gltf", ".urdf", ".xml"] as const;
type Format = (typeof FORMATS)[number];

export const wheel: Command = {
  name: "wheel",
  summary: "an omni or mecanum wheel with its true rollers, as a file for other programs",
  help: `Usage: multibond wheel --out FILE [options]

Writes a wheel whose rollers have their true shape. The ending of FILE says what: .stl or .obj (meshes), .glb or .gltf
(glTF 2.0), .urdf (and STL files beside it) or .xml (MJCF, for MuJoCo). Lengths are in metres; the axle is z of the wheel.

Options:
  --rollers N          number of rollers (default: 12)
  --psi DEGREES        inclination, either sign: 0 for an omni wheel, 45 for a mecanum wheel (default: 0)
  --radius R           of the wheel, m (default: 0.05)
  --roller-distance D  from the wheel's centre to those of the rollers, m (default: 0.95 R cos(π/n))
  --rows 1|2           rows of rollers (default: 1)
  --deviation D        of the meshes from the true surface, in radii (default: 1e-4)
  --out FILE           where to write

For .stl and .obj:
  --part wheel|roller  the whole wheel, or one roller about its axis x (default: wheel)
  --scale K            1000 for millimetres (default: 1)
  --text               STL as text instead of bytes

For the other formats:
  --mass M             of the disc, kg (default: 0.5)
  --density D          of the rollers, kg/m³ (default: 1100)
  --friction MU        coefficient of friction (default: 0.8)
  --up y|z             the axis that points up (default: z in .urdf and .xml, y in glTF)
  --prefix TEXT        in .urdf: before the names of meshes, such as package://robot/meshes/
  --mount free|upright in .xml: whether the wheel is free, or held upright and on its heading (default: upright)
  --time SECONDS       in glTF: simulates the wheel rolling for so long, and writes its motion
  -h, --help           this text
`,
  async run(args, { out, err }) {
    const { values } = parseOptions(args, OPTIONS);
    const format = readFormat(values);
    const { files, notes } = await explainRefusal(async () => createFiles(values, format));
    for (const note of notes) err.write(`note: ${note}\n`);
    for (const [file, content] of files) {
      writeFile(file, content);
      out.write(`wrote ${file} (${formatSize(content.length)})\n`);
    }
    return 0;
  },
};

function readFormat(values: Values): Format {
  const { out } = values;
  if (out === undefined) throw new UsageError(`--out is missing; give a file such as --out wheel.stl`);
  const ending = path.extname(out).toLowerCase();
  if (!(FORMATS as readonly string[]).includes(ending)) {
    throw new UsageError(`--out is "${out}"; its ending says the format: give one of ${FORMATS.join(", ")}`);
  }
  for (const [name, formats] of Object.entries(OF_FORMATS)) {
    if (values[name as keyof Values] === undefined || formats?.includes(ending)) continue;
    throw new UsageError(`--${name} does not go with ${ending}; it belongs to ${formats?.join(", ")}`);
  }
  return ending as Format;
}

function readNumber(values: Values, name: Exclude<keyof Values, "text">, otherwise: number): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new UsageError(`--${name} is "${text}"; give a number such as ${otherwise}`);
}

function readChoice<T extends string>(values: Values, name: Exclude<keyof Values, "text">, choices: readonly T[]): T {
  const text = values[name] ?? choices[0];
  if (!(choices as readonly string[]).includes(text)) throw new UsageError(unknown(`--${name}`, text, choices));
  return text as T;
}

function createWheel(values: Values, system: System): OmniWheel {
  const psi = readNumber(values, "psi", 0);
  if (Math.abs(psi) >= 90)
    throw new UsageError(`--psi is "${values.psi}"; give degrees between -90 and 90, such as 45`);
  const radius = checkPositive("multibond wheel", "--radius", readNumber(values, "radius", 0.05));
  const rollers = readNumber(values, "rollers", 12);
  const friction = readNumber(values, "friction", 0.8);
  const rows = readNumber(values, "rows", 1) as 1 | 2;
  const distance = values["roller-distance"] === undefined ? undefined : readNumber(values, "roller-distance", radius);
  const mass = checkPositive("multibond wheel", "--mass", readNumber(values, "mass", 0.5));
  const options: OmniWheelOptions = {
    ...{ radius, rollers, friction, rows, psi: (psi * Math.PI) / 180, density: readNumber(values, "density", 1100) },
    ...(distance !== undefined && { rollerDistance: distance }),
    // As a solid cylinder of two thirds of the radius.
    disc: Inertia.cylinder({ mass, radius: (2 / 3) * radius, length: 0.5 * radius, axis: "z" }),
  };
  const name = path.parse(values.out as string).name.replace(/[".\s]+/g, "_");
  return new OmniWheel(name, system.ground, options).addTo(system);
}

type Files = [file: string, content: string | Uint8Array][];

function createFiles(values: Values, format: Format): { files: Files; notes: readonly string[] } {
  const system = new System();
  const wheel = createWheel(values, system);
  return { files: listFiles(values, format, system, wheel), notes: wheel.notes };
}

function listFiles(values: Values, format: Format, system: System, wheel: OmniWheel): Files {
  const file = values.out as string;
  const { geometry, name } = wheel;
  const mesh = { deviation: readNumber(values, "deviation", 1e-4) };
  const up = values.up === undefined ? {} : { up: readChoice(values, "up", ["y", "z"]) };
  if (format === ".stl" || format === ".obj") {
    const part = readChoice(values, "part", ["wheel", "roller"]);
    const scale = readNumber(values, "scale", 1);
    const whole = (part === "roller" ? createRollerMesh(geometry, mesh) : createWheelMesh(geometry, mesh)).place({
      scale,
    });
    if (format === ".obj") return [[file, writeOBJ(whole, part)]];
    return [[file, values.text ? writeTextSTL(whole, part) : writeSTL(whole)]];
  }
  const { parts, joints } = describeWheel(wheel, mesh);
  if (format === ".xml") {
    const isHeld = readChoice(values, "mount", ["upright", "free"]) === "upright";
    const mount = isHeld ? [new UprightMount("mount", system.ground, wheel)] : [];
    return [[file, writeMJCF(new Machine(name, { parts, joints: [...mount, ...joints] }), up)]];
  }
  const machine = new Machine(name, { parts, joints });
  if (format === ".urdf") {
    const { text, meshes } = writeURDF(machine, { ...up, prefix: values.prefix ?? "" });
    const folder = path.dirname(file);
    return [
      [file, text],
      ...[...meshes].map(([name, bytes]) => [path.join(folder, name), bytes] as [string, Uint8Array]),
    ];
  }
  const options = {
    ...up,
    ...(values.time !== undefined && { run: roll(system, wheel, readNumber(values, "time", 2)) }),
  };
  return [[file, format === ".glb" ? writeGLB(machine, options) : writeGLTF(machine, options)]];
}

/** Forwards at a turn in two seconds, and half as fast sideways. */
function roll(system: System, wheel: OmniWheel, time: number): Trajectory {
  checkPositive("multibond wheel", "--time", time);
  const { radius } = wheel.geometry;
  const rate = Math.PI;
  const velocity = [rate * radius, 0, 0.5 * rate * radius] as const;
  system.add(new UprightMount("mount", system.ground, wheel, { velocity, rate: -rate }));
  return system.simulateSync({ until: time, tolerance: 1e-6 });
}

function writeFile(file: string, content: string | Uint8Array): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  } catch (cause) {
    throw new UsageError(`cannot write ${file} (${(cause as Error).message}); choose another: --out FILE`, { cause });
  }
}

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
