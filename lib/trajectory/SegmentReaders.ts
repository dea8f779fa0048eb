import type { Assembly, AssemblyChange } from "../assembly/Assembly.ts";
import type { Observer } from "../assembly/Observer.ts";
import { ModelError } from "../math/index.ts";
import { type Column, listColumns } from "./columns.ts";
import { describeConstraint } from "./modelJSON.ts";
import type { PartJSON } from "./PartJSON.ts";
import type { RunStore } from "./RunStore.ts";

/** Reads a run segment by segment, each with the observer of its own assembly. */
export class SegmentReaders {
  private readonly first: Observer | undefined;
  private readonly store: RunStore;
  private readonly observers: Observer[] = [];
  private readonly columns: ReadonlyMap<string, Column>[] = [];

  constructor(first: Observer | undefined, store: RunStore) {
    this.first = first;
    this.store = store;
  }

  /** Whether the model is known at all. */
  get hasModel(): boolean {
    return this.first !== undefined;
  }

  /** The observer that the states of a segment belong to. */
  getObserver(segment: number): Observer {
    this.observers[segment] ??= segment === 0 ? this.getFirst() : this.findAssembly(segment).reader;
    return this.observers[segment];
  }

  /** The columns that a segment has, by name; none where its model is not known. */
  getColumns(segment: number): ReadonlyMap<string, Column> {
    if (!this.canRead(segment)) return new Map();
    this.columns[segment] ??= new Map(listColumns(this.getObserver(segment)).map((column) => [column.name, column]));
    return this.columns[segment];
  }

  /** What the last segment has else than the model: a run that continues this one begins with it. */
  findLastChange(base: Assembly): AssemblyChange {
    return this.findChange(this.store.segments.length - 1, base);
  }

  /** What the attached constraints of a segment are like; undefined where they are not known. */
  describeAttached(segment: number): PartJSON[] | undefined {
    const attached = this.store.assemblies[segment]?.attached.map(describeConstraint);
    return attached ?? (this.store.segments[segment].attached.length === 0 ? [] : undefined);
  }

  private getFirst(): Observer {
    if (this.first) return this.first;
    throw new ModelError(
      "Trajectory: it was read from a file without its system, so only its columns are known; " +
        "give the system as well: Trajectory.fromJSON(text, system)",
    );
  }

  private findAssembly(segment: number): Assembly {
    const known = this.store.assemblies[segment];
    if (known) return known;
    const { base } = this.getFirst().workspace.assembly;
    return base.derive(this.findChange(segment, base));
  }

  private canRead(segment: number): boolean {
    const { store, hasModel } = this;
    return hasModel && (store.assemblies[segment] !== undefined || store.segments[segment].attached.length === 0);
  }

  private findChange(segment: number, base: Assembly): AssemblyChange {
    const { assemblies, segments } = this.store;
    const { absent, attached: names } = segments[segment];
    const attached = assemblies[segment]?.attached ?? [];
    if (attached.length < names.length) {
      throw new ModelError(
        `Trajectory: ${names.map((name) => `"${name}"`).join(", ")} was attached by an event of the run and is not known ` +
          "here; give the constraint as well: Trajectory.fromJSON(text, system, { attached: [constraint] })",
      );
    }
    return { absent: [...base.constraints, ...attached].filter(({ name }) => absent.includes(name)), attached };
  }
}
