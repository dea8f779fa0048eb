/** A model or an argument that cannot be right. The message names the object, the value, the cause and the remedy. */
export class ModelError extends Error {
  override readonly name: string = "ModelError";
}
