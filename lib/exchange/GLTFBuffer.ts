import { ModelError } from "../math/index.ts";

/** Kinds of numbers in glTF. */
const FLOAT = 5126;
const UNSIGNED_INT = 5125;

const SIZES = { SCALAR: 1, VEC3: 3, VEC4: 4 } as const;

/** What a stretch of the buffer holds, as glTF describes it. */
interface Accessor {
  bufferView: number;
  componentType: number;
  count: number;
  type: keyof typeof SIZES;
  min?: number[];
  max?: number[];
}

/** The binary part of a glTF file, and the lists that describe it. */
export class GLTFBuffer {
  readonly accessors: Accessor[] = [];
  readonly bufferViews: { buffer: 0; byteOffset: number; byteLength: number; target?: number }[] = [];
  private readonly owner: string;
  private readonly pieces: Uint8Array[] = [];
  private length = 0;

  constructor(owner: string) {
    this.owner = owner;
  }

  /** Adds numbers in single precision and returns the number of their accessor. */
  addFloats(values: ArrayLike<number>, type: keyof typeof SIZES, use?: "vertices"): number {
    const floats = Float32Array.from(values);
    const size = SIZES[type];
    const min = new Array<number>(size).fill(Number.POSITIVE_INFINITY);
    const max = new Array<number>(size).fill(Number.NEGATIVE_INFINITY);
    floats.forEach((x, i) => {
      if (!Number.isFinite(x)) {
        throw new ModelError(
          `${this.owner}: a coordinate is ${values[i]}; glTF holds numbers up to 3.4e38: scale the model or its meshes`,
        );
      }
      min[i % size] = Math.min(min[i % size], x);
      max[i % size] = Math.max(max[i % size], x);
    });
    return this.add(floats, { componentType: FLOAT, type, min, max }, size, use === "vertices" ? 34962 : undefined);
  }

  addIndices(values: Uint32Array): number {
    return this.add(values, { componentType: UNSIGNED_INT, type: "SCALAR" }, 1, 34963);
  }

  private add(
    values: Float32Array | Uint32Array,
    kind: Pick<Accessor, "componentType" | "type" | "min" | "max">,
    size: number,
    target: number | undefined,
  ): number {
    // Four bytes a number, in the order of bytes that the format asks for.
    const bytes = new Uint8Array(4 * values.length);
    const view = new DataView(bytes.buffer);
    values.forEach((x: number, i: number) => {
      if (values instanceof Float32Array) view.setFloat32(4 * i, x, true);
      else view.setUint32(4 * i, x, true);
    });
    this.bufferViews.push({
      ...{ buffer: 0, byteOffset: this.length, byteLength: bytes.length },
      ...(target !== undefined && { target }),
    });
    this.pieces.push(bytes);
    this.length += bytes.length;
    const bufferView = this.bufferViews.length - 1;
    return this.accessors.push({ bufferView, ...kind, count: values.length / size }) - 1;
  }

  /** All bytes in one piece. */
  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length);
    let offset = 0;
    for (const piece of this.pieces) {
      bytes.set(piece, offset);
      offset += piece.length;
    }
    return bytes;
  }
}

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** The two parts of a glTF file in one: a .glb file. */
export function packGLB(json: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const pad = (length: number) => Math.ceil(length / 4) * 4;
  const total = 12 + 8 + pad(text.length) + 8 + pad(binary.length);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  [GLB_MAGIC, 2, total, pad(text.length), JSON_CHUNK].forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  bytes.fill(0x20, 20, 20 + pad(text.length));
  bytes.set(text, 20);
  const at = 20 + pad(text.length);
  view.setUint32(at, pad(binary.length), true);
  view.setUint32(at + 4, BINARY_CHUNK, true);
  bytes.set(binary, at + 8);
  return bytes;
}

/** Bytes as text of base 64; works in Node and in browsers. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 3072) parts.push(btoa(String.fromCharCode(...bytes.subarray(i, i + 3072))));
  return parts.join("");
}
