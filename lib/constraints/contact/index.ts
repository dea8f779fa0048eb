export { Contact } from "./Contact.ts";
export type { ContactImpulse } from "./ContactImpulse.ts";
export { ContactKinematics } from "./ContactKinematics.ts";
export type { ContactMode } from "./ContactMode.ts";
export type { ContactOptions } from "./ContactOptions.ts";
export { ContactReactions } from "./ContactReactions.ts";
export type { ContactState } from "./ContactState.ts";
export {
  ContactTracking,
  type ContactTrackingOptions,
  type TrackerFactory,
  type TrackingOwner,
} from "./ContactTracking.ts";
export { ContensouFriction, type ContensouFrictionOptions } from "./friction/ContensouFriction.ts";
export { CoulombFriction, type CoulombFrictionOptions } from "./friction/CoulombFriction.ts";
export { type FrictionInput, type FrictionKind, FrictionLaw } from "./friction/FrictionLaw.ts";
export { Frictionless } from "./friction/Frictionless.ts";
export { IdealRolling } from "./friction/IdealRolling.ts";
export { LinearFriction, type LinearFrictionOptions } from "./friction/LinearFriction.ts";
export { RegularFriction } from "./friction/RegularFriction.ts";
export { RegularizedFriction, type RegularizedFrictionOptions } from "./friction/RegularizedFriction.ts";
export { RegularizedResistance, type RegularizedResistanceOptions } from "./friction/RegularizedResistance.ts";
export { Resistance, type ResistanceOptions } from "./friction/Resistance.ts";
export { SmoothFriction, type SmoothFrictionOptions } from "./friction/SmoothFriction.ts";
export { TanhFriction, type TanhFrictionOptions } from "./friction/TanhFriction.ts";
export { ImpactLaw, type ImpactOptions } from "./impact/ImpactLaw.ts";
export { SequentialImpact } from "./impact/SequentialImpact.ts";
export { SimultaneousImpact } from "./impact/SimultaneousImpact.ts";
export { type FrictionLimit, JointFriction, type JointFrictionOptions } from "./JointFriction.ts";
export { JointLaw } from "./JointLaw.ts";
export { JointLimit, type JointLimitOptions } from "./JointLimit.ts";
export { NearestPoints } from "./NearestPoints.ts";
export { type ElasticMaterial, ElasticNormal, type ElasticNormalOptions } from "./normal/ElasticNormal.ts";
export { HertzNormal, type HertzNormalOptions } from "./normal/HertzNormal.ts";
export { HuntCrossleyNormal, type HuntCrossleyNormalOptions } from "./normal/HuntCrossleyNormal.ts";
export { NormalLaw } from "./normal/NormalLaw.ts";
export { RigidNormal } from "./normal/RigidNormal.ts";
export { SpringNormal, type SpringNormalOptions } from "./normal/SpringNormal.ts";
export { Unilateral } from "./Unilateral.ts";
