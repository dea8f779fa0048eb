import type { Constraint } from "../../../constraints/index.ts";
import {
  add,
  describe,
  dot,
  ModelError,
  matrixFromQuaternion,
  multiply,
  rotate,
  scale,
  subtract,
  type Triple,
  type Vector3,
} from "../../../math/index.ts";
import { type Body, Ground } from "../../../rigidbody/index.ts";
import type { Shape } from "../../../shape/index.ts";
import { Trajectory, UniformGravity } from "../../../system/index.ts";
import { unknownName } from "../../../trajectory/Snapshot.ts";
import { type Appearance, findAppearance, findLinks, type Link } from "../../appearance/index.ts";
import type { UpAxis, ViewerSettings } from "../ViewerOptions.ts";
import { type Arrow, createArrows } from "./Arrow.ts";
import { Box } from "./Box.ts";
import { type ContactMark, createMarks } from "./ContactMark.ts";
import { chooseScale, LARGEST } from "./chooseScale.ts";
import { getAxis } from "./fitCamera.ts";
import { Hull } from "./Hull.ts";
import { RunReader } from "./RunReader.ts";
import { readPoint } from "./readPoint.ts";
import { Survey } from "./Survey.ts";
import { createTraces, type Trace } from "./Trace.ts";

/** Arrows shorter than this part of the largest are left out. */
const LEAST_ARROW = 0.01;

/** What is larger than this part of the scene and does not move is a floor. */
const FLOOR = 0.8;

/** Torques of this part of the largest force times the size of the scene are rounding, and forces likewise. */
const ROUNDING = 1e-9;

/** So many instants give a first idea of a run. */
const GLIMPSES = 16;

/**
 * A run as something to be drawn, without knowing how: bodies and what they look like, arrows, contacts, traces, links. It
 * stands at one instant at a time, like the model itself: `update` brings everything there.
 */
export class RunScene {
  private readonly bodies: readonly Body[];
  private readonly constraints: readonly Constraint[];
  readonly appearances: readonly Appearance[];
  readonly links: readonly Link[];
  /** Of each link: `x, y, z` of its two ends. */
  readonly linkEnds: Float64Array;
  /** Of each look: position (3) and rotation matrix row by row (9). */
  readonly poses: Float64Array;
  readonly arrows: readonly Arrow[];
  readonly contacts: readonly ContactMark[];
  readonly traces: readonly Trace[];
  /** Of each trace: where its point is now. */
  readonly traceEnds: Float64Array;
  /** Looks whose axes are drawn. */
  readonly frames: readonly number[];
  /** What is known of the whole run. */
  survey: Survey;
  readonly up: UpAxis;
  /** Where the body is now that the camera goes along with. */
  readonly followed: Float64Array | undefined;
  /** The instant shown, s. */
  time = Number.NaN;
  private readonly settings: ViewerSettings;
  private reader: RunReader;
  /** Size of what was swept at first: floors were made for it. */
  private readonly firstSize: number;
  /** The body that the camera goes along with. */
  readonly leader: Body | undefined;

  constructor(run: Trajectory, settings: ViewerSettings) {
    const { bodies, constraints, kernel } = checkRun(run).getObserver();
    const findBody = (name: string) => find("body", name, bodies);
    const isNamed = (names: readonly string[] | undefined, name: string) => !names || names.includes(name);
    for (const name of [...(settings.forces ?? []), ...(settings.torques ?? [])]) find("constraint", name, constraints);
    for (const name of settings.frames ?? []) findBody(name);
    this.settings = settings;
    this.bodies = bodies;
    this.constraints = constraints;
    this.reader = new RunReader(run);
    const bounds = sweepCenters(this.reader, bodies);
    this.appearances = findAppearance({ bodies, constraints }, bounds.isEmpty ? {} : { bounds });
    this.links = findLinks({ constraints });
    this.linkEnds = new Float64Array(6 * this.links.length);
    this.poses = new Float64Array(12 * this.appearances.length);
    this.arrows = constraints
      .flatMap(createArrows)
      .filter(({ isTorque, constraint: { name } }) => isNamed(isTorque ? settings.torques : settings.forces, name));
    this.contacts = constraints.flatMap(createMarks);
    this.traces = createTraces(bodies, settings.traces, findBody);
    this.frames = this.appearances.flatMap(({ body }, i) => {
      const isShown = settings.frames ? settings.frames.includes(body.name) : !(body instanceof Ground);
      return isShown ? [i] : [];
    });
    this.traceEnds = new Float64Array(3 * this.traces.length);
    this.leader = settings.follow === undefined ? undefined : findBody(settings.follow);
    if (this.leader) this.followed = new Float64Array(3);
    this.up = settings.up ?? findUp(kernel.gravity);
    this.survey = new Survey(this.reader, this);
    this.firstSize = this.size;
    this.update(run.start);
  }

  get run(): Trajectory {
    return this.reader.run;
  }

  /**
   * Takes another run of the same bodies and constraints, or the same run grown since. False: it is of another model, or
   * leads far beyond where this one did, and needs a scene of its own. A run that continues the last one adds to its paths.
   */
  takes(run: Trajectory): boolean {
    const { bodies, constraints } = checkRun(run).getObserver();
    if (!isSame(bodies, this.bodies) || !isSame(constraints, this.constraints)) return false;
    if (run === this.run) this.survey.grow();
    else {
      this.reader = new RunReader(run);
      this.survey = new Survey(this.reader, this, this.survey);
    }
    this.time = Number.NaN;
    return this.size < 2 * this.firstSize;
  }

  /** Whether a look is that of a base, which stands around rather than moves. */
  isBase(index: number): boolean {
    return this.appearances[index].body instanceof Ground;
  }

  /** Whether a shape of a base is as large as all that moves: a floor. */
  isFloor(look: number, { mesh: { bounds } }: Shape): boolean {
    return this.isBase(look) && Math.hypot(...subtract(bounds.max, bounds.min)) > FLOOR * this.size;
  }

  /** The upper face of the model's floor, if it has one: a point on it and its normal, as drawn. */
  findFloor(): { point: Vector3; normal: Vector3 } | undefined {
    const up = getAxis(this.up);
    for (const [i, { body, shapes }] of this.appearances.entries()) {
      const shape = shapes.find((entry) => this.isFloor(i, entry));
      if (!shape) continue;
      const { bounds } = shape.mesh;
      const size = subtract(bounds.max, bounds.min);
      const thin = size.indexOf(Math.min(...size));
      const { r, T } = body.referencePose;
      const turn = multiply(T, matrixFromQuaternion(shape.orientation));
      const normal: Triple = [turn[thin], turn[3 + thin], turn[6 + thin]];
      const middle = scale(add(bounds.min, bounds.max), 0.5);
      const side = dot(normal, up) < 0 ? -1 : 1;
      middle[thin] = side > 0 ? bounds.max[thin] : bounds.min[thin];
      const point = add(r, rotate(T, add(shape.position, rotate(matrixFromQuaternion(shape.orientation), middle))));
      return { point, normal: scale(normal, side) };
    }
    return undefined;
  }

  /** What a camera has to see: all that is swept, or, if it goes along with a body, all that comes around that. */
  get view(): Hull {
    const { survey, followed } = this;
    return followed ? new Hull().include(survey.around, followed) : survey.hull;
  }

  /** Size of what is swept, m. */
  get size(): number {
    const { box } = this.survey;
    return box.isEmpty || !(box.diagonal > 0) ? 1 : box.diagonal;
  }

  /** Lengths of arrows: m per N and m per Nm. */
  get scales(): { force: number; torque: number } {
    const { force, torque } = this.largest;
    const { forceScale, torqueScale } = this.settings;
    return {
      force: chooseScale(forceScale, force, this.size),
      torque: chooseScale(torqueScale, torque, this.size),
    };
  }

  /** Length of an arrow, m. Peaks beyond the scale are as long as the largest, unless the scale is given. */
  measure({ isTorque, magnitude }: Arrow): number {
    const { forceScale, torqueScale } = this.settings;
    const { force, torque } = this.scales;
    const length = (isTorque ? torque : force) * magnitude;
    const isGiven = (isTorque ? torqueScale : forceScale) !== undefined;
    return isGiven ? length : Math.min(length, LARGEST * this.size);
  }

  /** Whether an arrow is long enough to be seen. */
  isSeen({ isTorque, magnitude }: Arrow): boolean {
    const { force, torque } = this.largest;
    const largest = isTorque ? torque : force;
    return largest > 0 && magnitude > LEAST_ARROW * largest;
  }

  /** The largest force and torque but for short peaks; none if it is the rounding of the other. */
  private get largest(): { force: number; torque: number } {
    const { force, torque } = this.survey.getLargest();
    const { size } = this;
    return {
      force: force * size > ROUNDING * torque ? force : 0,
      torque: torque > ROUNDING * force * size ? torque : 0,
    };
  }

  /** Brings everything to an instant of the run. */
  update(t: number): void {
    this.time = t;
    this.reader.show(t);
    this.appearances.forEach(({ body }, i) => {
      const { r, T } = body.kinematics;
      this.poses.set(r, 12 * i);
      this.poses.set(T, 12 * i + 3);
    });
    this.links.forEach(({ from, to }, i) => {
      readPoint(from, this.linkEnds, 6 * i);
      readPoint(to, this.linkEnds, 6 * i + 3);
    });
    this.traces.forEach((trace, i) => {
      readPoint(trace, this.traceEnds, 3 * i);
    });
    if (this.leader) this.followed?.set(this.leader.kinematics.r);
    for (const arrow of this.arrows) arrow.read();
    for (const mark of this.contacts) mark.read();
  }
}

function checkRun(run: Trajectory): Trajectory {
  if (run instanceof Trajectory) return run;
  throw new ModelError(
    `Viewer: the run is ${describe(run)}; give what simulate of the same copy of the library returns, ` +
      "such as await system.simulate({ until: 10 })",
  );
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((entry, i) => entry === b[i]);
}

function find<T extends { name: string }>(kind: string, name: string, entries: readonly T[]): T {
  const found = entries.find((entry) => entry.name === name);
  if (found) return found;
  throw new ModelError(`Viewer: ${unknownName(kind, name, entries).message}`);
}

/** Against a uniform gravity, along the axis nearest to it. */
function findUp(gravity: unknown): UpAxis {
  if (!(gravity instanceof UniformGravity)) return "y";
  const { acceleration } = gravity;
  const sizes = acceleration.map(Math.abs);
  const largest = Math.max(...sizes);
  if (!(largest > 0)) return "y";
  const k = sizes.indexOf(largest);
  return acceleration[k] > 0 ? (["-x", "-y", "-z"] as const)[k] : (["x", "y", "z"] as const)[k];
}

/** The box of all centres of mass, roughly. */
function sweepCenters(reader: RunReader, bodies: readonly Body[]): Box {
  const box = new Box();
  const { start, end } = reader.run;
  const moving = bodies.filter((body) => !(body instanceof Ground));
  for (let i = 0; i <= GLIMPSES; i++) {
    reader.show(start + (i * (end - start)) / GLIMPSES);
    for (const { kinematics } of moving) box.add(kinematics.r[0], kinematics.r[1], kinematics.r[2]);
  }
  return box;
}
