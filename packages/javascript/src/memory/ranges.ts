import type { CellSize } from '@fencepost/core';
import { current } from '../world/current.js';
import { RawMemory } from './raw-memory.js';
import type { Memory } from './memory.js';
import type { SharedView } from './views.js';
import { memoryOf } from './views.js';

// Natives that work on bytes, whatever the view: in the same pieces as the program's other accesses.

/** `largest`: of the pieces of memory that the program has not accessed otherwise. */
function forPieces(
  memory: Memory,
  [from, to]: readonly [from: number, to: number],
  largest: number,
  visit: (offset: number, size: CellSize) => void,
): void {
  const { site } = current;
  for (let offset = from; offset < to;) {
    current.site = site;
    const size = memory.pieceAt(offset, to - offset, largest);
    visit(offset, size);
    offset += size;
  }
}

const LARGEST = 8;

/** Elements stay whole, as other threads may access them with Atomics. Bytes are many, and rarely of interest one by one. */
function largestOf({ kind }: SharedView): number {
  return kind === undefined || kind.size === 1 ? LARGEST : kind.size;
}

/** Reads bytes of a view into an unshared copy at the same offsets. */
export function readBytes(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  const { memory, offset } = view;
  const raw = new RawMemory(copy.buffer);
  forPieces(memory, [offset + start, offset + end], largestOf(view), (at, size) => {
    raw.poke(copy.byteOffset + at - offset, size, memory.read(at, size, 'plain'));
  });
}

/** Writes bytes of a copy back to the same offsets of the view. */
export function writeBytes(view: SharedView, copy: Uint8Array, start: number, end: number): void {
  const { memory, offset } = view;
  const raw = new RawMemory(copy.buffer);
  forPieces(memory, [offset + start, offset + end], largestOf(view), (at, size) => {
    memory.write(at, size, raw.peek(copy.byteOffset + at - offset, size), 'plain');
  });
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
  const [source, target] = [memoryOf(from), memoryOf(to)];
  forPieces(source, [start, start + to.byteLength], LARGEST, (at, size) => {
    target.write(at - start, size, source.read(at, size, 'plain'), 'plain');
  });
}
