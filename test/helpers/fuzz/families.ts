import { collision } from "./calls/collision.ts";
import { exchange, math, shape, tracking, view } from "./calls/geometry.ts";
import { bondgraph, circuit, drawing } from "./calls/graphs.ts";
import { objects } from "./calls/objects.ts";
import { constraints, contact, rigidbody } from "./calls/parts.ts";
import { analysis, system, worker } from "./calls/systems.ts";
import { omniwheel, vehicle } from "./calls/wheels.ts";
import type { FuzzCall } from "./FuzzCall.ts";

/** Calls by subject: a row of the bench each. */
export const FAMILIES: Readonly<Record<string, readonly FuzzCall[]>> = {
  analysis,
  bondgraph,
  circuit,
  collision,
  constraints,
  contact,
  drawing,
  exchange,
  math,
  objects,
  omniwheel,
  rigidbody,
  shape,
  system,
  tracking,
  vehicle,
  view,
  worker,
};
