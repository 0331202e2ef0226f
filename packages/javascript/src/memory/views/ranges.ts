import type { CellSize } from '@fencepost/core';
import { current } from '../../world/running/current.js';
import type { ByteRange, Memory } from '../model/memory.js';
import { RawMemory } from '../model/raw-memory.js';
import type { SharedView } from './views.js';
import { memoryOf } from './views.js';
import { nameElement } from './visible-accesses.js';

// Natives that access many bytes: in blocks where blocks exist, otherwise in words.

/** A range of bytes of a buffer, accessed in ascending order. */
interface Range extends ByteRange {
  readonly memory: Memory;
  /** Returns the size of the next word. */
  wordAt(offset: number): CellSize;
  /** Whether the words are arbitrary pieces of a byte range, not elements of the program. */
  readonly loose: boolean;
  /** Names the memory at this offset, for reports. */
  name(offset: number): void;
}

/** Returns a range of elements of a typed array. */
export function elementsIn(view: SharedView, start: number, end: number): Range {
  const { memory, offset } = view;
  const { size } = view.kind!;
  return {
    memory,
    from: offset + start * size,
    to: offset + Math.max(end, start) * size,
    unit: size,
    largest: size,
    wordAt: () => size,
    loose: false,
    name: (at) => nameElement(view, (at - offset) / size),
  };
}

const LARGEST = 8;

/**
 * Returns the largest piece to access. Elements stay whole, as other threads may access them with Atomics. Bytes are
 * numerous, and rarely of interest one by one.
 */
function largestOf({ kind }: SharedView): number {
  return kind === undefined || kind.size === 1 ? LARGEST : kind.size;
}

/**
 * Returns a range of bytes, independent of the element type of the view, in the same pieces as the program's other
 * accesses.
 */
function bytesIn(memory: Memory, from: number, to: number, unit: number, largest: number): Range {
  const wordAt = (offset: number): CellSize => memory.pieceAt(offset, to - offset, largest);
  return { memory, from, to, unit, largest, wordAt, loose: true, name: () => undefined };
}

function bytesOfView(view: SharedView, start: number, end: number): Range {
  const { memory, offset, kind } = view;
  return bytesIn(memory, offset + start, offset + end, kind?.size ?? 1, largestOf(view));
}

/** Reads the bytes of a range into unshared memory. */
export function readRange(range: Range, into: Uint8Array): void {
  const { memory } = range;
  const raw = new RawMemory(into.buffer);
  forPieces(range, (rest, at) => {
    const count = memory.readBlock(rest, into, at);
    if (count > 0) return count;
    const size = range.wordAt(rest.from);
    raw.poke(into.byteOffset + at, size, memory.read(rest.from, size, 'plain', range.loose));
    return size;
  });
}

/** Writes bytes from unshared memory to a range. */
export function writeRange(range: Range, bytes: Uint8Array): void {
  const { memory } = range;
  const raw = new RawMemory(bytes.buffer);
  forPieces(range, (rest, at) => {
    const count = memory.writeBlock(rest, bytes, at);
    if (count > 0) return count;
    const size = range.wordAt(rest.from);
    memory.write(rest.from, size, raw.peek(bytes.byteOffset + at, size), 'plain', range.loose);
    return size;
  });
}

/**
 * Calls `access` until the end of the range. `access` returns the number of bytes it has accessed; `at`: number of
 * bytes before them.
 */
function forPieces(range: Range, access: (rest: ByteRange, at: number) => number): void {
  const { site } = current;
  const { from, to, unit, largest } = range;
  for (let offset = from; offset < to;) {
    current.site = site;
    range.name(offset);
    offset += access({ from: offset, to, unit, largest }, offset - from);
  }
}

/**
 * Returns whether every range consists of blocks and can be accessed as a whole. Otherwise the order of single accesses
 * matters.
 */
export function areBlocks(...ranges: readonly Range[]): boolean {
  return ranges.every((range) => range.memory.isInBlocks(range));
}

/** Reads bytes of a view into an unshared copy at the same offsets. */
export function readBytes(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  readRange(bytesOfView(view, start, end), copy.subarray(start, end));
}

/** Writes bytes of a copy back to the same offsets of the view. */
export function writeBytes(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  writeRange(bytesOfView(view, start, end), copy.subarray(start, end));
}

/** Like `readBytes`, but byte by byte, as engines do: the result may contain part of another thread's write. */
export function readEachByte(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  readRange(inBytes(bytesOfView(view, start, end)), copy.subarray(start, end));
}

/** Like `writeBytes`, but byte by byte, as engines do: other threads may read a part of the new bytes. */
export function writeEachByte(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  writeRange(inBytes(bytesOfView(view, start, end)), copy.subarray(start, end));
}

/** Divides a range into bytes, except for elements accessed atomically. */
function inBytes(range: Range): Range {
  const { memory } = range;
  const wordAt = (offset: number): CellSize =>
    memory.isAtomicAt(offset) ? range.wordAt(offset) : memory.pieceAt(offset, 1, 1);
  return { ...range, wordAt };
}

function byteLengthOf({ view }: SharedView): number {
  return view.byteLength;
}

/** Returns an unshared copy of a view's bytes; reads at most the first `most`. */
export function bytesOf(view: SharedView, most = Infinity): Uint8Array {
  const copy = new Uint8Array(byteLengthOf(view));
  readBytes(view, copy, 0, Math.min(copy.length, most));
  return copy;
}

/** Copies bytes from one shared buffer to another. */
export function copyBuffer(from: SharedArrayBuffer, start: number, to: SharedArrayBuffer): void {
  copyWithinBuffers(memoryOf(from), start, memoryOf(to), 0, to.byteLength);
}

/** Copies bytes of shared memory. If the ranges overlap, reads all before it writes any. */
export function copyWithinBuffers(from: Memory, start: number, to: Memory, at: number, count: number): void {
  const source = bytesIn(from, start, start + count, 1, LARGEST);
  const target = bytesIn(to, at, at + count, 1, LARGEST);
  const overlaps = from.base === to.base && start < at + count && at < start + count;
  if (overlaps || areBlocks(source, target)) {
    const copy = new Uint8Array(count);
    readRange(source, copy);
    writeRange(target, copy);
    return;
  }
  const { site } = current;
  for (let done = 0; done < count;) {
    current.site = site;
    const size = source.wordAt(start + done);
    to.write(at + done, size, from.read(start + done, size, 'plain', true), 'plain', true);
    done += size;
  }
}

/** Writes bytes to shared memory, at an offset. */
export function putBytes(to: Memory, at: number, bytes: Uint8Array): void {
  writeRange(bytesIn(to, at, at + bytes.length, 1, LARGEST), bytes);
}
