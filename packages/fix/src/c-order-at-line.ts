import type { MemoryOrder } from '@fencepost/core';
import type { AtomicCall } from './c-calls.js';
import { atomicCall, orderEdits } from './c-calls.js';
import { tokensOf } from './c-syntax.js';
import { edited } from './editor.js';

/** A source whose first atomic operation of a line has another order. */
export interface Reordered {
  /** Name of the operation: `atomic_load_explicit`, `store`. */
  readonly operation: string;
  readonly text: string;
}

/** Gives the first atomic operation of a line (from 1) this order; undefined if the line has none. */
export function withOrderAtLine(text: string, line: number, order: MemoryOrder, isCxx: boolean): Reordered | undefined {
  const tokens = tokensOf(text);
  const start = text.split('\n', line - 1).join('\n').length;
  const end = text.split('\n', line).join('\n').length;
  const isHere = ({ name }: AtomicCall): boolean => name.start >= start && name.end <= end;
  for (const [at, token] of tokens.entries()) {
    if (token.end <= start || token.start >= end) continue;
    const call = atomicCall(tokens, at);
    if (call === undefined || !isHere(call)) continue;
    const edits = orderEdits(tokens, call, { order, failureOrder: undefined }, isCxx);
    return { operation: call.name.text, text: edited(text, edits) };
  }
  return undefined;
}
