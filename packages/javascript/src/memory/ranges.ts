import type { CellSize } from '@fencepost/core';
import { current } from '../world/current.js';
import type { ByteRange, Memory } from './memory.js';
import { RawMemory } from './raw-memory.js';
import type { SharedView } from './views.js';
import { memoryOf } from './views.js';
import { nameElement } from './visible-accesses.js';

// Natives that access many bytes: in blocks where there are some, otherwise in words.

/** Bytes of a buffer that are accessed in order. */
interface Range extends ByteRange {
  readonly memory: Memory;
  /** The size of the next word. */
  wordAt(offset: number): CellSize;
  /** Are its words elements that the program has in mind, or just as many bytes as fit? */
  readonly loose: boolean;
  /** What is there gets its name. */
  name(offset: number): void;
}

/** Elements of a typed array. */
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

/** Elements stay whole, as other threads may access them with Atomics. Bytes are many, and rarely of interest one by one. */
function largestOf({ kind }: SharedView): number {
  return kind === undefined || kind.size === 1 ? LARGEST : kind.size;
}

/** Bytes, whatever the view: in the same pieces as the program's other accesses. */
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

/** `access` returns how many bytes it has accessed; `at`: how many there were before. */
function forPieces(range: Range, access: (rest: ByteRange, at: number) => number): void {
  const { site } = current;
  const { from, to, unit, largest } = range;
  for (let offset = from; offset < to;) {
    current.site = site;
    range.name(offset);
    offset += access({ from: offset, to, unit, largest }, offset - from);
  }
}

/** May both be accessed as a whole, one after the other? Otherwise the order of single accesses matters. */
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

/** The same byte by byte, as engines do it: a part of what other threads write may be seen. */
export function readEachByte(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  readRange(inBytes(bytesOfView(view, start, end)), copy.subarray(start, end));
}

/** The same byte by byte, as engines do it: other threads may see a part of them. */
export function writeEachByte(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  writeRange(inBytes(bytesOfView(view, start, end)), copy.subarray(start, end));
}

/** Atomic elements stay whole. */
function inBytes(range: Range): Range {
  const { memory } = range;
  const wordAt = (offset: number): CellSize =>
    memory.isAtomicAt(offset) ? range.wordAt(offset) : memory.pieceAt(offset, 1, 1);
  return { ...range, wordAt };
}

function byteLengthOf({ view }: SharedView): number {
  return view.byteLength;
}

/** All bytes of a view, unshared; at most the first `most` are read. */
export function bytesOf(view: SharedView, most = Infinity): Uint8Array {
  const copy = new Uint8Array(byteLengthOf(view));
  readBytes(view, copy, 0, Math.min(copy.length, most));
  return copy;
}

/** Copies bytes from one shared buffer to another. */
export function copyBuffer(from: SharedArrayBuffer, start: number, to: SharedArrayBuffer): void {
  copyWithinBuffers(memoryOf(from), start, memoryOf(to), 0, to.byteLength);
}

/** Copies bytes of shared memory. Where they overlap, all are read before any is written. */
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
