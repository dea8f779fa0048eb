/** What may stand in an expression beside numbers, functions and parameters, and the words of its messages. */
export interface Vocabulary {
  /** The variables, in the order of their places. */
  readonly variables: readonly string[];
  /** What a variable is, such as `a coordinate of the surface`. */
  readonly noun: string;
  /** What to do instead of a very long expression. */
  readonly remedy: string;
}
