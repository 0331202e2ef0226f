/** A LEB128 number, and the offset after it. */
function unsigned(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at];
  }
}

const MAGIC_AND_VERSION = 8;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
const IS_SHARED = 2;

/** Does a compiled module create its own shared memory? The bytes are those of a valid module. */
export function definesSharedMemory(source: unknown): boolean {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source as ArrayBuffer);
  for (let at = MAGIC_AND_VERSION; at < bytes.length;) {
    const section = bytes[at];
    const [size, start] = unsigned(bytes, at + 1);
    if (section === MEMORY_SECTION) return hasSharedMemory(bytes, start);
    at = start + size;
  }
  return false;
}

function hasSharedMemory(bytes: Uint8Array, start: number): boolean {
  const [count, first] = unsigned(bytes, start);
  let at = first;
  for (let i = 0; i < count; i++) {
    const [flags, limits] = unsigned(bytes, at);
    if ((flags & IS_SHARED) !== 0) return true;
    at = unsigned(bytes, limits)[1];
    if ((flags & HAS_MAXIMUM) !== 0) at = unsigned(bytes, at)[1];
  }
  return false;
}
