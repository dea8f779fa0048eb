import type { Constraint } from "../constraints/index.ts";
import type { Body } from "../rigidbody/index.ts";
import type { Link } from "./Link.ts";
import { type DormantRotor, isAbout, RotorGroup } from "./RotorGroup.ts";
import { RotorLink } from "./RotorLink.ts";

/**
 * The rotors of a model that may be dormant: rollers that do not touch the floor, wheels in the air. Between its events a run
 * leaves them out of the recursion, where their parents carry them as ballast.
 */
export class DormantRotors {
  /** By parents. */
  readonly groups: readonly RotorGroup[];
  private readonly all: readonly DormantRotor[];
  private isDormant = false;
  /** Changes whenever rotors go to sleep or wake up. */
  version = 0;

  constructor(links: readonly Link[], constraints: readonly Constraint[]) {
    const inner = new Set(links.map(({ parent }) => parent));
    this.all = links.flatMap((link): DormantRotor[] => {
      if (!(link instanceof RotorLink) || inner.has(link) || link.attachedInertia !== 0) return [];
      const others = constraints.filter((c) => c !== link.pair && isAbout(c, c.bodies, link));
      return others.every((c) => c.isUnilateral) ? [{ link, contacts: others }] : [];
    });
    const parents = new Set(this.all.map(({ link }) => link.parent as Link));
    this.groups = [...parents].map((parent) => {
      const rotors = this.all.filter(({ link }) => link.parent === parent);
      return new RotorGroup(parent, rotors);
    });
  }

  /** Lets those be dormant that may now, or none. */
  setDormant(isDormant: boolean): void {
    if (isDormant === this.isDormant) return;
    this.isDormant = isDormant;
    this.version++;
    for (let i = 0; i < this.groups.length; i++) this.groups[i].setDormant(isDormant);
  }

  /** After the inertia of every link's own body is known: that of what it carries, and the moments in the bearings. */
  eliminate(efforts: Float64Array): void {
    if (!this.isDormant) return;
    for (let i = 0; i < this.groups.length; i++) {
      this.groups[i].addBallast();
      this.groups[i].eliminate(efforts);
    }
  }

  /** Axes and spins, once the kinematics of all other links are known. */
  calcKinematics(s: Float64Array): void {
    if (!this.isDormant) return;
    for (let i = 0; i < this.groups.length; i++) this.groups[i].calcKinematics(s);
  }

  /** Accelerations of the rates from those of all other links. */
  accelerate(out: Float64Array): void {
    if (!this.isDormant) return;
    for (let i = 0; i < this.groups.length; i++) this.groups[i].accelerate(out, 0);
  }

  /** Brings the pose and the velocity of a body up to date that may be dormant, at coordinates `q` and rates `s`. */
  getRefresh(body: Body, q: Float64Array, s: Float64Array): (() => void) | undefined {
    const link = this.all.find((idler) => idler.link.body === body)?.link;
    return link && (() => link.refresh(q, s));
  }
}
