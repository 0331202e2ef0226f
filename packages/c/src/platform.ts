/*
 * What running threads need of Node, and its equivalent in a browser. What a build needs is a `Host`.
 */
const isNode = typeof process === 'object';

/** One character for each byte. */
export function latin1(bytes: Uint8Array): string {
  if (isNode) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let text = '';
  for (let i = 0; i < bytes.length; i += MOST_ARGUMENTS) {
    text += String.fromCodePoint(...bytes.subarray(i, i + MOST_ARGUMENTS));
  }
  return text;
}

const MOST_ARGUMENTS = 4096;

/** A hash of the parts. In a browser it is compared only there, and by us: a short one does. */
export function hashOf(bytes: Uint8Array, text: string): string {
  if (isNode) {
    const { createHash } = process.getBuiltinModule('node:crypto');
    return createHash('sha256').update(bytes).update(text).digest('base64url');
  }
  return shortHash([bytes, new TextEncoder().encode(text)]);
}

/** FNV-1a twice, from two beginnings. */
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

/** Options of V8, one by one. False: they cannot be set, as in a browser. */
export function setV8Options(options: readonly string[]): boolean {
  if (!isNode) return false;
  // Loaded only now: it takes some milliseconds, and few programs need it.
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  options.forEach((option) => setFlagsFromString(option));
  return true;
}

/** May another thread of the process have set options of V8? */
export function othersSetOptions(): boolean {
  return isNode && process.getBuiltinModule('node:worker_threads').threadId > 1;
}
