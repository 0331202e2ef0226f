import { crc32 } from './crc32.js';
import { BLOCK_HEAD } from './layout.js';

/** Returns the bytes of a block in a file. `compress` is Brotli. */
export function blockBytes(type: number, bytes: Uint8Array, compress: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const body = compress(bytes);
  const block = new Uint8Array(BLOCK_HEAD + body.length);
  const view = new DataView(block.buffer);
  block[0] = type;
  view.setUint32(1, bytes.length, true);
  view.setUint32(5, body.length, true);
  view.setUint32(9, crc32(body, crc32(block.subarray(0, 9))), true);
  block.set(body, BLOCK_HEAD);
  return block;
}
