import type { Cell, CellSize, MemoryOrder, ModelName, Operation, RmwFunction, Site, Width } from '@fencepost/core';
import {
  REFERENCE_MODEL,
  encodeFunction,
  formatSite,
  models,
  modelsWithoutBuffers,
  rmwResult,
  transform,
} from '@fencepost/core';
import type { Context } from '../context/context.js';
import { bits, wordOf } from './words.js';

/** Some bytes of a cell, or bytes that partly lie in the cell. */
interface Part {
  readonly address: number;
  readonly size: CellSize;
}

/** Effect of a read-modify-write on a part; `expected`: it is a compare-and-swap. */
interface Modification {
  readonly fn: RmwFunction;
  readonly operand: number;
  readonly expected: number | undefined;
}

interface Ordering {
  readonly order: MemoryOrder;
  readonly failureOrder: MemoryOrder;
  readonly site: Site | undefined;
}

/** Returns the bits of a part in the word of the cell. */
export function partOf(cell: Cell, { address, size }: Part, whole: number): bigint {
  return BigInt.asUintN(8 * size, bits(whole, cell.size) >> BigInt(8 * (address - cell.address)));
}

function withPart(cell: Cell, { address, size }: Part, whole: number, value: bigint): number {
  const shift = BigInt(8 * (address - cell.address));
  const mask = ((1n << BigInt(8 * size)) - 1n) << shift;
  return wordOf((bits(whole, cell.size) & ~mask) | ((value << shift) & mask), cell.size);
}

function nameOf(cell: Cell, { address, size }: Part): string {
  const first = address - cell.address;
  return size === 1 ? `byte ${first}` : `bytes ${first} to ${first + size - 1}`;
}

/**
 * Returns a store to a part of a cell as one step that keeps the other bytes (decision 27). Under SC this is exact.
 * Other models may delay a store unless it is seq_cst, but they do not delay such a step, so fewer behaviours are
 * explored than the models allow.
 */
export function writePart(
  context: Context,
  cell: Cell,
  access: Part,
  value: bigint,
  order: MemoryOrder,
  site: Site | undefined,
): Operation {
  const start = Math.max(access.address, cell.address);
  const end = Math.min(access.address + access.size, cell.address + cell.size);
  const part = { address: start, size: (end - start) as CellSize };
  const given = BigInt.asUintN(8 * part.size, value >> BigInt(8 * (start - access.address)));
  limit(context, 'the store to a part of a word', site, order === 'seq_cst' ? modelsWithoutBuffers : modelsBesideSc);
  const key = `${nameOf(cell, part)} become ${given} (of ${cell.size})`;
  const apply = (old: number): number => withPart(cell, part, old, given);
  return atPart(cell, { key, apply, alwaysWrites: true }, { order, failureOrder: 'relaxed', site });
}

/**
 * Returns a read-modify-write of a part as one of the cell that keeps the other bytes. With store buffers this is
 * exact. Other models order accesses to different parts less than accesses to one word.
 */
export function modifyPart(
  context: Context,
  cell: Cell,
  part: Part,
  { fn, operand, expected }: Modification,
  ordering: Ordering,
): Operation {
  const { size } = part;
  limitWithoutBuffers(context, 'the atomic operation on a part of a word', ordering.site);
  const compared = expected === undefined ? '' : ` if ${bits(expected, size)}`;
  const key = `${fn} ${bits(operand, size)}${compared} in ${nameOf(cell, part)} (of ${cell.size})`;
  const code = encodeFunction(fn, (8 * size) as Width);
  const apply = (old: number): number => {
    const word = wordOf(partOf(cell, part, old), size);
    if (expected !== undefined && word !== expected) return old;
    return withPart(cell, part, old, bits(rmwResult(code, word, operand), size));
  };
  return atPart(cell, { key, apply, alwaysWrites: expected === undefined }, ordering);
}

/** A plain access becomes relaxed: otherwise it would race with accesses to other parts. */
function atPart(
  { address, size }: Cell,
  transition: Parameters<typeof transform>[1],
  { order, failureOrder, site }: Ordering,
): Operation {
  return { ...transform(address, transition, site), size, order: order === 'plain' ? 'relaxed' : order, failureOrder };
}

/** Records a limit for an operation that is ordered more strictly here than in models without store buffers. */
export function limitWithoutBuffers(context: Context, what: string, site: Site | undefined): void {
  limit(context, what, site, modelsWithoutBuffers);
}

function modelsBesideSc(): readonly ModelName[] {
  return models().flatMap(({ name }) => (name === REFERENCE_MODEL ? [] : name));
}

function limit(context: Context, what: string, site: Site | undefined, bound: () => readonly ModelName[]): void {
  const place = site === undefined ? '' : ` at ${formatSite(site)}`;
  if (context.limits.has(what + place)) return;
  context.limits.set(what + place, {
    what: what + place,
    bound: 'as one step of the whole word, which orders more than the model requires',
    advice: 'access the word with one width',
    models: bound(),
  });
}
