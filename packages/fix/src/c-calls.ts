import type { MemoryOrder } from '@fencepost/core';
import { failureOrderOf } from '@fencepost/core';
import type { Token } from './c-syntax.js';
import { closing } from './c-syntax.js';
import { isOrderWord, rewritten } from './c-orders.js';
import type { Edit } from './editor.js';

/** Tokens from `first` to `last`, by index. */
interface Argument {
  readonly first: number;
  readonly last: number;
}

/** A call of an atomic operation. */
export interface AtomicCall {
  readonly name: Token;
  /** The closing parenthesis. */
  readonly close: Token;
  /** Whether naming an order requires a new name: `atomic_store` becomes `atomic_store_explicit`. */
  readonly needsExplicit: boolean;
  /** Whether there are arguments before the orders. */
  readonly hasOperands: boolean;
  /** Whether it also has an order for failure. */
  readonly isCas: boolean;
  readonly orders: readonly Argument[];
  readonly style: 'builtin' | 'function' | 'method';
}

const NAMES =
  /^(?<style>__atomic_|atomic_)?(?<flag>flag_)?(?<what>load|store|exchange|compare_exchange|fetch_[a-z]+|[a-z]+_fetch|test_and_set|clear|test|thread_fence)(?<form>_n|_strong|_weak)?(?<explicit>_explicit)?$/;

/** Number of arguments before the orders, by style. */
const OPERANDS: Readonly<Record<string, Readonly<Record<AtomicCall['style'], number>>>> = {
  load: { builtin: 2, function: 1, method: 0 },
  store: { builtin: 2, function: 2, method: 1 },
  exchange: { builtin: 3, function: 2, method: 1 },
  compare_exchange: { builtin: 4, function: 3, method: 2 },
  test_and_set: { builtin: 1, function: 1, method: 0 },
  test: { builtin: 1, function: 1, method: 0 },
  clear: { builtin: 1, function: 1, method: 0 },
  thread_fence: { builtin: 0, function: 0, method: 0 },
};
const FETCH: Readonly<Record<AtomicCall['style'], number>> = { builtin: 2, function: 2, method: 1 };

/** Returns the call at a place. The place is its name, or the object of its method. */
export function atomicCall(tokens: readonly Token[], at: number): AtomicCall | undefined {
  for (let i = at; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '(' || text === '[') i = closing(tokens, i);
    else if (/^(?:[A-Za-z_]\w*|\.|->|::|\*|&)$/.test(text)) {
      if (tokens[i + 1]?.text !== '(') continue;
      const call = callNamed(tokens, i);
      if (call !== undefined) return call;
      // A call of another function. The method may be called on its result.
    } else return undefined;
  }
  return undefined;
}

function callNamed(tokens: readonly Token[], at: number): AtomicCall | undefined {
  const name = tokens[at]!;
  const groups = NAMES.exec(name.text)?.groups;
  if (groups === undefined) return undefined;
  const isMember = tokens[at - 1]?.text === '.' || tokens[at - 1]?.text === '->';
  const style = groups['style'] === '__atomic_' ? 'builtin' : groups['style'] === 'atomic_' ? 'function' : 'method';
  if (isMember !== (style === 'method')) return undefined;
  const what = groups['what']!;
  const end = closing(tokens, at + 1);
  if (end >= tokens.length) return undefined;
  const list = argumentsBetween(tokens, at + 1, end);
  const short = style === 'builtin' && groups['form'] === '_n' && (what === 'load' || what === 'exchange') ? 1 : 0;
  const operands = (OPERANDS[what] ?? FETCH)[style] - short;
  if (list.length < operands) return undefined;
  const isCas = what === 'compare_exchange';
  const needsExplicit = style === 'function' && groups['explicit'] === undefined && what !== 'thread_fence';
  const orders = list.slice(operands);
  if (orders.length > (isCas ? 2 : 1) || (needsExplicit && orders.length > 0)) return undefined;
  return { name, close: tokens[end]!, needsExplicit, hasOperands: operands > 0, isCas, orders, style };
}

function argumentsBetween(tokens: readonly Token[], open: number, end: number): readonly Argument[] {
  const list: Argument[] = [];
  let first = open + 1;
  for (let at = first; at < end; at++) {
    const { text } = tokens[at]!;
    if (text === '(' || text === '[' || text === '{') at = closing(tokens, at);
    else if (text === ',') {
      list.push({ first, last: at - 1 });
      first = at + 1;
    }
  }
  return first < end ? [...list, { first, last: end - 1 }] : list;
}

/** The orders that a call is to have. */
export interface CallOrders {
  readonly order: MemoryOrder;
  readonly failureOrder: MemoryOrder | undefined;
}

/** Returns the edits that give the call these orders. */
export function orderEdits(
  tokens: readonly Token[],
  { name, close, needsExplicit, hasOperands, isCas, orders, style }: AtomicCall,
  { order, failureOrder = failureOrderOf(order) }: CallOrders,
  isCxx: boolean,
): readonly Edit[] {
  const wanted = isCas ? [order, failureOrder] : [order];
  if (orders.length === 0 && wanted.every((each) => each === 'seq_cst')) return [];
  const word = (each: MemoryOrder): string =>
    style === 'builtin' ? `__ATOMIC_${each.toUpperCase()}` : `${isCxx ? 'std::' : ''}memory_order_${each}`;
  const edits: Edit[] = orders.map(({ first, last }, i) => {
    const own = tokens[last]!;
    if (isOrderWord(own.text)) return { start: own.start, end: own.end, text: rewritten(own.text, wanted[i]!) };
    return { start: tokens[first]!.start, end: own.end, text: word(wanted[i]!) };
  });
  let missing = wanted.slice(orders.length);
  // If a method is given one order, the other follows from it.
  const isImplied = isCas && style === 'method' && failureOrderOf(order) === failureOrder;
  if (isImplied) missing = orders.length === 0 ? [order] : [];
  if (missing.length > 0) {
    const separator = hasOperands || orders.length > 0 ? ', ' : '';
    edits.push({ start: close.start, end: close.start, text: separator + missing.map(word).join(', ') });
  }
  if (needsExplicit) edits.push({ start: name.end, end: name.end, text: '_explicit' });
  return edits;
}
