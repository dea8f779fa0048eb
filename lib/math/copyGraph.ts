/**
 * Marks a class whose objects never change once they are made: copies of what refers to them refer to the same ones.
 * Scratch memory, if it has some, is not needed from one call to the next. `get [SHARED](): true { return true; }`
 */
export const SHARED: unique symbol = Symbol("multibond.shared");

/**
 * Copies objects that refer to each other, as they are: every object that can be reached from them once, with what is
 * shared left out. Views of one buffer are views of one buffer again. Functions are the same ones.
 */
export class GraphCopy {
  private readonly copies = new Map<object, object>();
  private readonly buffers = new Map<ArrayBufferLike, ArrayBufferLike>();
  /** All copies; from the first time on that something is asked for that is none of the first ones. */
  private made: Set<object> | undefined;

  /** The first copies: of objects that refer to no copy yet. */
  copyAll<T extends object>(values: readonly T[]): T[] {
    return values.map((value) => this.visit(value) as T);
  }

  /** The copy of an object; made on first use. A copy is its own copy. */
  copy<T>(value: T): T {
    if (typeof value !== "object" || value === null) return value;
    const known = this.copies.get(value);
    if (known !== undefined) return known as T;
    this.made ??= new Set(this.copies.values());
    return this.visit(value) as T;
  }

  /** The copy of an object if there is one, else the object itself. */
  lookUp<T extends object>(value: T): T {
    return (this.copies.get(value) as T | undefined) ?? value;
  }

  private visit(value: object): object {
    const known = this.copies.get(value);
    if (known !== undefined) return known;
    return this.made?.has(value) ? value : this.create(value);
  }

  private create(value: object): object {
    if ((value as { [SHARED]?: true })[SHARED]) return value;
    // What has no numbers cannot change.
    if (ArrayBuffer.isView(value)) return value.byteLength === 0 ? value : this.keep(value, this.copyView(value));
    if (Array.isArray(value)) {
      const list: unknown[] = this.keep(value, value.slice());
      for (let i = 0; i < list.length; i++) list[i] = this.copyInner(list[i]);
      return list;
    }
    if (value instanceof Map) {
      const map: Map<unknown, unknown> = this.keep(value, new Map());
      for (const [key, inner] of value) map.set(this.copyInner(key), this.copyInner(inner));
      return map;
    }
    if (value instanceof Set) {
      const set: Set<unknown> = this.keep(value, new Set());
      for (const inner of value) set.add(this.copyInner(inner));
      return set;
    }
    return isOpaque(value) ? value : this.copyObject(value);
  }

  private copyInner(value: unknown): unknown {
    return typeof value === "object" && value !== null ? this.visit(value) : value;
  }

  private keep<T extends object>(value: object, made: T): T {
    this.copies.set(value, made);
    this.made?.add(made);
    return made;
  }

  private copyView(view: ArrayBufferView): object {
    let buffer = this.buffers.get(view.buffer);
    if (buffer === undefined) {
      buffer = view.buffer.slice(0);
      this.buffers.set(view.buffer, buffer);
    }
    const kind = view.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => object;
    return new kind(buffer, view.byteOffset, "length" in view ? (view as Float64Array).length : view.byteLength);
  }

  /** Made by a spread, so that all copies of a class have the same hidden class, and fields that are read as fast as before. */
  private copyObject(value: object): object {
    const made = this.keep(value, Object.setPrototypeOf({ ...value }, Object.getPrototypeOf(value)) as object);
    const fields = made as Record<string | symbol, unknown>;
    for (const key of Reflect.ownKeys(made)) {
      const inner = fields[key];
      if (typeof inner === "object" && inner !== null) fields[key] = this.visit(inner);
    }
    return made;
  }
}

/** What belongs to the platform, or keeps itself: it cannot be copied, and is taken as it is. */
function isOpaque(value: object): boolean {
  return Object.prototype.toString.call(value) !== "[object Object]";
}
