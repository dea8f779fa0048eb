import { listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import type { Constraint } from "../constraints/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Link } from "./Link.ts";
import { RotorLink } from "./RotorLink.ts";

/** A rotor that nothing but its bearing acts on, unless one of its contacts is switched on. */
interface DormantRotor {
  readonly link: RotorLink;
  readonly contacts: readonly Constraint[];
}

/**
 * The rotors of a model that may be dormant: rollers that do not touch the floor, wheels in the air. Between its events a run
 * leaves them out of the recursion, where their parents carry them as ballast.
 */
export class DormantRotors {
  private readonly all: readonly DormantRotor[];
  private readonly parents: readonly { link: Link; ballast: Float64Array }[];
  private isDormant = false;

  constructor(links: readonly Link[], constraints: readonly Constraint[]) {
    const inner = new Set(links.map(({ parent }) => parent));
    this.all = links.flatMap((link): DormantRotor[] => {
      if (!(link instanceof RotorLink) || inner.has(link) || link.attachedInertia !== 0) return [];
      const others = constraints.filter((c) => c !== link.pair && isAbout(c, link));
      return others.every((c) => c.isUnilateral) ? [{ link, contacts: others }] : [];
    });
    const parents = new Set(this.all.map(({ link }) => link.parent as Link));
    this.parents = [...parents].filter((link) => !link.isBase).map((link) => ({ link, ballast: new Float64Array(10) }));
  }

  /** Lets those be dormant that may now, or none. */
  setDormant(isDormant: boolean): void {
    if (isDormant === this.isDormant) return;
    this.isDormant = isDormant;
    for (const { ballast } of this.parents) ballast.fill(0);
    for (const { link, contacts } of this.all) {
      link.isDormant = isDormant && contacts.every(({ isOn }) => !isOn);
      if (!link.isDormant) continue;
      link.clearResponse();
      const carrier = this.parents.find((entry) => entry.link === link.parent);
      if (carrier) link.addTo(carrier.ballast);
    }
  }

  /** After the inertia of every link's own body is known: that of what it carries. */
  addBallasts(): void {
    if (!this.isDormant) return;
    for (let i = 0; i < this.parents.length; i++) this.parents[i].link.addBallast(this.parents[i].ballast);
  }

  /** Brings the pose and the velocity of a body up to date that may be dormant, at coordinates `q` and rates `s`. */
  getRefresh(body: Body, q: Float64Array, s: Float64Array): (() => void) | undefined {
    const link = this.all.find((idler) => idler.link.body === body)?.link;
    return link && (() => link.refresh(q, s));
  }
}

function isAbout(constraint: Constraint, { body, pair }: RotorLink): boolean {
  return constraint.bodies.some((other) => other === body) || listJoints(constraint).some((joint) => joint === pair);
}
