import type { CellSize, RmwFunction, Site, Width } from '@fencepost/core';
import { compareExchange, encodeFunction, rmw, rmwResult } from '@fencepost/core';
import type { Context } from '../world/context.js';
import { current } from '../world/current.js';
import type { Element } from './kinds.js';
import { bitsOf, wordOf } from './kinds.js';
import type { AccessOrder } from './operations.js';
import { loadOf, storeOf } from './operations.js';
import type { Memory, SharedView } from './views.js';

/**
 * Reads a word by visible operations. In set-up code nothing is visible. What the thread learns is stored in the real
 * memory of its world, which provides the guesses.
 */
export function readWord(memory: Memory, offset: number, size: CellSize, order: AccessOrder): number {
  const { base, raw, world } = memory;
  const { run } = current;
  if (run === undefined) return raw.peek(offset, size);
  const address = base + offset;
  const parts = world.context.cells.forLoad(address, size, order !== 'plain', siteFor(world.context, address, size));
  if (parts.length === 1 && parts[0]!.size === size) {
    const word = run.perform(loadOf(address, size, order), raw.peek(offset, size));
    raw.poke(offset, size, word);
    return word;
  }
  let bits = 0n;
  for (const cell of parts) {
    const at = cell.address - base;
    const word = run.perform(loadOf(cell.address, cell.size, order), raw.peek(at, cell.size));
    raw.poke(at, cell.size, word);
    const shift = BigInt(8 * (at - offset));
    bits |= shift >= 0n ? bitsOf(word, cell.size) << shift : bitsOf(word, cell.size) >> -shift;
  }
  return wordOf(bits, size);
}

/** Writes a word by visible operations. */
export function writeWord(memory: Memory, offset: number, size: CellSize, word: number, order: AccessOrder): void {
  const { base, raw, world } = memory;
  const { run } = current;
  if (run !== undefined) {
    const { context } = world;
    const address = base + offset;
    const cells = context.cells.forStore(address, size, order !== 'plain', siteFor(context, address, size));
    for (const cell of cells) {
      const whole = cell.size === size;
      const part = whole ? word : wordOf(bitsOf(word, size) >> BigInt(8 * (cell.address - address)), cell.size);
      run.perform(storeOf(cell.address, cell.size, part, order), 0);
      raw.poke(cell.address - base, cell.size, part);
    }
  } else raw.poke(offset, size, word);
}

/**
 * A read-modify-write of `Atomics` or (with `expected`) its compare-and-swap; returns the old value. Only in a thread.
 */
export function modifyWord(
  memory: Memory,
  offset: number,
  size: CellSize,
  fn: RmwFunction,
  operand: number,
  expected = 0,
): number {
  const { base, raw, world } = memory;
  const address = base + offset;
  const width = (8 * size) as Width;
  world.context.cells.forAtomic(address, size, siteFor(world.context, address, size));
  const operation = fn === 'cas' ? compareExchange(address, expected, operand) : rmw(fn, address, operand);
  const old = current.run!.perform({ ...operation, size, width }, raw.peek(offset, size));
  const stays = fn === 'cas' && old !== expected;
  raw.poke(offset, size, stays ? old : rmwResult(encodeFunction(fn, width), old, operand));
  return old;
}

/** The site to report if memory is divided differently; not needed if there is such a cell already, as is usual. */
function siteFor(context: Context, address: number, size: CellSize): Site | undefined {
  const cell = context.cells.at(address);
  return cell?.address === address && cell.size === size ? undefined : context.siteOf(current.site);
}

/** Reports use the name that memory has where it is first accessed. */
export function nameElement({ memory, offset, kind }: SharedView, index: number): void {
  memory.world.context.nameAccess(memory.base + offset + index * (kind?.size ?? 1), current.site, index);
}

/** Undefined: there is no such element. */
export function readElement(view: SharedView, index: number): Element | undefined {
  const { kind, length } = view;
  if (kind === undefined || !isIndex(index, length)) return undefined;
  nameElement(view, index);
  return kind.fromWord(readWord(view.memory, view.offset + index * kind.size, kind.size, 'plain'));
}

/** The value is converted even if there is no such element. */
export function writeElement(view: SharedView, index: number, value: unknown): void {
  const { kind, length } = view;
  if (kind === undefined) return;
  const word = kind.toWord(value);
  if (!isIndex(index, length)) return;
  nameElement(view, index);
  writeWord(view.memory, view.offset + index * kind.size, kind.size, word, 'plain');
}

function isIndex(index: number, length: number): boolean {
  return index >= 0 && index < length && Number.isInteger(index);
}

/**
 * The element that a property key denotes, if it is a canonical numeric string: then it is never an ordinary property,
 * though the element may not exist (`-0`, `1.5`).
 */
export function indexOfKey(key: unknown): number | undefined {
  if (typeof key === 'number') return key + 0;
  if (typeof key !== 'string') return undefined;
  if (key === '-0') return NaN;
  const index = Number(key);
  return String(index) === key ? index : undefined;
}

/** A computed key as a property key; calls `toString` of an object once. */
export function propertyKey(key: unknown): string | number | symbol {
  switch (typeof key) {
    case 'number':
    case 'string':
    case 'symbol':
      return key;
    case 'object':
    case 'function':
      return Reflect.ownKeys({ [key as never]: 0 })[0]!;
    default:
      return String(key);
  }
}
