import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import { RankRevealingSolver } from "../math/index.ts";

/** Pivots below this part of the largest count as dependent. */
const RANK_CUTOFF = 1e-9;

/** A row, and the wrench of its unit multiplier, each with six numbers per body. */
interface Direction {
  readonly row: Float64Array;
  readonly column: Float64Array;
  readonly links: readonly Link[];
}

/**
 * The operator Φ seen from the contacts: unit forces along their normals and tangents to relative accelerations (or
 * impulses to velocities), with all constraints that hold both ways held. Three places per contact: normal, two tangents;
 * places that a contact does not have stay zero. May allocate: it is used at events.
 */
export class ContactOperator {
  readonly size: number;
  /** `W`, row by row. */
  readonly matrix: Float64Array;
  /** Change of the kernel's rates for each place. */
  private readonly changes: (Float64Array | undefined)[];
  private readonly kernel: Kernel;

  /**
   * The kernel is prepared at the present state with the rows that hold both ways, and the contacts are measured there.
   * `withFriction` says of each contact whether friction by its law comes with the normal force, and couples do always; in
   * an impact (none given) the force along the normal comes alone.
   */
  constructor(kernel: Kernel, contacts: readonly Unilateral[], withFriction?: readonly boolean[]) {
    this.kernel = kernel;
    this.size = 3 * contacts.length;
    this.matrix = new Float64Array(this.size * this.size);
    this.changes = new Array(this.size).fill(undefined);
    const held = kernel.rows.constraints.flatMap(({ jacobian, rowCount, bodies }) => {
      const links = bodies.map((body) => kernel.getLink(body));
      const width = 6 * links.length;
      return Array.from({ length: rowCount }, (_, i) => {
        const row = jacobian.slice(i * width, (i + 1) * width);
        return { row, column: row, links };
      });
    });
    const places: number[] = [];
    const own = contacts.flatMap((contact, i) =>
      listDirections(kernel, contact, withFriction?.[i]).map(({ place, ...direction }) => {
        places.push(3 * i + place);
        return direction;
      }),
    );
    const all = [...held, ...own];
    const responses = all.map((direction) => this.respond(direction, all));
    this.reduce(held.length, responses, places);
  }

  /** Φ of a unit multiplier: the change of the rates, and the responses of all rows. */
  private respond(direction: Direction, all: readonly Direction[]): { change: Float64Array; rows: Float64Array } {
    const { links, rateCount } = this.kernel;
    const change = new Float64Array(rateCount);
    const noEfforts = new Float64Array(rateCount);
    for (const link of links) link.clearResponse();
    direction.links.forEach((link, b) => {
      link.addImpulse(direction.column, 6 * b, UNIT, 0);
    });
    for (let i = links.length - 1; i >= 0; i--) links[i].sweepIn(noEfforts);
    for (const link of links) link.sweepOut(change);
    const rows = new Float64Array(all.length);
    all.forEach(({ row, links: ends }, k) => {
      ends.forEach((link, b) => {
        link.addResponse(row, 6 * b, rows, k);
      });
    });
    return { change, rows };
  }

  /** Takes out the rows that are held: `W = K_cc − K_ch K_hh⁺ K_hc`. */
  private reduce(
    held: number,
    responses: readonly { change: Float64Array; rows: Float64Array }[],
    places: readonly number[],
  ): void {
    const solver = new RankRevealingSolver(Math.max(1, held));
    const units = Array.from({ length: held }, (_, i) => {
      const own = responses[i].rows[i];
      return own > 0 ? 1 / Math.sqrt(own) : 0;
    });
    for (let j = 0; j < held; j++) {
      for (let i = 0; i < held; i++) solver.matrix[j * held + i] = units[i] * units[j] * responses[j].rows[i];
    }
    if (held > 0) solver.factor(held, RANK_CUTOFF);
    const solution = new Float64Array(held);
    places.forEach((place, c) => {
      const { change, rows } = responses[held + c];
      if (held > 0) {
        solver.solve(
          Float64Array.from(units, (unit, i) => unit * rows[i]),
          solution,
        );
        for (let h = 0; h < held; h++) {
          const factor = units[h] * solution[h];
          for (let i = 0; i < change.length; i++) change[i] -= factor * responses[h].change[i];
          for (let i = held; i < rows.length; i++) rows[i] -= factor * responses[h].rows[i];
        }
      }
      this.changes[place] = change;
      places.forEach((other, i) => {
        this.matrix[other * this.size + place] = rows[held + i];
      });
    });
  }

  /** Adds the effect of impulses on the rates of the kernel. */
  apply(impulses: Float64Array): void {
    const { s } = this.kernel;
    this.changes.forEach((change, place) => {
      if (!change) return;
      for (let i = 0; i < s.length; i++) s[i] += impulses[place] * change[i];
    });
  }
}

const UNIT = new Float64Array([1]);

function listDirections(
  kernel: Kernel,
  contact: Unilateral,
  withFriction?: boolean,
): (Direction & { place: number })[] {
  const links = contact.bodies.map((body) => kernel.getLink(body));
  const width = 6 * links.length;
  const first = contact.hasNormalRow ? 1 : 0;
  const getRow = (i: number) => contact.jacobian.slice(i * width, (i + 1) * width);
  const tangents = Array.from({ length: contact.tangentCount }, (_, i) => {
    const row = getRow(first + i);
    return { place: 1 + i, row, column: row, links };
  });
  if (!contact.hasNormalRow) return tangents;
  const row = getRow(0);
  const column = withFriction === undefined ? row : contact.getNormalColumn(withFriction);
  return [{ place: 0, row, column, links }, ...tangents];
}
