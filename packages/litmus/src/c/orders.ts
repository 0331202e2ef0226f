import type { AccessOrder, FenceKind } from '@fencepost/axioms';
import type { Tokens } from '../format/tokens.js';

type MemoryOrder = Exclude<AccessOrder, 'plain' | 'acquire_pc'>;

const ORDERS: readonly MemoryOrder[] = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'];

/** The kind of operation that an order belongs to. The standard forbids some combinations. */
export type Purpose = 'load' | 'store' | 'read-modify-write' | 'failure' | 'fence';

const FORBIDDEN: Readonly<Record<Purpose, readonly MemoryOrder[]>> = {
  load: ['release', 'acq_rel'],
  store: ['acquire', 'acq_rel'],
  'read-modify-write': [],
  failure: ['release', 'acq_rel'],
  fence: [],
};

/** Parses a memory order: `memory_order_acquire`. */
export function parseOrder(tokens: Tokens, purpose: Purpose): MemoryOrder {
  const { text, offset } = tokens.expectName('a memory order');
  const allowed = ORDERS.filter((order) => !FORBIDDEN[purpose].includes(order));
  const hint = `write ${allowed.map((order) => `memory_order_${order}`).join(', ')}`;
  if (text === 'memory_order_consume') {
    throw tokens.source.unsupported(offset, `${text} is not supported`, 'compilers treat it as memory_order_acquire');
  }
  const order = ORDERS.find((known) => text === `memory_order_${known}`);
  if (order === undefined) throw tokens.source.syntaxError(offset, `found '${text}', expected a memory order`, hint);
  if (allowed.includes(order)) return order;
  const what = purpose === 'failure' ? 'compare-exchange that fails' : purpose;
  throw tokens.source.syntaxError(offset, `a ${what} cannot have ${text}`, hint);
}

/** Returns the fence for an order; undefined for a relaxed one, which does nothing. */
export function fenceOf(order: MemoryOrder): FenceKind | undefined {
  return order === 'relaxed' ? undefined : order;
}
