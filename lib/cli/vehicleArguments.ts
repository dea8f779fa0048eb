import { IdealRolling, SmoothFriction } from "../constraints/contact/index.ts";
import { mecanumLayout, ringLayout, type Twist, type VehicleOptions, type VehicleWheel } from "../omniwheel/index.ts";
import { Inertia } from "../rigidbody/index.ts";
import { UsageError } from "./Command.ts";
import { LIMITS, readCount, readNumber } from "./numbers.ts";
import { unknown } from "./options.ts";

export const VEHICLE_COMMAND_OPTIONS = {
  layout: { type: "string" },
  command: { type: "string" },
  time: { type: "string" },
  friction: { type: "string" },
  rollers: { type: "string" },
  kinematics: { type: "string" },
  tolerance: { type: "string" },
  out: { type: "string" },
  json: { type: "boolean" },
} as const;

type Values = { [K in keyof typeof VEHICLE_COMMAND_OPTIONS]?: K extends "json" ? boolean : string };

const LAYOUTS: Record<string, () => VehicleWheel[]> = {
  kiwi: () => ringLayout({ distance: 0.2 }),
  four: () => ringLayout({ distance: 0.2, count: 4, turn: Math.PI / 4 }),
  mecanum: () => mecanumLayout({ length: 0.4, width: 0.3 }),
};

/** The fastest commands: m/s, m/s, rad/s. */
const FASTEST: Readonly<Twist> = { vx: 100, vy: 100, wz: 100 };
const MOST_FRICTION = 100;

/** Where smooth friction has half of its force, m/s. */
const CREEP = 0.01;

/** Of a roller's bearing, Nms/rad: a roller in the air turns with its wheel after some hundredths of a second. */
const DAMPING = 2e-5;

/** What a call asks for. */
export interface VehicleCall {
  layout: string;
  command: Twist;
  until: number;
  friction: string;
  kinematics: "exact" | "mean";
  tolerance: number;
  folder: string;
  options: VehicleOptions;
}

export function readVehicleCall(values: Values): VehicleCall {
  const layout = values.layout ?? "mecanum";
  if (!Object.hasOwn(LAYOUTS, layout)) throw new UsageError(unknown("layout", layout, Object.keys(LAYOUTS)));
  const kinematics = values.kinematics ?? "exact";
  if (kinematics !== "exact" && kinematics !== "mean") {
    throw new UsageError(unknown("kinematics", kinematics, ["exact", "mean"]));
  }
  const command = readTwist(values.command ?? "vx=0.5");
  const friction = values.friction ?? "0.6";
  const rollers = readCount("rollers", values.rollers, 9, LIMITS.rollers);
  const options: VehicleOptions = {
    wheels: LAYOUTS[layout](),
    wheel: {
      radius: 0.05,
      // Rollers of a thickness that real wheels have; many of them have to be nearer to the rim.
      rollerDistance: Math.min(0.04, 0.0475 * Math.cos(Math.PI / rollers)),
      rollers,
      disc: Inertia.cylinder({ mass: 0.5, radius: 0.04, length: 0.04, axis: "z" }),
      friction: readFriction(friction),
      bearing: { damping: DAMPING },
    },
    platform: Inertia.box({ mass: 10, size: [0.4, 0.1, 0.3] }),
    command,
    control: { rollers: kinematics },
  };
  return {
    ...{ layout, command, friction, kinematics, options },
    until: readNumber("time", values.time, 5, LIMITS.time),
    tolerance: readNumber("tolerance", values.tolerance, 1e-5, LIMITS.tolerance),
    folder: values.out ?? "out",
  };
}

/** `vx=0.5,vy=0.2,wz=0.3`; what is left out is zero. */
export function readTwist(text: string): Twist {
  const twist: Twist = { vx: 0, vy: 0, wz: 0 };
  const example = 'give some of vx, vy (m/s) and wz (rad/s), such as --command "vx=0.5,vy=0.2,wz=0.3"';
  if (text.trim() === "") throw new UsageError(`--command is empty; ${example}`);
  const given = new Set<string>();
  for (const part of text.split(",")) {
    const [name, value, ...rest] = part.split("=").map((piece) => piece.trim());
    if (!Object.hasOwn(twist, name)) throw new UsageError(`${unknown("motion", name, Object.keys(twist))}; ${example}`);
    const number = Number(value);
    if (rest.length > 0 || value === undefined || value === "" || !Number.isFinite(number)) {
      throw new UsageError(`--command has ${name} = "${value ?? ""}", which is not a finite number; ${example}`);
    }
    const most = FASTEST[name as keyof Twist];
    if (Math.abs(number) > most) {
      throw new UsageError(
        `--command has ${name} = ${value}; give at most ${most} ${name === "wz" ? "rad/s" : "m/s"} either way`,
      );
    }
    if (given.has(name)) throw new UsageError(`--command gives ${name} twice; give it once`);
    given.add(name);
    twist[name as keyof Twist] = number;
  }
  return twist;
}

function readFriction(text: string) {
  if (text === "rolling") return new IdealRolling();
  const [law, value] = text.startsWith("smooth:") ? ["smooth", text.slice(7)] : ["coulomb", text];
  const coefficient = Number(value);
  if (value.trim() === "" || !Number.isFinite(coefficient) || coefficient < 0) {
    throw new UsageError(
      `--friction is "${text}"; give Coulomb's coefficient such as 0.6, smooth:0.6, or rolling (no slip at all)`,
    );
  }
  if (coefficient > MOST_FRICTION) {
    throw new UsageError(`--friction is "${text}"; give a coefficient of at most ${MOST_FRICTION}, such as 0.6`);
  }
  return law === "smooth" ? new SmoothFriction({ coefficient, velocity: CREEP }) : coefficient;
}
