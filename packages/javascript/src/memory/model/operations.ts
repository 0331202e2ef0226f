import type { CellSize, Operation, RmwFunction, Width } from '@fencepost/core';
import { compareExchange, load, rmw, store } from '@fencepost/core';
import type { Segment } from '../../world/context/blocks.js';

/** The memory order of an access; accesses by `Atomics` are sequentially consistent. */
export type AccessOrder = 'plain' | 'seq_cst';

// Interned operations. Threads are run from the start many times, and an operation depends on nothing but the access,
// so equal accesses of all programs share one object.
const loads = new Map<number, Operation>();
const stores = new Map<number, Map<number, Operation>>();

function keyOf(address: number, size: CellSize, order: AccessOrder): number {
  return address * 32 + size * 2 + (order === 'plain' ? 0 : 1);
}

/** Returns the load of this address. */
export function loadOf(address: number, size: CellSize, order: AccessOrder): Operation {
  const key = keyOf(address, size, order);
  const known = loads.get(key);
  if (known !== undefined) return known;
  const made = { ...load(address, order), size };
  loads.set(key, made);
  return made;
}

/** Returns the store to this address. */
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

/** Returns the read-modify-write of `Atomics`, or (with `expected`) its compare-and-swap. */
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

/** Returns the load of a block. */
export function blockLoadOf(block: Segment): Operation {
  const known = blockLoads.get(block);
  if (known !== undefined) return known;
  const made = { ...load(block.start, 'plain'), size: block.end - block.start };
  blockLoads.set(block, made);
  return made;
}

/** Returns the store to a block. */
export function blockStoreOf({ start, end }: Segment, value: number): Operation {
  return { ...store(start, value, 'plain'), size: end - start };
}
