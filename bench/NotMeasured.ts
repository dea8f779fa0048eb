/** Thrown by a measurement that this machine has not got what it needs for; the message says what, and how to get it. */
export class NotMeasured extends Error {
  override readonly name = "NotMeasured";
}
