import { ImpactLaw } from "./ImpactLaw.ts";

/** One collision after the other, the fastest first, until nothing approaches: the blow runs through Newton's cradle. */
export class SequentialImpact extends ImpactLaw {
  override get isSequential(): boolean {
    return true;
  }
}
