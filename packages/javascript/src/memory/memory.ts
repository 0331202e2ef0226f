import type { CellSize, ElementType, RmwFunction } from '@fencepost/core';
import type { Element, ElementKind } from './kinds.js';
import type { AccessOrder } from './operations.js';

/** Bytes of a buffer, in elements of `unit` bytes, of which at most `largest` are accessed as one word. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
  readonly unit: number;
  readonly largest: number;
}

/** A SharedArrayBuffer, and how its bytes are accessed: as words of the models. No code of the program runs meanwhile. */
export interface Memory {
  /** Address of its first byte. */
  readonly base: number;
  /** May the buffer still be accessed through it? */
  readonly isCurrent: boolean;
  /** `loose`: a piece of a longer range of bytes, which other accesses may divide differently. */
  read(offset: number, size: CellSize, order: AccessOrder, loose?: boolean): number;
  write(offset: number, size: CellSize, word: number, order: AccessOrder, loose?: boolean): void;
  /**
   * A read-modify-write of `Atomics` or (with `expected`) its compare-and-swap; returns the old value. Only in a
   * thread.
   */
  modify(offset: number, size: CellSize, fn: RmwFunction, operand: number, expected?: number): number;
  /** A plain access to an element of a typed array. */
  readElement(kind: ElementKind, offset: number): Element;
  writeElement(kind: ElementKind, offset: number, value: Element): void;
  /**
   * The size in which to access the next of `most` bytes of a range. `largest`: of pieces that the program has not
   * accessed otherwise.
   */
  pieceAt(offset: number, most: number, largest: number): CellSize;
  /** Is this byte part of an element that is accessed with `Atomics`, as far as is known? */
  isAtomicAt(offset: number): boolean;
  /**
   * Reads the next bytes of a range at once, if they are a block; returns how many. 0: they are to be read in
   * words.
   */
  readBlock(range: ByteRange, into: Uint8Array, at: number): number;
  writeBlock(range: ByteRange, from: Uint8Array, at: number): number;
  /** Is all of a range in blocks? If only a part is, these blocks are divided. */
  isInBlocks(range: ByteRange): boolean;
  /**
   * Reports use the name that memory has where it is first accessed, and show values as they are accessed. `unit`: the
   * bytes of an element.
   */
  name(offset: number, index: number, unit: number, form: ElementType): void;
}
