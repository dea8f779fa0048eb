import type { Canvas } from "./Canvas.ts";

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** How a row is written: as differences from the row above, which most rows repeat. */
const UP = 2;

/** The bytes of a PNG file. */
export async function encodePNG({ width, height, pixels }: Canvas): Promise<Uint8Array> {
  const row = 3 * width;
  const raw = new Uint8Array((row + 1) * height);
  for (let y = 0; y < height; y++) {
    raw[y * (row + 1)] = UP;
    for (let i = 0; i < row; i++) {
      const above = y > 0 ? pixels[(y - 1) * row + i] : 0;
      raw[y * (row + 1) + 1 + i] = pixels[y * row + i] - above;
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    Uint8Array.from(SIGNATURE),
    writeChunk("IHDR", header),
    writeChunk("IDAT", await deflate(raw)),
    writeChunk("IEND", new Uint8Array(0)),
  ];
  return join(parts);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function writeChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = type.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, calcCRC(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

function calcCRC(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
