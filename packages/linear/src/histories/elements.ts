import type { HistoryDecision, Refutation } from './history-decision.js';
import { programOrder } from './history-decision.js';
import type { CallOrder, History } from './history.js';
import { END, NOT_CALLED, WAITS, endedBefore } from './history.js';

/** The elements that calls put into a structure and take from it, as texts. */
export interface Elements {
  /** Returns the element that a call put, given its result; undefined if none. */
  readonly put: (letter: number, result: number) => string | undefined;
  /** Returns the element that a call took; undefined if it found none. Only for letters that take. */
  readonly taken: (letter: number, result: number) => string | undefined;
  readonly takes: (letter: number) => boolean;
  /** Returns a call as users write it. */
  readonly told: (letter: number) => string;
  /** Returns the elements present before the threads start. */
  readonly initial: () => readonly string[];
}

/**
 * Decides whether no element is lost, taken twice or made up. The numbers of times it was put and taken decide the
 * latter two. An element is lost if it was put and never taken, and a call that takes, with no other active call, finds
 * nothing or waits forever.
 */
export class ElementsDecision implements HistoryDecision {
  readonly triesOrders = false;

  constructor(
    private readonly elements: Elements,
    private readonly callers: readonly (readonly number[])[],
  ) {}

  refute(history: History, order: CallOrder): Refutation | undefined {
    const { calls, results } = history;
    const { elements } = this;
    const all = [...Array(calls.length).keys()];
    const returned = all.filter((c) => results[c]! >= 0);
    const takers = all.filter((c) => elements.takes(calls[c]!) && results[c] !== NOT_CALLED);
    const taken = counts(
      takers.map((c) => (results[c] === WAITS ? undefined : elements.taken(calls[c]!, results[c]!))),
    );
    const putBy = (some: readonly number[]): ReadonlyMap<string, number> =>
      counts([...elements.initial(), ...some.map((c) => elements.put(calls[c]!, results[c]!))]);
    const put = putBy(returned);
    for (const [element, times] of taken) {
      const known = put.get(element) ?? 0;
      if (times <= known) continue;
      const what = known === 0 ? 'and never put' : `${timesInWords(times)}, and put ${timesInWords(known)}`;
      return {
        message: `an element is duplicated or invented: ${element} was taken ${what}`,
        order: programOrder(this.callers),
      };
    }
    for (const t of takers) {
      const waits = results[t] === WAITS;
      if (!waits && elements.taken(calls[t]!, results[t]!) !== undefined) continue;
      const before = waits ? returned : callsBefore(t, history, order);
      if (before === undefined) continue;
      for (const [element, times] of putBy(before)) {
        if (times <= (taken.get(element) ?? 0)) continue;
        const finds = waits ? 'waits' : 'finds nothing although no other call is running';
        const message = `an element is lost: ${element} was put and not taken, and ${elements.told(calls[t]!)} ${finds}`;
        return { message, order: this.orderAround(t, before) };
      }
    }
    return undefined;
  }

  /** Returns the order of each thread, with these calls before t. */
  private orderAround(t: number, before: readonly number[]): CallOrder {
    const order = programOrder(this.callers);
    for (const c of before) order[t]! |= 1 << (END + c);
    return order;
  }
}

/**
 * Returns the largest set of calls that can have ended when t begins, if all others can begin after it has ended;
 * undefined if another call is active in any case. In real time, anything that the order leaves open may have happened.
 * By happens-before, only the pairs in the order have.
 */
function callsBefore(t: number, { calls, results }: History, order: CallOrder): readonly number[] | undefined {
  const n = calls.length;
  const others = [...Array(n).keys()].filter((c) => c !== t && results[c] !== NOT_CALLED);
  if (order.length === n) {
    const ended = endedBefore(order, t);
    const isBefore = (c: number): boolean => (ended & (1 << c)) !== 0;
    const isAlone = others.every((c) => isBefore(c) || (endedBefore(order, c) & (1 << t)) !== 0);
    return isAlone ? others.filter(isBefore) : undefined;
  }
  /** Whether no call outside this set has its beginning or end before the beginning or the end of c. */
  const needsOnly = (c: number, set: readonly number[]): boolean => {
    const bits = set.reduce((all, each) => all | (1 << each) | (1 << (END + each)), (1 << c) | (1 << (END + c)));
    return ((order[c]! | order[n + c]!) & ~bits) === 0;
  };
  let before = others.filter((c) => results[c] !== WAITS);
  for (let size = -1; size !== before.length;) {
    size = before.length;
    before = before.filter((c, _, set) => needsOnly(c, set));
  }
  return needsOnly(t, before) ? before : undefined;
}

function counts(elements: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const each of elements) if (each !== undefined) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

function timesInWords(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}
