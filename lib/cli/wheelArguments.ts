import path from "node:path";
import type { OmniWheelOptions } from "../omniwheel/index.ts";
import { Inertia } from "../rigidbody/index.ts";
import { UsageError } from "./Command.ts";
import { LIMITS, type Limits, readCount, readInclination, readNumber } from "./numbers.ts";
import { checkEnding, unknown } from "./options.ts";

export const WHEEL_COMMAND_OPTIONS = {
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

type Values = { [K in keyof typeof WHEEL_COMMAND_OPTIONS]?: K extends "text" ? boolean : string };

/** Which options belong to which formats; the others belong to all. */
const OF_FORMATS = {
  mass: [".glb", ".gltf", ".urdf", ".xml"],
  density: [".glb", ".gltf", ".urdf", ".xml"],
  friction: [".glb", ".gltf", ".xml"],
  part: [".stl", ".obj"],
  scale: [".stl", ".obj"],
  text: [".stl"],
  up: [".glb", ".gltf", ".urdf", ".xml"],
  prefix: [".urdf"],
  mount: [".xml"],
  time: [".glb", ".gltf"],
} satisfies Partial<Record<keyof Values, readonly string[]>>;

/** What a picture shows of these is the motion only. */
const OF_MOTION = ["mass", "density", "friction"] as const;

const FORMATS = [".stl", ".obj", ".glb", ".gltf", ".urdf", ".xml"] as const;
type Format = (typeof FORMATS)[number];

/** Of what only the wheel's command asks for: lengths in metres, masses in kilograms. */
const OWN_LIMITS = {
  radius: [1e-4, 100],
  rows: [1, 2],
  deviation: [1e-6, 0.1],
  mass: [1e-6, 1e6],
  density: [1e-3, 1e6],
  friction: [0, 100],
  scale: [1e-6, 1e6],
} as const satisfies Record<string, Limits>;

/** What a call asks for. */
export interface WheelCall {
  file: string;
  format: Format;
  name: string;
  options: OmniWheelOptions;
  deviation: number;
  part: "wheel" | "roller";
  scale: number;
  isText: boolean;
  up: { up?: "y" | "z" };
  prefix: string;
  mount: "upright" | "free";
  /** Of the motion, s; undefined for none. */
  time: number | undefined;
}

export function readWheelCall(values: Values): WheelCall {
  const format = readFormat(values);
  const file = values.out as string;
  const own = (name: keyof typeof OWN_LIMITS, otherwise: number) =>
    readNumber(name, values[name], otherwise, OWN_LIMITS[name]);
  return {
    ...{ file, format, options: readOptions(values, own) },
    // Names of bodies have no dots, quotes or blanks.
    name: path.parse(file).name.replace(/[".\s]+/g, "_"),
    deviation: own("deviation", 1e-4),
    part: readChoice(values, "part", ["wheel", "roller"]),
    scale: own("scale", 1),
    isText: values.text ?? false,
    up: values.up === undefined ? {} : { up: readChoice(values, "up", ["y", "z"] as const) },
    prefix: values.prefix ?? "",
    mount: readChoice(values, "mount", ["upright", "free"]),
    time: values.time === undefined ? undefined : readNumber("time", values.time, 2, LIMITS.time),
  };
}

function readOptions(
  values: Values,
  own: (name: keyof typeof OWN_LIMITS, otherwise: number) => number,
): OmniWheelOptions {
  const radius = own("radius", 0.05);
  const distance = values["roller-distance"];
  return {
    radius,
    rollers: readCount("rollers", values.rollers, 12, LIMITS.rollers),
    psi: (readInclination(values.psi ?? "0", "45") * Math.PI) / 180,
    rows: readCount("rows", values.rows, 1, OWN_LIMITS.rows) as 1 | 2,
    friction: own("friction", 0.8),
    density: own("density", 1100),
    ...(distance !== undefined && {
      rollerDistance: readNumber("roller-distance", distance, 0.04, OWN_LIMITS.radius),
    }),
    // As a solid cylinder of two thirds of the radius.
    disc: Inertia.cylinder({ mass: own("mass", 0.5), radius: (2 / 3) * radius, length: 0.5 * radius, axis: "z" }),
  };
}

function readFormat(values: Values): Format {
  const { out } = values;
  if (out === undefined) throw new UsageError(`--out is missing; give a file such as --out wheel.stl`);
  const ending = path.extname(out).toLowerCase();
  if (!(FORMATS as readonly string[]).includes(ending)) {
    throw new UsageError(`--out is "${out}"; its ending says the format: give one of ${FORMATS.join(", ")}`);
  }
  checkEnding(values, ending, OF_FORMATS);
  if (values.part === "roller" && values.rows !== undefined) {
    throw new UsageError("--rows does not go with --part roller: a roller is the same in one row or two");
  }
  for (const name of OF_MOTION) {
    if (values[name] === undefined || values.time !== undefined || !OF_FORMATS.time.includes(ending)) continue;
    throw new UsageError(`--${name} changes nothing in ${ending} but the motion; give --time SECONDS, too`);
  }
  return ending as Format;
}

function readChoice<T extends string>(values: Values, name: Exclude<keyof Values, "text">, choices: readonly T[]): T {
  const text = values[name] ?? choices[0];
  if (!(choices as readonly string[]).includes(text)) throw new UsageError(unknown(`--${name}`, text, choices));
  return text as T;
}
