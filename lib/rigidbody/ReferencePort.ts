import { SHARED } from "../math/index.ts";
import { KinematicPort } from "./KinematicPort.ts";

/** How a body was drawn: part of the description, which no run changes. */
export class ReferencePort extends KinematicPort {
  get [SHARED](): true {
    return true;
  }
}
