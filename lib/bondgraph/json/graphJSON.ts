import { ModelError } from "../../math/index.ts";
import type { BondGraph } from "../BondGraph.ts";
import {
  Element,
  type ElementKind,
  type ElementParameters,
  type JSONValue,
  type Law,
  type LawFunction,
  type SignalSource,
} from "../Element.ts";
import type { Fragment } from "../Fragment.ts";
import { findLaw, isNameOf } from "../laws/registerLaw.ts";
import { JSONReader } from "./JSONReader.ts";

export interface ElementJSON {
  kind: ElementKind;
  name: string;
  dimension: number;
  /** Left out for junctions and words, which take any number of bonds. */
  ports?: readonly number[];
  group: string;
  parameters: Readonly<Record<string, JSONValue>>;
  /** An expression, or the name of a registered law. */
  law?: string | { name: string; parameters?: Readonly<Record<string, number>> };
  signals?: Readonly<Record<string, SignalSource>>;
  start?: number;
}

export interface BondEndJSON {
  element: string;
  port: number;
}

export interface BondJSON {
  name: string;
  from: BondEndJSON;
  to: BondEndJSON;
  dimension: number;
}

/** A bond graph as JSON; `schema/bondgraph.schema.json` describes it. */
export interface BondGraphJSON {
  format: "multibond-bondgraph";
  version: 1;
  /** Of a fragment: its name, and its open ports. */
  name?: string;
  elements: ElementJSON[];
  bonds: BondJSON[];
  ports?: { name: string; element: string; direction: "in" | "out" | "any" }[];
}

const FORMAT = "multibond-bondgraph";
const VERSION = 1;
const DIRECTIONS = ["in", "out", "any"] as const;
const NO_GRAPH = ["it has open ports", "read it with Fragment.fromJSON"] as const;
const NO_FRAGMENT = ["it has no open ports", "read it with BondGraph.fromJSON"] as const;
const SOURCES = ["effort", "flow", "state"] as const;

/** A graph as data; what its bonds carry at the moment is left out. */
export function encodeGraph(graph: BondGraph & Partial<Pick<Fragment, "name" | "ports">>): BondGraphJSON {
  const { name, ports } = graph;
  const functions = new Map<string, LawFunction>();
  return {
    format: FORMAT,
    version: VERSION,
    ...(name === undefined ? {} : { name }),
    elements: graph.elements.map((element) => encodeElement(element, functions)),
    bonds: graph.bonds.map((bond) => ({
      name: bond.name,
      from: { element: bond.from.element.name, port: bond.from.port },
      to: { element: bond.to.element.name, port: bond.to.port },
      dimension: bond.dimension,
    })),
    ...(ports === undefined
      ? {}
      : {
          ports: [...ports].map(([port, { element, direction }]) => ({ name: port, element: element.name, direction })),
        }),
  };
}

function encodeElement(element: Element, functions: Map<string, LawFunction>): ElementJSON {
  const { kind, name, dimension, ports, group, parameters, law, signals, start } = element;
  new JSONReader(element.label).copy("parameters", parameters);
  return {
    kind,
    name,
    dimension,
    ...(ports === undefined ? {} : { ports: [...ports] }),
    group,
    parameters: { ...parameters },
    ...(law === undefined ? {} : { law: encodeLaw(element, law, functions) }),
    ...(signals === undefined ? {} : { signals: { ...signals } }),
    ...(start === undefined ? {} : { start }),
  };
}

/** `functions`: those that went out already, by their names. */
function encodeLaw(element: Element, law: Law, functions: Map<string, LawFunction>): NonNullable<ElementJSON["law"]> {
  if (typeof law !== "function") return law;
  const { name } = law;
  if (name === "") {
    throw new ModelError(
      `${element.label}: its law is a function without a name, which a file cannot hold; ` +
        "give it a name and register it: registerLaw(name, law)",
    );
  }
  // A function that stands in the options of its element is called "law" by JavaScript.
  const other = functions.get(name) ?? law;
  if (other !== law || !isNameOf(name, law, element.kind)) {
    throw new ModelError(
      `${element.label}: its law is a function with the name "${name}", which another law has too, so a file could not ` +
        "tell them apart; register it under a name of its own: registerLaw(name, law)",
    );
  }
  functions.set(name, law);
  return { name };
}

/** Fills an empty graph, or an empty fragment with its ports, from text or data. */
export function decodeGraph(source: unknown, create: (name: string | undefined) => BondGraph | Fragment): BondGraph {
  const reader = new JSONReader("bond graph JSON");
  return reader.read("$", () => decode(reader, source, create));
}

function decode(
  reader: JSONReader,
  source: unknown,
  create: (name: string | undefined) => BondGraph | Fragment,
): BondGraph {
  const file = reader.object("$", reader.parse(source), ["format", "version", "elements", "bonds"], ["name", "ports"]);
  reader.oneOf("$.format", file.format, [FORMAT]);
  reader.oneOf("$.version", file.version, [VERSION]);
  const name = file.name === undefined ? undefined : reader.name("$.name", file.name);
  if ((file.name === undefined) !== (file.ports === undefined)) {
    reader.refuse("$", "it has a name without ports, or ports without a name", "a fragment has both, a graph has none");
  }
  const graph = create(name);
  if ("open" in graph !== (name !== undefined)) {
    const [what, remedy] = name === undefined ? NO_FRAGMENT : NO_GRAPH;
    reader.refuse("$.ports", what, remedy);
  }
  reader.list("$.elements", file.elements).forEach((value, i) => {
    const path = `$.elements[${i}]`;
    reader.guard(path, () => graph.add(decodeElement(reader, path, value)));
  });
  reader.list("$.bonds", file.bonds).forEach((value, i) => {
    decodeBond(reader, `$.bonds[${i}]`, value, graph);
  });
  if (file.ports === undefined) return graph;
  reader.list("$.ports", file.ports).forEach((value, i) => {
    const path = `$.ports[${i}]`;
    const port = reader.object(path, value, ["name", "element", "direction"], []);
    const element = reader.name(`${path}.element`, port.element);
    const direction = reader.oneOf(`${path}.direction`, port.direction, DIRECTIONS);
    reader.guard(path, () => (graph as Fragment).open(reader.name(`${path}.name`, port.name), element, direction));
  });
  return graph;
}

function decodeElement(reader: JSONReader, path: string, value: unknown): Element {
  const entry = reader.object(
    path,
    value,
    ["kind", "name", "dimension", "group", "parameters"],
    ["ports", "law", "signals", "start"],
  );
  const kind = reader.text(`${path}.kind`, entry.kind) as ElementKind;
  const name = reader.name(`${path}.name`, entry.name);
  const ports = entry.ports === undefined ? undefined : reader.list(`${path}.ports`, entry.ports);
  ports?.forEach((port, i) => {
    reader.whole(`${path}.ports[${i}]`, port, 1);
  });
  const element = new Element(kind, name, {
    dimension: reader.whole(`${path}.dimension`, entry.dimension, 1),
    ...(ports === undefined ? {} : { ports: ports as number[] }),
    group: reader.text(`${path}.group`, entry.group),
    parameters: reader.copy(
      `${path}.parameters`,
      reader.record(`${path}.parameters`, entry.parameters),
    ) as ElementParameters,
    ...(entry.law === undefined ? {} : { law: decodeLaw(reader, `${path}.law`, entry.law) }),
    ...(entry.signals === undefined ? {} : { signals: decodeSignals(reader, `${path}.signals`, entry.signals) }),
    ...(entry.start === undefined ? {} : { start: reader.number(`${path}.start`, entry.start) }),
  });
  if ((element.ports === undefined) !== (ports === undefined)) {
    reader.refuse(`${path}.ports`, "the ports of the element are missing", "list the dimension of each");
  }
  if (ports && element.dimension !== ports[0]) {
    reader.refuse(`${path}.dimension`, `it is not that of the first port, ${ports[0]}`, "make them the same");
  }
  return element;
}

function decodeLaw(reader: JSONReader, path: string, value: unknown): Law {
  if (typeof value === "string") return value;
  const law = reader.object(path, value, ["name"], ["parameters"]);
  const name = reader.name(`${path}.name`, law.name);
  reader.guard(`${path}.name`, () => findLaw("the law", name));
  if (law.parameters === undefined) return { name };
  const parameters = reader.record(`${path}.parameters`, law.parameters);
  for (const [key, entry] of Object.entries(parameters)) reader.number(`${path}.parameters.${key}`, entry);
  return { name, parameters: parameters as Record<string, number> };
}

function decodeSignals(reader: JSONReader, path: string, value: unknown): Record<string, SignalSource> {
  const signals = reader.record(path, value);
  for (const [key, entry] of Object.entries(signals)) {
    const place = `${path}.${key}`;
    const source = reader.object(place, entry, [], SOURCES);
    const kinds = Object.keys(source);
    if (kinds.length !== 1) reader.refuse(place, `it names ${kinds.length} sources`, "name one effort, flow or state");
    reader.name(`${place}.${kinds[0]}`, source[kinds[0]]);
  }
  return signals as Record<string, SignalSource>;
}

function decodeBond(reader: JSONReader, path: string, value: unknown, graph: BondGraph): void {
  const bond = reader.object(path, value, ["name", "from", "to", "dimension"], []);
  const end = (key: "from" | "to") => {
    const entry = reader.object(`${path}.${key}`, bond[key], ["element", "port"], []);
    return {
      element: reader.name(`${path}.${key}.element`, entry.element),
      port: reader.whole(`${path}.${key}.port`, entry.port, 0),
    };
  };
  const [from, to] = [end("from"), end("to")];
  const name = reader.name(`${path}.name`, bond.name);
  const dimension = reader.whole(`${path}.dimension`, bond.dimension, 1);
  reader.guard(path, () => {
    const made = graph.connect(from.element, to.element, { name, dimension, ports: [from.port, to.port] });
    for (const [key, wanted] of [
      ["from", from],
      ["to", to],
    ] as const) {
      if (made[key].port === wanted.port) continue;
      reader.refuse(
        `${path}.${key}.port`,
        `it is ${wanted.port}`,
        `the next port of the junction is ${made[key].port}`,
      );
    }
  });
}
