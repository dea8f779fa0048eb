import type { Observer } from "../assembly/Observer.ts";
import { isSingular } from "../kernel/isSingular.ts";
import { calcRateRows, createSpace, spanRows } from "../kernel/rateRows.ts";
import { RigidBody } from "../rigidbody/index.ts";
import { type Conflict, findConflicts, findIslands, listDrives } from "./findConflicts.ts";
import { listRates } from "./listRates.ts";

/** A constraint with rows that say nothing beyond the constraints added before it. */
export interface RedundantRows {
  readonly constraint: string;
  /** How many of its rows, and how many it has. */
  readonly count: number;
  readonly of: number;
}

/** Bodies that are connected with each other by constraints, directly or through others, bases aside. */
export interface Island {
  readonly bodies: readonly string[];
  readonly constraints: readonly string[];
  readonly degreesOfFreedom: number;
}

/** What a model consists of and how it can move, at the state where it starts. */
export class Report {
  /** Names of bodies, without bases; and of bases. */
  readonly bodies: readonly string[];
  readonly bases: readonly string[];
  /** Names of joints: those whose coordinates are states, and those that close loops. */
  readonly treeJoints: readonly string[];
  readonly closingJoints: readonly string[];
  /** Motions that are given: `motor.angle`. */
  readonly drives: readonly string[];
  /** Number of rates of the spanning tree, of rows (loop closures, rods, gears), and of independent rows. */
  readonly rates: number;
  readonly rows: number;
  readonly rank: number;
  /** Mobility: rates less independent rows. */
  readonly degreesOfFreedom: number;
  /** A choice of that many motions from which all others follow: `crank.angle`, `body.rotation.x`. */
  readonly freedoms: readonly string[];
  /** Rows that depend on others: how many in all, and by constraint in the order in which they were added. */
  readonly redundancy: number;
  readonly redundant: readonly RedundantRows[];
  readonly islands: readonly Island[];
  /** Constraints that no velocities or no accelerations can meet. */
  readonly conflicts: readonly Conflict[];
  /** Whether the position is singular: next to it more rows are independent, so it has more freedoms than elsewhere. */
  readonly isSingular: boolean;

  /** At the state in the kernel. */
  constructor(observer: Observer, t: number) {
    const { kernel } = observer;
    const { bodies, constraints, treeJoints, loopClosures, rateCount } = kernel;
    const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
    const isMoving = (body: object) => body instanceof RigidBody;
    this.bodies = names(bodies.filter(isMoving));
    this.bases = names(bodies.filter((body) => !isMoving(body)));
    this.treeJoints = names(treeJoints.map(({ pair }) => pair));
    this.closingJoints = names(loopClosures);
    this.drives = names(listDrives(kernel));
    this.conflicts = findConflicts(observer, t);
    const rows = calcRateRows(kernel, t);
    const space = createSpace(kernel, rows);
    const redundant: RedundantRows[] = [];
    for (const { name } of constraints) {
      const own = rows.filter(({ constraint }) => constraint.name === name);
      const count = own.length - space.add(own.map(({ values }) => values));
      if (count > 0) redundant.push({ constraint: name, count, of: own.length });
    }
    this.redundant = redundant;
    this.rates = rateCount;
    this.rows = rows.length;
    this.rank = space.rank;
    this.redundancy = this.rows - this.rank;
    this.degreesOfFreedom = rateCount - space.rank;
    const list = listRates(kernel);
    const { independent } = space.findFreedoms();
    this.freedoms = [...independent].sort((a, b) => a - b).map((i) => list[i].name);
    this.islands = findIslands(kernel).map((island) => {
      const isInside = (c: { bodies: readonly object[] }) => c.bodies.some((body) => island.has(body as RigidBody));
      const inside = constraints.filter(isInside);
      const links = kernel.links.filter(({ body, pair }) => (pair ? isInside(pair) : body && island.has(body)));
      const rates = links.reduce((sum, link) => sum + link.rateCount, 0);
      const part = rows.filter(({ constraint }) => isInside(constraint));
      return {
        bodies: names([...island]),
        constraints: names(inside),
        degreesOfFreedom: rates - spanRows(kernel, part).rank,
      };
    });
    this.isSingular = isSingular(kernel, t);
    kernel.calcKinematics(t, true);
  }

  toString(): string {
    const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
    const { bodies, treeJoints, closingJoints, drives, degreesOfFreedom: freedom } = this;
    const lines = [
      `${plural(bodies.length, "body", "bodies")} in ${plural(this.islands.length, "island")}, ` +
        plural(treeJoints.length + closingJoints.length, "joint") +
        (closingJoints.length > 0
          ? `, ${plural(closingJoints.length, "loop")} closed by ${closingJoints.join(", ")}`
          : ""),
      `${plural(freedom, "degree")} of freedom: ${plural(this.rates, "rate")} less ${plural(this.rank, "independent row")}` +
        `${freedom > 0 ? `; free: ${this.freedoms.slice(0, 8).join(", ")}${freedom > 8 ? ", …" : ""}` : ""}` +
        `${freedom === 0 && drives.length === 0 ? "; nothing can move" : ""}`,
    ];
    if (drives.length > 0) lines.push(`driven: ${drives.join(", ")}`);
    if (this.redundancy > 0) {
      const parts = this.redundant.map(({ constraint, count, of }) => `${constraint} ${count} of ${of}`);
      const isPlain = !this.isSingular && this.conflicts.length === 0;
      lines.push(
        `${plural(this.redundancy, "redundant row")}: ${parts.join(", ")}` +
          (isPlain ? "; the motion is unique, single reactions are not" : ""),
      );
    }
    if (this.isSingular) {
      lines.push(
        "a singular position: next to it there are fewer freedoms, and from here the motion is not unique; draw it a little elsewhere",
      );
    }
    for (const { label, velocity, acceleration } of this.conflicts) {
      lines.push(
        `${label} contradicts others: ${velocity.toPrecision(3)} m/s or rad/s, ${acceleration.toPrecision(3)} m/s² or rad/s² missing`,
      );
    }
    if (this.islands.length > 1) {
      for (const { bodies: inside, degreesOfFreedom } of this.islands) {
        lines.push(
          `  island of ${inside.slice(0, 6).join(", ")}${inside.length > 6 ? ", …" : ""}: ${plural(degreesOfFreedom, "degree")} of freedom`,
        );
      }
    }
    return lines.join("\n");
  }
}
