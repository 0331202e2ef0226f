import type { MemoryOrder } from '@fencepost/core';
import { ORDERS } from '@fencepost/core';
import type { Token } from './c-syntax.js';
import { closing } from './c-syntax.js';

/** `memory_order_relaxed`, `__ATOMIC_RELAXED`; or `relaxed` of `std::memory_order::relaxed`. */
const ORDER = /^(?:memory_order_|__ATOMIC_)([a-z_]+|[A-Z_]+)$/;

/** As in `std::memory_order::relaxed`. */
const BARE: ReadonlySet<string> = new Set([...ORDERS, 'consume']);

/** Is it a word for an order? */
export function isOrderWord(word: string): boolean {
  return ORDER.test(word) || BARE.has(word);
}

/**
 * The word for the order in the call of an atomic operation, given a token of the call before its arguments. Of a
 * compare-and-swap with two orders, that of its success.
 */
export function orderWord(tokens: readonly Token[], call: number): Token | undefined {
  const { text } = tokens[call]!;
  if (!/^[A-Za-z_]\w*$/.test(text)) return undefined;
  let open = call + 1;
  while (tokens[open] !== undefined && !'(;{}'.includes(tokens[open]!.text)) open++;
  if (tokens[open]?.text !== '(') return undefined;
  const end = closing(tokens, open);
  for (let at = open + 1; at < end; at++) {
    const token = tokens[at]!;
    // The orders of another operation among the arguments are not its own.
    if (token.text === '(' || token.text === '[' || token.text === '{') at = closing(tokens, at);
    else if (ORDER.test(token.text)) return token;
    else if (token.text === 'memory_order' && tokens[at + 1]?.text === '::') return tokens[at + 2];
  }
  return undefined;
}

/** The word for another order, written in the same way. */
export function rewritten(word: string, order: MemoryOrder): string {
  const isBare = BARE.has(word);
  if (word.startsWith('__ATOMIC_')) return `__ATOMIC_${order.toUpperCase()}`;
  return isBare ? order : `memory_order_${order}`;
}
