import { EndsFirst } from './ends-first.js';
import type { Decided, ObservedCall } from './observed-call.js';
import { EXPLAINED, hasReturned } from './observed-call.js';

/** What a call does to something that has two states, such as an element that a set has or has not. */
export interface Switch {
  readonly call: ObservedCall;
  /** The state in which it can happen. */
  readonly before: 0 | 1;
  /** Whether it changes the state. */
  readonly changes: boolean;
}

/**
 * Decides a history of something with two states, which are 0 at first. Changes are made as late as possible: only when
 * a call ends that needs the other state. Then, of the calls that could make the change, the one that ends first makes
 * it. Calls that change nothing happen as soon as the state is theirs.
 */
export function decideTwoStates(switches: readonly Switch[]): Decided {
  const ends = switches.filter(({ call }) => hasReturned(call)).toSorted((a, b) => a.call.end - b.call.end);
  const begins = switches.toSorted((a, b) => a.call.begin - b.call.begin);
  const done = new Set<Switch>();
  /** Calls that have begun, by the state that they need: changes, and calls that only look. */
  const changes = [new EndsFirst<Switch>(), new EndsFirst<Switch>()] as const;
  const looks: readonly [Switch[], Switch[]] = [[], []];
  let state: 0 | 1 = 0;
  let next = 0;
  let last: ObservedCall | undefined;
  const change = (by: Switch): void => {
    done.add(by);
    last = by.call;
    state = state === 0 ? 1 : 0;
    for (const look of looks[state]) done.add(look);
    looks[state].length = 0;
  };
  for (const ending of ends) {
    for (; next < begins.length && begins[next]!.call.begin < ending.call.end; next++) {
      const beginning = begins[next]!;
      if (beginning.changes) changes[beginning.before].add(beginning, beginning.call.end);
      else if (beginning.before === state) done.add(beginning);
      else looks[beginning.before].push(beginning);
    }
    if (done.has(ending)) continue;
    if (ending.before !== state) {
      const by = firstOf(changes[state], done);
      if (by === undefined) {
        return { violation: { calls: last === undefined ? [ending.call] : [last, ending.call], why: WRONG_STATE } };
      }
      change(by);
    }
    if (ending.changes) change(ending);
  }
  return EXPLAINED;
}

const WRONG_STATE = 'no call could have changed the state between these, and the last contradicts it';

function firstOf(queue: EndsFirst<Switch>, done: ReadonlySet<Switch>): Switch | undefined {
  for (let first = queue.take(); first !== undefined; first = queue.take()) if (!done.has(first)) return first;
  return undefined;
}
