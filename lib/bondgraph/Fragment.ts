import { checkChoice, describe, ModelError } from "../math/index.ts";
import { type BondSignals, readSignals } from "./Bond.ts";
import { BondGraph } from "./BondGraph.ts";
import type { Element } from "./Element.ts";
import { decodeGraph } from "./json/graphJSON.ts";

/** An end that waits for its bond. */
export interface FragmentPort extends BondSignals {
  readonly element: Element;
  /** Which way the half arrow of the future bond points, seen from the fragment; a junction may take both. */
  readonly direction: "in" | "out" | "any";
}

const DIRECTIONS = ["in", "out", "any"] as const;

/** The part of a bond graph that one body or constraint contributes: a graph with open, named ports. */
export class Fragment extends BondGraph {
  readonly name: string;
  readonly #ports = new Map<string, FragmentPort>();

  constructor(name: string) {
    super();
    if (typeof name !== "string" || name === "") {
      throw new ModelError(`Fragment: the name is ${describe(name)}; give a text that is not empty`);
    }
    this.name = name;
  }

  get ports(): ReadonlyMap<string, FragmentPort> {
    return this.#ports;
  }

  /** Opens a port at an element of this fragment; `signals` are those of the bond that will be drawn there. */
  open(
    port: string,
    element: Element | string,
    direction: FragmentPort["direction"] = "any",
    signals: BondSignals = {},
  ): void {
    const owner = `Fragment "${this.name}"`;
    if (typeof port !== "string" || port === "") {
      throw new ModelError(`${owner}: the name of the port is ${describe(port)}; give a text that is not empty`);
    }
    checkChoice(owner, `the direction of port ${describe(port)}`, direction, DIRECTIONS);
    const { effort, flow } = readSignals(owner, signals);
    if (this.#ports.has(port)) throw new ModelError(`${owner}: port "${port}" is open already; open another`);
    this.#ports.set(port, { effort, flow, element: this.element(element), direction });
  }

  port(name: string): FragmentPort {
    const port = this.#ports.get(name);
    if (port) return port;
    const names = [...this.#ports.keys()].map((key) => `"${key}"`).join(", ");
    throw new ModelError(
      `Fragment "${this.name}": there is no port ${describe(name)}; its ports are ${names || "none"}`,
    );
  }

  /** Reads what `toJSON` wrote, with its name and its open ports. */
  static override fromJSON(source: unknown): Fragment {
    return decodeGraph(source, (name) => new Fragment(name ?? "fragment")) as Fragment;
  }

  protected override countOpenPorts(element: Element): number {
    return [...this.#ports.values()].filter((port) => port.element === element).length;
  }
}
