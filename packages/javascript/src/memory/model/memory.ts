import type { CellSize, ElementType, Operation, RmwFunction } from '@fencepost/core';
import type { Element, ElementKind } from './kinds.js';
import type { AccessOrder } from './operations.js';

/** Bytes of a buffer, in elements of `unit` bytes; at most `largest` bytes are accessed as one word. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
  readonly unit: number;
  readonly largest: number;
}

/** A SharedArrayBuffer whose bytes are accessed as words of the models. An access runs no code of the program. */
export interface Memory {
  /** Address of its first byte. */
  readonly base: number;
  /** Whether the buffer may still be accessed through this object. */
  readonly isCurrent: boolean;
  /**
   * `loose`: a piece of a longer range of bytes, which other accesses may divide differently. `learns`: see
   * `Operation.learns`.
   */
  read(offset: number, size: CellSize, order: AccessOrder, loose?: boolean, learns?: Operation['learns']): number;
  write(offset: number, size: CellSize, word: number, order: AccessOrder, loose?: boolean): void;
  /**
   * Performs a read-modify-write of `Atomics` or (with `expected`) its compare-and-swap; returns the old value. Only in
   * a thread.
   */
  modify(offset: number, size: CellSize, fn: RmwFunction, operand: number, expected?: number): number;
  /** A plain access to an element of a typed array. */
  readElement(kind: ElementKind, offset: number): Element;
  writeElement(kind: ElementKind, offset: number, value: Element): void;
  /**
   * Returns the size of the next access to a range with `most` bytes left. `largest`: maximum size for bytes that the
   * program has not accessed otherwise.
   */
  pieceAt(offset: number, most: number, largest: number): CellSize;
  /** Returns whether this byte is part of an element known to be accessed with `Atomics`. */
  isAtomicAt(offset: number): boolean;
  /**
   * Reads the next bytes of a range at once if they form a block; returns their number. 0: the caller must read them in
   * words.
   */
  readBlock(range: ByteRange, into: Uint8Array, at: number): number;
  writeBlock(range: ByteRange, from: Uint8Array, at: number): number;
  /** Returns whether the whole range consists of blocks. If only a part does, divides these blocks. */
  isInBlocks(range: ByteRange): boolean;
  /**
   * Names the memory after the expression that first accesses it, for reports, and sets the form in which they show its
   * values. `unit`: size of an element in bytes.
   */
  name(offset: number, index: number, unit: number, form: ElementType): void;
}
