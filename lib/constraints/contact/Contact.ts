import { checkLabel, checkOptions } from "../../math/index.ts";
import type { Body } from "../../rigidbody/index.ts";
import { CONTACT_OPTIONS, type ContactOptions } from "./ContactOptions.ts";
import { ContactReactions } from "./ContactReactions.ts";

/** Two surfaces that may touch: `new Contact("floor", system.ground, ball, { surfaceA, surfaceB, friction: 0.5 })`. */
export class Contact extends ContactReactions {
  constructor(name: string, bodyA: Body, bodyB: Body, options: ContactOptions) {
    checkOptions(checkLabel(new.target.name, name), options, CONTACT_OPTIONS);
    super(name, bodyA, bodyB, options);
  }
}
