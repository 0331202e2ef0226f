import type { Machine } from './machine.js';
import { IMPOSSIBLE } from './machine.js';
import type { Decided, ObservedCall, Value } from './observed-call.js';
import { hasReturned } from './observed-call.js';
import { decidePresence } from './presence.js';
import type { SearchLimit } from './search.js';
import { decideBySearch } from './search.js';
import { showValue } from './values.js';

const NOT_HELD = 'it releases a lock that its process does not hold';
const NOT_RELEASED = 'it could not release a lock that its process holds';

/**
 * Decides a history of a lock that only its owner can release. If each process acquires and releases in turn, owners
 * need not be tracked: at any time, only the process that holds the lock has acquired it more often than released it.
 */
export function decideLock(given: readonly ObservedCall[], limit: SearchLimit): Decided {
  // `lock` and `unlock` may return nothing.
  const calls = given.map((call) =>
    hasReturned(call) && call.result === undefined ? { ...call, result: true } : call,
  );
  if (!areInTurn(calls)) return decideBySearch(calls, lockMachine(), limit);
  const holders = new Set<Value>();
  const changes: ObservedCall[] = [];
  for (const call of calls.toSorted((a, b) => a.begin - b.begin)) {
    const { operation, process, result } = call;
    const isHeld = holders.has(process);
    if (operation === 'insert') {
      if (result === true) holders.add(process);
      changes.push(call);
    } else if (isHeld) {
      if (result === false) return { violation: { calls: [call], why: NOT_RELEASED } };
      holders.delete(process);
      changes.push(call);
    } else if (result === true) return { violation: { calls: [call], why: NOT_HELD } };
  }
  return decidePresence(changes, limit);
}

/** Whether each process has one call at a time, and does nothing after an acquisition that never returned. */
function areInTurn(calls: readonly ObservedCall[]): boolean {
  const ends = new Map<Value, number>();
  for (const { process, begin, end } of calls.toSorted((a, b) => a.begin - b.begin)) {
    if (begin < (ends.get(process) ?? begin)) return false;
    ends.set(process, end);
  }
  return true;
}

/** A lock. Its state is the number of its owner; 0: it is free. */
function lockMachine(): Machine {
  const owners: Value[] = [];
  const numberOf = (process: Value): number => {
    const known = owners.indexOf(process);
    return known === -1 ? owners.push(process) : known + 1;
  };
  return {
    show: (state) => (state === 0 ? 'it is free' : `process ${showValue(owners[state - 1]!)} holds it`),
    onlyLooks: ({ result }) => result === false,
    after: (state, { operation, process, result }) => {
      const own = numberOf(process);
      if (operation === 'insert')
        return (result === false) === (state === 0) ? IMPOSSIBLE : result === false ? state : own;
      return (result === false) === (state === own) ? IMPOSSIBLE : result === false ? state : 0;
    },
  };
}
