import { Pair } from "../../../constraints/index.ts";
import { matrixFromQuaternion } from "../../../math/index.ts";
import { type Body, Ground } from "../../../rigidbody/index.ts";
import type { Appearance, Link } from "../../appearance/index.ts";
import { Arrow } from "./Arrow.ts";
import { Box } from "./Box.ts";
import { findLargest } from "./chooseScale.ts";
import { Hull } from "./Hull.ts";
import type { RunReader } from "./RunReader.ts";
import { readPoint } from "./readPoint.ts";
import type { Trace } from "./Trace.ts";

/** A run is looked at in so many instants, evenly spaced, or in half as many while it grows. */
const MOST = 512;

/** Every so-manieth of them comes first: enough to place a camera. */
const COARSE = 16;

/** What is looked at. */
export interface SurveyOptions {
  readonly appearances: readonly Appearance[];
  readonly arrows: readonly Arrow[];
  readonly traces: readonly Trace[];
  readonly links: readonly Link[];
  /** The body that the camera goes along with. */
  readonly leader: Body | undefined;
}

/** Samples of paths in order of time: `x, y, z` of one instant after the other for each trace. */
export interface Paths {
  readonly times: Float64Array;
  readonly points: readonly Float64Array[];
}

interface Sample {
  readonly t: number;
  readonly points: Float64Array;
  readonly force: number;
  readonly torque: number;
}

/**
 * What is known of a whole run: where things come, how large forces become, and the paths of points. It is found bit by
 * bit, roughly first, at the instants `start + i step`; when a run grows the step doubles and every other one is kept.
 */
export class Survey {
  /** What the bodies sweep, as far as it has been looked at. */
  readonly hull = new Hull();
  /** The same as seen from the leader, if there is one: counted from where it is at the time. */
  readonly around = new Hull();
  private readonly reader: RunReader;
  private readonly options: SurveyOptions;
  /** Bodies with the corners of the boxes around their shapes. */
  private readonly parts: readonly { body: Body; corners: Float64Array }[];
  /** Samples of the run that this one continues. */
  private readonly before: readonly Sample[];
  private readonly start: number;
  private end: number;
  private step: number;
  private readonly samples = new Map<number, Sample>();
  /** Instants to look at, the next one last. */
  private missing: number[] = [];
  /** Arrows of its own: those of the scene stay where they are. */
  private readonly arrows: readonly Arrow[];
  private readonly place = new Float64Array(3);
  private paths: Paths | undefined;
  private largest: { force: number; torque: number } | undefined;

  constructor(reader: RunReader, options: SurveyOptions, previous?: Survey) {
    this.reader = reader;
    const { run } = reader;
    this.options = options;
    this.arrows = options.arrows.map(({ kind, constraint }) => new Arrow(kind, constraint));
    this.parts = options.appearances.filter(({ body }) => !(body instanceof Ground)).map(findCorners);
    this.start = run.start;
    this.end = run.end;
    this.step = (this.end - this.start) / MOST;
    const isContinued = previous !== undefined && Math.abs(previous.end - this.start) <= 1e-9 * Math.abs(this.start);
    this.before = isContinued ? previous.thin() : [];
    if (isContinued) {
      this.hull.include(previous.hull);
      this.around.include(previous.around);
    }
    this.plan();
    this.advance(isContinued ? 3 : COARSE + 1);
  }

  /** All samples in order of time; not too many. */
  private thin(): Sample[] {
    const list = this.listSamples();
    return list.length > MOST ? list.filter((_, i) => i % 2 === 0) : list;
  }

  private listSamples(): Sample[] {
    return [...this.before, ...[...this.samples.values()].sort((a, b) => a.t - b.t)];
  }

  /** The box around it. */
  get box(): Box {
    return this.hull.box;
  }

  /** Whether everything has been looked at. */
  get isComplete(): boolean {
    return this.missing.length === 0;
  }

  /** Takes in what the run has grown by since. */
  grow(): void {
    const { end } = this.reader.run;
    if (end === this.end) return;
    this.end = end;
    if (this.step <= 0) this.step = (end - this.start) / MOST;
    while ((end - this.start) / this.step > MOST * (1 + 1e-9)) {
      this.step *= 2;
      const kept = [...this.samples].filter(([i]) => i % 2 === 0);
      this.samples.clear();
      for (const [i, sample] of kept) this.samples.set(i / 2, sample);
    }
    this.plan();
  }

  /** Looks at so many instants more. */
  advance(count: number): void {
    for (let k = 0; k < count; k++) {
      const i = this.missing.pop();
      if (i === undefined) return;
      this.look(i);
    }
  }

  private plan(): void {
    const count = this.step > 0 ? Math.round((this.end - this.start) / this.step) : 0;
    const order: number[] = [];
    for (let stride = COARSE * 2; stride >= 1; stride /= 2) {
      for (let i = 0; i <= count; i += stride) {
        const isNew = stride === COARSE * 2 || i % (2 * stride) !== 0;
        if (isNew && !this.samples.has(i)) order.push(i);
      }
    }
    this.missing = order.reverse();
  }

  private look(i: number): void {
    const { traces, links } = this.options;
    const t = Math.min(this.end, this.start + i * this.step);
    this.reader.show(t);
    const points = new Float64Array(3 * traces.length);
    traces.forEach((trace, k) => {
      readPoint(trace, points, 3 * k);
    });
    let [force, torque] = [0, 0];
    for (const arrow of this.arrows) {
      arrow.read();
      if (arrow.isTorque) torque = Math.max(torque, arrow.magnitude);
      else force = Math.max(force, arrow.magnitude);
      if (arrow.constraint instanceof Pair) this.hull.add(arrow.point[0], arrow.point[1], arrow.point[2]);
    }
    for (const { from, to } of links) {
      for (const end of [from, to]) {
        readPoint(end, this.place, 0);
        this.hull.add(this.place[0], this.place[1], this.place[2]);
      }
    }
    this.growBox();
    this.samples.set(i, { t, points, force, torque });
    this.paths = undefined;
    this.largest = undefined;
  }

  private growBox(): void {
    const { hull, around } = this;
    const { leader } = this.options;
    for (const { body, corners: c } of this.parts) {
      const { r, T } = body.kinematics;
      for (let k = 0; k < c.length; k += 3) {
        const x = r[0] + T[0] * c[k] + T[1] * c[k + 1] + T[2] * c[k + 2];
        const y = r[1] + T[3] * c[k] + T[4] * c[k + 1] + T[5] * c[k + 2];
        const z = r[2] + T[6] * c[k] + T[7] * c[k + 1] + T[8] * c[k + 2];
        hull.add(x, y, z);
        if (!leader) continue;
        const { r: from } = leader.kinematics;
        around.add(x - from[0], y - from[1], z - from[2]);
      }
    }
  }

  /** The largest force (N) and torque (Nm) so far, but for short peaks. */
  getLargest(): { force: number; torque: number } {
    if (!this.largest) {
      const list = this.listSamples();
      this.largest = {
        force: findLargest(list.map(({ force }) => force)),
        torque: findLargest(list.map(({ torque }) => torque)),
      };
    }
    return this.largest;
  }

  /** The paths so far. */
  getPaths(): Paths {
    if (!this.paths) {
      const list = this.listSamples();
      const points = this.options.traces.map((_, k) => {
        const path = new Float64Array(3 * list.length);
        list.forEach((sample, i) => {
          path.set(sample.points.subarray(3 * k, 3 * k + 3), 3 * i);
        });
        return path;
      });
      this.paths = { times: Float64Array.from(list, ({ t }) => t), points };
    }
    return this.paths;
  }
}

/** Without a shape a body is its centre of mass. */
function findCorners({ body, shapes }: Appearance): { body: Body; corners: Float64Array } {
  const box = new Box();
  if (shapes.length === 0) box.add(0, 0, 0);
  for (const { mesh, position: r, orientation } of shapes) {
    const T = matrixFromQuaternion(orientation);
    const { positions: p } = mesh;
    for (let i = 0; i < p.length; i += 3) {
      const at = (k: number) => r[k] + T[3 * k] * p[i] + T[3 * k + 1] * p[i + 1] + T[3 * k + 2] * p[i + 2];
      box.add(at(0), at(1), at(2));
    }
  }
  return { body, corners: Float64Array.from(box.corners.flat()) };
}
