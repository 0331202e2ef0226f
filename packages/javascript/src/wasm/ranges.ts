import { copyWithinBuffers, putBytes } from '../memory/views/ranges.js';
import type { AccessedSharedMemory } from './shared-memory.js';
import { trap } from './traps.js';

// `memory.copy`, `memory.fill` and `memory.init`: they write nothing if a part is out of bounds.

/** Address and number of bytes. */
interface Target {
  readonly address: number;
  readonly count: number;
}

export function copy(
  to: AccessedSharedMemory,
  from: AccessedSharedMemory,
  { address, count }: Target,
  source: number,
): void {
  const at = to.rangeAt(address, count);
  const start = from.rangeAt(source, count);
  copyWithinBuffers(from.memory, start, to.memory, at, count >>> 0);
}

export function fill(to: AccessedSharedMemory, { address, count }: Target, byte: number): void {
  const at = to.rangeAt(address, count);
  putBytes(to.memory, at, new Uint8Array(count >>> 0).fill(byte));
}

export function init(to: AccessedSharedMemory, { address, count }: Target, segment: Uint8Array, start: number): void {
  const end = (start >>> 0) + (count >>> 0);
  const at = to.rangeAt(address, count);
  if (end > segment.length) throw trap('memory access out of bounds');
  putBytes(to.memory, at, segment.slice(start >>> 0, end));
}
