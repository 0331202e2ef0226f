/*
 * Services of Node that running threads need, and their equivalents in a browser. A build uses a `Host` instead.
 */
const isNode = typeof process === 'object';

/** Converts each byte to one character. */
export function latin1(bytes: Uint8Array): string {
  if (isNode) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let text = '';
  for (let i = 0; i < bytes.length; i += MOST_ARGUMENTS) {
    text += String.fromCodePoint(...bytes.subarray(i, i + MOST_ARGUMENTS));
  }
  return text;
}

const MOST_ARGUMENTS = 4096;

/**
 * Returns a hash of the parts. In a browser, a short hash suffices, as only our own code in the same page compares it.
 */
export function hashOf(bytes: Uint8Array, text: string): string {
  if (isNode) {
    const { createHash } = process.getBuiltinModule('node:crypto');
    return createHash('sha256').update(bytes).update(text).digest('base64url');
  }
  return shortHash([bytes, new TextEncoder().encode(text)]);
}

/** Returns two FNV-1a hashes with different initial values. */
export function shortHash(parts: readonly Uint8Array[]): string {
  let [one, two] = [0x811c9dc5, 0x01000193];
  for (const part of parts) {
    for (const byte of part) {
      one = Math.imul(one ^ byte, 0x01000193);
      two = Math.imul(two ^ byte, 0x85ebca6b);
    }
  }
  return `${one >>> 0} ${two >>> 0}`;
}

/** Sets options of V8, one by one. Returns false if they cannot be set, as in a browser. */
export function setV8Options(options: readonly string[]): boolean {
  if (!isNode) return false;
  // Loaded on first use: it takes some milliseconds, and few programs need it.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  options.forEach((option) => setFlagsFromString(option));
  return true;
}

/** Returns whether another thread of the process may have set options of V8. */
export function othersSetOptions(): boolean {
  return isNode && process.getBuiltinModule('node:worker_threads').threadId > 1;
}
