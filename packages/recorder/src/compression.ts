import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Quality of Brotli. A low quality compresses the data of the runtime as well as deflate, and five times as fast:
 * faster than a program is recorded.
 */
const QUALITY = 1;
const CHUNK = 1 << 18;

/** Compresses a block of a recording. */
export function compress(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY }, chunkSize: CHUNK });
}

/** Decompresses a block. Throws if it is longer than `length` bytes, or was not compressed in this way. */
export function decompress(bytes: Uint8Array, length: number): Uint8Array {
  return brotliDecompressSync(bytes, { maxOutputLength: length + 1 });
}
