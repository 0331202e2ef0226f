import { elementsOf } from './elements.js';
import { foundNothingTooSoon } from './found-nothing.js';
import { bagMachine, registerMachine, sequenceMachine } from './machines.js';
import type { Decided, ObservedCall, Value, Violation } from './observed-call.js';
import { EXPLAINED, hasReturned } from './observed-call.js';
import { decideLock } from './lock-owners.js';
import { decidePresence } from './presence.js';
import { overtakingElements } from './queue-order.js';
import { decideRegister } from './register-zones.js';
import type { SearchLimit } from './search.js';
import { decideBySearch } from './search.js';
import { impossibleStack } from './stack-order.js';

/** What the calls of a history should behave like. */
export interface HistorySpecification {
  readonly meaning: string;
  /** Its operations, each with all names that a history can use for it. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Operations that return something: for them, no result means that there was nothing. */
  readonly returning: readonly string[];
  /** Operations that return a truth value, which a history may also write as 0 or 1. */
  readonly returnsWhether: readonly string[];
  /** The first argument names one of many objects, each of which is decided alone. */
  readonly isKeyed: boolean;
  readonly decide: (calls: readonly ObservedCall[], limit: SearchLimit) => Decided;
}

const PUT = ['put', 'push', 'enqueue', 'enq', 'offer', 'add', 'send', 'insert'];
const TAKE = ['take', 'pop', 'dequeue', 'deq', 'poll', 'remove', 'receive', 'try_pop', 'tryPop'];
const LOOK = ['look', 'peek', 'top', 'front'];
const REGISTER = {
  read: ['read', 'get', 'load', 'r'],
  write: ['write', 'put', 'set', 'store', 'w'],
  'compare and swap': ['cas', 'compare_exchange', 'compareExchange', 'compare-and-set', 'compareAndSet'],
  exchange: ['exchange', 'swap', 'getAndSet'],
  append: ['append'],
  delete: ['delete', 'remove', 'clear'],
  add: ['fetch_add', 'fetchAdd', 'increment', 'add', 'getAndAdd'],
};
const RETURNING = ['read', 'exchange', 'take', 'look'];

export const HISTORY_SPECIFICATIONS: Readonly<Record<string, HistorySpecification>> = {
  register: {
    meaning: 'a variable: reads, writes, compare-and-swaps, exchanges; null at first',
    names: REGISTER,
    returning: RETURNING,
    returnsWhether: [],
    isKeyed: false,
    decide: (calls, limit) => decideVariable(calls, null, limit),
  },
  map: {
    meaning: 'a key-value store: the operations of a register, with a key as first argument',
    names: REGISTER,
    returning: RETURNING,
    returnsWhether: [],
    isKeyed: true,
    decide: (calls, limit) => decideVariable(calls, null, limit),
  },
  counter: {
    meaning: 'a number: reads, additions (of 1, or of the argument), writes; 0 at first',
    names: REGISTER,
    returning: RETURNING,
    returnsWhether: [],
    isKeyed: false,
    decide: (calls, limit) => decideVariable(calls, 0, limit),
  },
  queue: {
    meaning: 'first in, first out',
    names: { put: PUT, take: TAKE, look: LOOK },
    returning: RETURNING,
    returnsWhether: [],
    isKeyed: false,
    decide: (calls, limit) =>
      decideElements(calls, overtakingElements) ?? decideBySearch(calls, sequenceMachine(false), limit),
  },
  stack: {
    meaning: 'last in, first out',
    names: { put: PUT, take: TAKE, look: LOOK },
    returning: RETURNING,
    returnsWhether: [],
    isKeyed: false,
    decide: (calls, limit) =>
      decideElements(calls, impossibleStack) ?? decideBySearch(calls, sequenceMachine(true), limit),
  },
  bag: {
    meaning: 'a take gives any element',
    names: { put: PUT, take: TAKE },
    returning: RETURNING,
    returnsWhether: [],
    isKeyed: false,
    decide: (calls, limit) => decideElements(calls, () => undefined) ?? decideBag(calls, limit),
  },
  set: {
    meaning: 'additions and removals return whether they changed something; tests',
    names: {
      insert: ['add', 'insert', 'put'],
      remove: ['remove', 'delete', 'erase'],
      look: ['contains', 'has', 'find', 'member', 'look'],
    },
    returning: [],
    returnsWhether: ['insert', 'remove', 'look'],
    isKeyed: true,
    decide: decidePresence,
  },
  lock: {
    meaning: 'at most one process holds it, and only that one releases it; tries return whether they got it',
    names: {
      insert: ['lock', 'acquire', 'try_lock', 'tryLock', 'try_acquire', 'tryAcquire'],
      remove: ['unlock', 'release'],
    },
    returning: [],
    returnsWhether: ['insert', 'remove'],
    isKeyed: false,
    decide: decideLock,
  },
};

function decideVariable(calls: readonly ObservedCall[], initial: Value, limit: SearchLimit): Decided {
  return decideRegister(calls, initial) ?? decideBySearch(calls, registerMachine(initial), limit);
}

/**
 * Decides without search if all elements differ; undefined if this is not possible. Takes that never returned may be
 * left out, if the rest is linearizable.
 */
function decideElements(
  calls: readonly ObservedCall[],
  outOfOrder: (elements: Exclude<ReturnType<typeof elementsOf>, Violation | undefined>) => Violation | undefined,
): Decided | undefined {
  if (calls.some(({ operation }) => operation === 'look')) return undefined;
  const elements = elementsOf(calls);
  if (elements === undefined) return undefined;
  if ('why' in elements) return { violation: elements };
  const violation = foundNothingTooSoon(elements) ?? outOfOrder(elements);
  if (violation === undefined) return EXPLAINED;
  return elements.pending === 0 ? { violation } : undefined;
}

/** A take of a bag that never returned may have taken any element: then the search cannot show a violation. */
function decideBag(calls: readonly ObservedCall[], limit: SearchLimit): Decided {
  const decided = decideBySearch(calls, bagMachine(), limit);
  const open = calls.filter((call) => call.operation === 'take' && !hasReturned(call));
  if (decided.violation === undefined || open.length === 0) return decided;
  // Each of these may have taken any element, or not have happened.
  const elements = [...new Set(calls.filter(({ operation }) => operation === 'put').map(({ given }) => given[0]!))];
  const ways = elements.length ** open.length;
  for (let way = 0; way < ways; way++) {
    if (way >= MOST_WAYS || limit.isOver()) return { isCutOff: true };
    const taken = calls.map((call) => {
      const place = open.indexOf(call);
      const element = Math.floor(way / elements.length ** place) % elements.length;
      return place === -1 ? call : { ...call, result: elements[element]! };
    });
    const otherwise = decideBySearch(taken, bagMachine(), limit);
    if (otherwise.violation === undefined) return otherwise;
  }
  return decided;
}

/** The most assignments of elements to takes that never returned. */
const MOST_WAYS = 1000;
