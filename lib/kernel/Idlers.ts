import { listJoints } from "../constraints/capabilities/ActsOnJoints.ts";
import type { Constraint } from "../constraints/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Link } from "./Link.ts";
import { RotorLink } from "./RotorLink.ts";

/** A rotor that nothing but its bearing acts on, unless one of its contacts is switched on. */
interface Idler {
  readonly link: RotorLink;
  readonly contacts: readonly Constraint[];
}

/**
 * The rotors of a model that may be idle: rollers that do not touch the floor, wheels in the air. Between its events a run
 * leaves them out of the recursion, where their parents carry them as ballast.
 */
export class Idlers {
  private readonly all: readonly Idler[];
  private readonly carriers: readonly { link: Link; ballast: Float64Array }[];
  private isIdle = false;

  constructor(links: readonly Link[], constraints: readonly Constraint[]) {
    const parents = new Set(links.map(({ parent }) => parent));
    this.all = links.flatMap((link): Idler[] => {
      if (!(link instanceof RotorLink) || parents.has(link) || link.attachedInertia !== 0) return [];
      const others = constraints.filter((c) => c !== link.pair && isAbout(c, link));
      return others.every((c) => c.isUnilateral) ? [{ link, contacts: others }] : [];
    });
    const carriers = new Set(this.all.map(({ link }) => link.parent as Link));
    this.carriers = [...carriers]
      .filter((link) => !link.isBase)
      .map((link) => ({ link, ballast: new Float64Array(10) }));
  }

  /** Lets those be idle that may now, or none. */
  setIdle(isIdle: boolean): void {
    if (isIdle === this.isIdle) return;
    this.isIdle = isIdle;
    for (const { ballast } of this.carriers) ballast.fill(0);
    for (const { link, contacts } of this.all) {
      link.isIdle = isIdle && contacts.every(({ isOn }) => !isOn);
      if (!link.isIdle) continue;
      link.clearResponse();
      const carrier = this.carriers.find((entry) => entry.link === link.parent);
      if (carrier) link.addTo(carrier.ballast);
    }
  }

  /** After the inertia of every link's own body is known: that of what it carries. */
  addBallasts(): void {
    if (!this.isIdle) return;
    for (let i = 0; i < this.carriers.length; i++) this.carriers[i].link.addBallast(this.carriers[i].ballast);
  }

  /** Brings the pose and the velocity of a body up to date that may be idle, at coordinates `q` and rates `s`. */
  getRefresh(body: Body, q: Float64Array, s: Float64Array): (() => void) | undefined {
    const link = this.all.find((idler) => idler.link.body === body)?.link;
    return link && (() => link.refresh(q, s));
  }
}

function isAbout(constraint: Constraint, { body, pair }: RotorLink): boolean {
  return constraint.bodies.some((other) => other === body) || listJoints(constraint).some((joint) => joint === pair);
}
