import type { CellSize, Operation, RmwFunction, Width } from '@fencepost/core';
import { compareExchange, load, rmw, store } from '@fencepost/core';
import type { Segment } from '../world/blocks.js';

/** The order of an access; those of `Atomics` are sequentially consistent. */
export type AccessOrder = 'plain' | 'seq_cst';

// Threads are run from the start many times: an operation is made once for all equal accesses, in any program, as it
// depends on nothing else.
const loads = new Map<number, Operation>();
const stores = new Map<number, Map<number, Operation>>();

function keyOf(address: number, size: CellSize, order: AccessOrder): number {
  return address * 32 + size * 2 + (order === 'plain' ? 0 : 1);
}

/** The operation that loads there. */
export function loadOf(address: number, size: CellSize, order: AccessOrder): Operation {
  const key = keyOf(address, size, order);
  const known = loads.get(key);
  if (known !== undefined) return known;
  const made = { ...load(address, order), size };
  loads.set(key, made);
  return made;
}

/** The operation that stores there. */
export function storeOf(address: number, size: CellSize, value: number, order: AccessOrder): Operation {
  const key = keyOf(address, size, order);
  let values = stores.get(key);
  if (values === undefined) stores.set(key, (values = new Map<number, Operation>()));
  const known = values.get(value);
  if (known !== undefined) return known;
  const made = { ...store(address, value, order), size };
  values.set(value, made);
  return made;
}

const updates = new Map<string, Operation>();

/** The read-modify-write of `Atomics`, or (with `expected`) its compare-and-swap. */
export function updateOf(
  address: number,
  size: CellSize,
  fn: RmwFunction,
  operand: number,
  expected: number,
): Operation {
  const key = `${fn} ${address} ${size} ${operand} ${expected}`;
  const known = updates.get(key);
  if (known !== undefined) return known;
  const operation = fn === 'cas' ? compareExchange(address, expected, operand) : rmw(fn, address, operand);
  const made = { ...operation, size, width: (8 * size) as Width };
  updates.set(key, made);
  return made;
}

const blockLoads = new WeakMap<Segment, Operation>();

/** The operation that loads a block. */
export function blockLoadOf(block: Segment): Operation {
  const known = blockLoads.get(block);
  if (known !== undefined) return known;
  const made = { ...load(block.start, 'plain'), size: block.end - block.start };
  blockLoads.set(block, made);
  return made;
}

/** The operation that stores a block. */
export function blockStoreOf({ start, end }: Segment, value: number): Operation {
  return { ...store(start, value, 'plain'), size: end - start };
}
