import { describe, ModelError } from "../math/index.ts";
import type { ShapeSource } from "../shape/index.ts";
import { KinematicPort } from "./KinematicPort.ts";

/** What constraints connect: a rigid body, or a base whose motion is given. */
export abstract class Body {
  readonly name: string;
  /** The body as it was drawn: pose and velocities given to the constructor. */
  readonly drawn: KinematicPort = new KinematicPort();
  #kinematics: KinematicPort = this.drawn;
  /** Brings `kinematics` up to date, where that is left to those who ask. */
  refresh: (() => void) | undefined;
  /** What it looks like: meshes from its centre of mass (a base: its origin). Checked when somebody looks. */
  shapes: ShapeSource | undefined;
  /** The system the body belongs to. */
  owner: object | undefined;

  constructor(kind: string, name: string) {
    this.name = checkName(kind, name);
  }

  /** The body as it moves: filled by the kernel of the system that was assembled last. */
  get kinematics(): KinematicPort {
    this.refresh?.();
    return this.#kinematics;
  }

  set kinematics(port: KinematicPort) {
    this.#kinematics = port;
  }
}

/** A name can be used in column names and messages: not empty, no line breaks. */
export function checkName(kind: string, name: unknown): string {
  if (typeof name !== "string" || name.trim() === "" || /[\r\n".]/.test(name)) {
    throw new ModelError(
      `${kind}: the name is ${describe(name)}; the first argument has to be a text without quotes and line breaks, such as "arm"`,
    );
  }
  return name;
}
