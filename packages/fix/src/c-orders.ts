import type { MemoryOrder } from '@fencepost/core';
import { ORDERS } from '@fencepost/core';
import type { Token } from './c-syntax.js';
import { closing } from './c-syntax.js';

/** `memory_order_relaxed`, `__ATOMIC_RELAXED`; or `relaxed` of `std::memory_order::relaxed`. */
const ORDER = /^(?:memory_order_|__ATOMIC_)([a-z_]+|[A-Z_]+)$/;

/** Words as in `std::memory_order::relaxed`. */
const BARE: ReadonlySet<string> = new Set([...ORDERS, 'consume']);

/** Whether the word names a memory order. */
export function isOrderWord(word: string): boolean {
  return ORDER.test(word) || BARE.has(word);
}

/**
 * Returns the word for the order in the call of an atomic operation, given a token of the call before its arguments.
 * For a compare-and-swap with two orders, returns that of success.
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
    // Skips the orders of nested operations among the arguments.
    if (token.text === '(' || token.text === '[' || token.text === '{') at = closing(tokens, at);
    else if (ORDER.test(token.text)) return token;
    else if (token.text === 'memory_order' && tokens[at + 1]?.text === '::') return tokens[at + 2];
  }
  return undefined;
}

/** Returns the word for another order, written in the same style. */
export function rewritten(word: string, order: MemoryOrder): string {
  const isBare = BARE.has(word);
  if (word.startsWith('__ATOMIC_')) return `__ATOMIC_${order.toUpperCase()}`;
  return isBare ? order : `memory_order_${order}`;
}
