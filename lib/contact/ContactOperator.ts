import type { Unilateral } from "../constraints/contact/index.ts";
import type { Kernel } from "../kernel/Kernel.ts";
import type { Link } from "../kernel/Link.ts";
import type { RowIsland } from "../kernel/RowIsland.ts";

/** A row, and the wrench of its unit multiplier, each with six numbers per body. */
interface Direction {
  readonly place: number;
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
    const directions = contacts.flatMap((contact, i) => listDirections(kernel, contact, 3 * i, withFriction?.[i]));
    const islands = new Map<Link, RowIsland>();
    for (const island of kernel.rows.findIslands(directions.flatMap(({ links }) => links))) {
      for (const link of island.links) islands.set(link, island);
    }
    for (const direction of directions) this.respond(direction, directions, islands);
  }

  /** Φ of a unit multiplier, with the rows held: the change of the rates, and the responses of all directions. */
  private respond(
    { place, column, links }: Direction,
    all: readonly Direction[],
    islands: ReadonlyMap<Link, RowIsland>,
  ): void {
    const { matrix, size } = this;
    const change = new Float64Array(this.kernel.rateCount);
    const touched = new Set(links.flatMap((link) => islands.get(link) ?? []));
    for (const { operator, links: moving } of touched) {
      operator.respondTo(moving, () => {
        links.forEach((link, b) => {
          if (moving.includes(link)) link.addImpulse(column, 6 * b, UNIT, 0);
        });
      });
      for (const { rate, rateCount } of moving) {
        for (let i = rate; i < rate + rateCount; i++) change[i] = operator.change[i];
      }
    }
    this.changes[place] = change;
    for (const other of all) {
      other.links.forEach((link, b) => {
        const island = islands.get(link);
        if (island && touched.has(island)) link.addResponse(other.row, 6 * b, matrix, other.place * size + place);
      });
    }
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

function listDirections(kernel: Kernel, contact: Unilateral, place: number, withFriction?: boolean): Direction[] {
  const links = contact.ends.map((body) => kernel.getLink(body));
  const width = 6 * links.length;
  const first = contact.hasNormalRow ? 1 : 0;
  const getRow = (i: number) => contact.jacobian.slice(i * width, (i + 1) * width);
  const tangents = Array.from({ length: contact.tangentCount }, (_, i) => {
    const row = getRow(first + i);
    return { place: place + 1 + i, row, column: row, links };
  });
  if (!contact.hasNormalRow) return tangents;
  const row = getRow(0);
  const column = withFriction === undefined ? row : contact.getNormalColumn(withFriction);
  return [{ place, row, column, links }, ...tangents];
}
