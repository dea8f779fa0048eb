import { type BallParameters, createBall } from "./ball.ts";
import { type BeltParameters, createBelt } from "./belt.ts";
import type { FrictionModel } from "./FrictionModel.ts";
import { createIncline, type InclineParameters } from "./incline.ts";
import { createPuck, type PuckParameters } from "./puck.ts";

/** The scenes of the page, by name. */
export type FrictionParameters =
  | ({ scene: "incline" } & InclineParameters)
  | ({ scene: "belt" } & BeltParameters)
  | ({ scene: "ball" } & BallParameters)
  | ({ scene: "puck" } & PuckParameters);

export function createFriction(parameters: FrictionParameters): FrictionModel {
  switch (parameters.scene) {
    case "incline":
      return createIncline(parameters);
    case "belt":
      return createBelt(parameters);
    case "ball":
      return createBall(parameters);
    case "puck":
      return createPuck(parameters);
  }
}
