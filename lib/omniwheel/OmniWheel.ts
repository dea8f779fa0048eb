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
 * A wheel with rollers on its rim: a disc, the rollers, their bearings, and their contacts with the floor of a base, of
 * which one is switched on at a time. In the axes of the disc z is the axle `k1`, and roller i lies at the angle
 * `2π(i − 1)/n` about it, counted from −y; the axis of a roller is `i2 = cosψ t + sinψ k1` with `t` along the rim.
 *
 * The disc has the name of the wheel; the other parts are called `wheel roller 1`, `wheel bearing 1`, `wheel contact 1` …
 */
export class OmniWheel {
  readonly name: string;
  readonly geometry: RollerGeometry;
  readonly disc: RigidBody;
  readonly rollers: readonly RigidBody[];
  readonly bearings: readonly RevoluteJoint[];
  readonly contacts: readonly RollerContact[];
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
    const contacts: RollerContact[] = [];
    const { geometry, disc } = this;
    for (let i = 0; i < geometry.count; i++) {
      const { orientation, axis, ...place } = placeRoller(geometry, i);
      const [point, center] = [place.point, place.center].map((r) => add(this.center, r));
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
      const { radius, rollerDistance, psi } = geometry;
      const mount = { radius, rollerDistance, psi, center, axis: [0, 0, 1] };
      contacts.push(
        new RollerContact(`${name} contact ${i + 1}`, base, roller, { ...laws, geometry, mount, disc, floor, tracker }),
      );
      rollers.push(roller);
    }
    this.rollers = rollers;
    this.bearings = bearings;
    this.contacts = contacts;
    disc.shapes = () => [createHubShape(this, VIEW)];
    let shapes: ShapeOptions[] | undefined;
    const look = () => {
      shapes ??= [createRollerShape(this, VIEW)];
      return shapes;
    };
    for (const roller of rollers) roller.shapes = look;
    const { count } = geometry;
    contacts.forEach((contact, i) => {
      contact.setNeighbours(contacts[(i + count - 1) % count], contacts[(i + 1) % count], this);
    });
  }

  /** Adds all parts to a system; the base is in it already. */
  addTo(system: System): this {
    checkInstance(`OmniWheel "${this.name}"`, "what it is added to", system, System);
    for (const part of [this.disc, ...this.rollers, ...this.bearings, ...this.contacts]) system.add(part);
    return this;
  }

  private get present(): OmniWheel {
    return this.disc.owner?.findPresent<OmniWheel>(this) ?? this;
  }

  /** The contact of the roller at the bottom, as the model was shown last. */
  get lowest(): RollerContact {
    return this.present.contacts.find(({ isOn }) => isOn) as RollerContact;
  }

  /** Centre of the wheel, as the model was evaluated last. */
  getCenter(): Vector3 {
    const { r, T } = this.disc.kinematics;
    return add(r, rotate(T, this.center));
  }

  /** The contact of the roller whose centre is nearest to the floor: the first, if two are. */
  findLowest(): RollerContact {
    const { frameA } = this.contacts[0].tracker;
    frameA.update(this.contacts[0].portA);
    const { T, r, surface } = frameA;
    const values = new Float64Array(10);
    const inFloor = (p: ArrayLike<number>) => {
      const d = [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
      return Float64Array.from([0, 1, 2], (i) => T[i] * d[0] + T[3 + i] * d[1] + T[6 + i] * d[2]);
    };
    surface.calc(inFloor(this.getCenter()), values);
    const up = rotate(T, values.subarray(1, 4));
    const center = this.getCenter();
    const heights = this.rollers.map(({ kinematics: { r: p } }) =>
      p.reduce((sum, x, i) => sum + up[i] * (x - center[i]), 0),
    );
    const least = Math.min(...heights);
    return this.contacts[heights.findIndex((height) => height <= least + 1e-12 * Math.abs(least))];
  }
}
