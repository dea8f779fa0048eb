import { ImpactLaw } from "./ImpactLaw.ts";

/** Newton's restitution at all contacts at once: a complementarity problem. Contacts that touch without approach take part. */
export class SimultaneousImpact extends ImpactLaw {
  override get isSequential(): boolean {
    return false;
  }
}
