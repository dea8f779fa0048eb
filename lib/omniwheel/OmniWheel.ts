import { RevoluteJoint } from "../constraints/index.ts";
import {
  add,
  checkInstance,
  checkName,
  checkOptions,
  multiplyQuaternions,
  rotate,
  type Vector3,
} from "../math/index.ts";
import { Body, RigidBody } from "../rigidbody/index.ts";
import type { ShapeOptions } from "../shape/index.ts";
import { System } from "../system/index.ts";
import { Plane } from "../tracking/index.ts";
import { createHubShape, createRollerShape } from "./mesh/wheelShapes.ts";
import {
  checkRates,
  createDisc,
  findRollerInertia,
  listNotes,
  OMNIWHEEL_OPTIONS,
  type OmniWheelOptions,
  pick,
  readBearing,
} from "./OmniWheelOptions.ts";
import { placeRoller } from "./placeRoller.ts";
import { RollerContact, type RollerFloorOptions } from "./RollerContact.ts";
import { GEOMETRY_OPTIONS, RollerGeometry } from "./RollerGeometry.ts";
import { checkRollerTracker } from "./trackers/createRollerTracker.ts";

/** As fine as pictures need it; files get finer meshes. */
const VIEW = { deviation: 1e-3 };

/**
 * A wheel with rollers on its rim: a disc, the rollers, their bearings, and one contact with the floor of a base, which
 * knows the roller that touches. In the axes of the disc z is the axle `k1`, and roller i lies at the angle
 * `2π(i − 1)/n` about it, counted from −y; the axis of a roller is `i2 = cosψ t + sinψ k1` with `t` along the rim.
 *
 * The disc has the name of the wheel; the other parts are called `wheel roller 1`, `wheel bearing 1` … and `wheel contact`.
 */
export class OmniWheel {
  readonly name: string;
  readonly geometry: RollerGeometry;
  readonly disc: RigidBody;
  readonly rollers: readonly RigidBody[];
  readonly bearings: readonly RevoluteJoint[];
  readonly contact: RollerContact;
  /** What is worth knowing about the wheel, one sentence each: rollers that overlap. */
  readonly notes: readonly string[];
  /** The centre of the wheel in the axes of the disc, from its centre of mass. */
  private readonly center: Vector3;

  constructor(name: string, base: Body, options: OmniWheelOptions) {
    const label = `OmniWheel "${checkName("OmniWheel", name)}"`;
    checkInstance(label, "the base", base, Body, "a Ground or a RigidBody, such as system.ground");
    checkOptions(label, options, OMNIWHEEL_OPTIONS);
    this.name = name;
    this.geometry = new RollerGeometry(pick(options, GEOMETRY_OPTIONS));
    this.disc = createDisc(name, label, base, options, this.geometry);
    this.center = this.disc.inertia.center.map((x) => 0 - x) as unknown as Vector3;
    this.notes = listNotes(label, this.geometry);
    const inertia = findRollerInertia(label, options, this.geometry);
    const floor = options.floor ?? new Plane();
    const tracker = checkRollerTracker(label, options.tracker ?? "explicit");
    const rates = checkRates(label, options.rollerRates, this.geometry.count);
    const { normal, friction, resistance, impact } = options;
    const laws = Object.fromEntries(
      Object.entries({ normal, friction, resistance, impact }).filter(([, law]) => law !== undefined),
    ) as RollerFloorOptions;
    const rollers: RigidBody[] = [];
    const bearings: RevoluteJoint[] = [];
    const { geometry, disc } = this;
    for (let i = 0; i < geometry.count; i++) {
      const { orientation, axis, ...place } = placeRoller(geometry, i);
      const point = add(this.center, place.point);
      const roller = new RigidBody(`${name} roller ${i + 1}`, {
        inertia,
        position: add(disc.position, rotate(disc.referencePose.T, point)),
        orientation: multiplyQuaternions(disc.orientation, orientation),
      });
      const bearing = readBearing(label, options.bearing);
      bearings.push(
        new RevoluteJoint(`${name} bearing ${i + 1}`, disc, roller, {
          pointA: point,
          pointB: [0, 0, 0],
          axisA: axis,
          rate: rates[i],
          ...bearing,
        }),
      );
      rollers.push(roller);
    }
    this.rollers = rollers;
    this.bearings = bearings;
    const { center } = this;
    this.contact = new RollerContact(`${name} contact`, base, rollers, {
      ...{ ...laws, geometry, disc, center, floor, tracker },
    });
    disc.shapes = () => [createHubShape(this, VIEW)];
    let shapes: ShapeOptions[] | undefined;
    const look = () => {
      shapes ??= [createRollerShape(this, VIEW)];
      return shapes;
    };
    for (const roller of rollers) roller.shapes = look;
  }

  /** Adds all parts to a system; the base is in it already. */
  addTo(system: System): this {
    checkInstance(`OmniWheel "${this.name}"`, "what it is added to", system, System);
    for (const part of [this.disc, ...this.rollers, ...this.bearings, this.contact]) system.add(part);
    return this;
  }

  /** Centre of the wheel, as the model was evaluated last. */
  getCenter(): Vector3 {
    const { r, T } = this.disc.kinematics;
    return add(r, rotate(T, this.center));
  }
}
