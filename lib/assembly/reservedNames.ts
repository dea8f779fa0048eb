/** Names that columns of a trajectory use for the whole system. */
export const RESERVED_NAMES: readonly string[] = ["time", "energy", "momentum", "violation"];
