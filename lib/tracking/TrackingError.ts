import { ModelError } from "../math/index.ts";

/** A tracker that cannot find or keep its points. The message names the surfaces, the place, the cause and the remedy. */
export class TrackingError extends ModelError {
  override readonly name: string = "TrackingError";
}
