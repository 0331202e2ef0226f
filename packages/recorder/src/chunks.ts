import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;

/** Yields the bytes of a file in chunks. */
export function* chunksOf(path: string, size = CHUNK): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.alloc(size);
      const length = readSync(file, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
