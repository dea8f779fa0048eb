import { type ContactTrackingOptions, TRACKING_OPTIONS } from "./ContactTracking.ts";
import type { FrictionLaw } from "./friction/FrictionLaw.ts";
import type { Resistance } from "./friction/Resistance.ts";
import type { ImpactLaw } from "./impact/ImpactLaw.ts";
import type { NormalLaw } from "./normal/NormalLaw.ts";

export interface ContactOptions extends ContactTrackingOptions {
  /** Default: rigid. */
  normal?: NormalLaw;
  /** A law, or the coefficient of Coulomb's. Default: no friction. */
  friction?: FrictionLaw | number;
  /** Rolling and spinning resistance. Default: none. */
  resistance?: Resistance;
  /** A law, or the restitution of the simultaneous one. Default: no bounce. */
  impact?: ImpactLaw | number;
  /**
   * Whether the normal force holds both ways, as on a rail that is gripped from below or in a track: the bodies never part,
   * and friction goes with the amount of a force that may pull. Rigid contacts only. Default: false.
   */
  bilateral?: boolean;
}

export const CONTACT_OPTIONS = [
  ...TRACKING_OPTIONS,
  "normal",
  "friction",
  "resistance",
  "impact",
  "bilateral",
] as const;
