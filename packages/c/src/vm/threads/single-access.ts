import type { CellSize, MemoryOrder, Operation, RmwFunction, Site } from '@fencepost/core';
import { RMW, STORE, decodeWide, load, store } from '@fencepost/core';
import type { LibraryValue, Steps } from '../../runtime/base/services.js';
import type { Comparison } from '../memory/accessed.js';
import type { ThreadMemory } from '../memory/thread-memory.js';
import { isOne, modification } from '../memory/visible-cells.js';

/** The thread that makes the access. */
interface Accessing {
  readonly memory: Pick<ThreadMemory, 'cells' | 'isVisible' | 'lifetimes'>;
  /** Whether the last compare-and-swap succeeded. */
  swapped: boolean;
}

/** What a single access does: the operation, on all of one cell. Immutable, so a snapshot can keep it. */
export interface Access {
  readonly operation: Operation;
  readonly size: CellSize;
}

/**
 * The steps of an import that performs one visible operation and nothing else. Nearly all visible operations of a program
 * are of this kind, so it is not a generator, and can begin again without its import being called again.
 */
export class SingleAccess implements Access, Steps<LibraryValue> {
  readonly operation: Operation;
  readonly size: CellSize;
  private readonly thread: Accessing;
  private hasBegun = false;

  constructor(thread: Accessing, operation: Operation, size: CellSize) {
    this.thread = thread;
    this.operation = operation;
    this.size = size;
  }

  next(result: number): IteratorResult<Operation, LibraryValue> {
    const { operation, thread, size } = this;
    if (!this.hasBegun) {
      this.hasBegun = true;
      return { done: false, value: operation };
    }
    if (operation.kind === STORE) return { done: true, value: undefined };
    const word = thread.memory.lifetimes.checkRead(operation.address, size, result, operation.site);
    if (operation.kind === RMW && operation.fn === 'cas') thread.swapped = word === operation.expected;
    return { done: true, value: fromWord(word, size) };
  }

  return(value: LibraryValue): IteratorResult<Operation, LibraryValue> {
    return { done: true, value };
  }

  [Symbol.iterator](): this {
    return this;
  }
}

/** Converts a word to a value of WebAssembly. */
export function fromWord(word: number, size: CellSize): number | bigint {
  return size === 8 ? decodeWide(word) : word;
}

/** Returns the steps of a visible load; undefined if it takes several operations, or reads part of a cell. */
export function singleLoad(
  thread: Accessing,
  address: number,
  size: CellSize,
  order: MemoryOrder,
  site: Site | undefined,
): SingleAccess | undefined {
  if (!isOne(thread.memory.cells.read(address, size, order, site), size)) return undefined;
  return new SingleAccess(thread, { ...load(address, order, site), size }, size);
}

/** Returns the steps of a store; undefined if it is private, takes several operations, or writes part of a cell. */
export function singleStore(
  thread: Accessing,
  address: number,
  size: CellSize,
  word: number,
  order: MemoryOrder,
  site: Site | undefined,
  base: number,
): SingleAccess | undefined {
  const { memory } = thread;
  if (!memory.isVisible(address, size, true, site, base)) return undefined;
  if (!isOne(memory.cells.written(address, size, order, site), size)) return undefined;
  return new SingleAccess(thread, { ...store(address, word, order, site), size }, size);
}

/** Returns the steps of a read-modify-write or (with `comparison`) a compare-and-swap; undefined as for stores. */
export function singleModification(
  thread: Accessing,
  fn: RmwFunction,
  address: number,
  size: CellSize,
  operand: number,
  comparison: Comparison | undefined,
  order: MemoryOrder,
  site: Site | undefined,
  base: number,
): SingleAccess | undefined {
  const { memory } = thread;
  if (!memory.isVisible(address, size, true, site, base)) return undefined;
  if (memory.cells.modified(address, size, site).size !== size) return undefined;
  return new SingleAccess(thread, modification(fn, address, size, operand, comparison, order, site), size);
}
