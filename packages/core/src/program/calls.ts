import { isCount, isListOf, isRecord, isText } from '../common/shapes.js';
import type { ModelName } from '../models/index.js';
import type { Operation } from '../operations/operation.js';
import type { FinalView } from './final-view.js';

/**
 * The calls of a data structure that the threads of a program make. Operations say which call they belong to
 * (`Operation.call`), so a call begins with its first access and ends with its last; one without any is somewhere
 * between its neighbours. Whether a history is right depends on that order, not only on how the execution ends.
 */
export interface Calls {
  readonly count: number;
  /** By thread: the numbers of its calls, from 0, in the order in which it makes them. */
  readonly threads: readonly (readonly number[])[];
  /** May this call wait forever? Then a deadlock in which all wait that may is examined like any other end. */
  readonly mayWait: (call: number) => boolean;
  /** Must the order that clocks show be respected under this model? Otherwise, happens-before must. */
  readonly inRealTime: (model: ModelName) => boolean;
  /**
   * Throws `NotLinearizable` or `WrongResults` if the calls did not return what they should. `order` has a word for each call: what is before
   * its beginning. In real time, there is another one for each: what is before its end. Bit c is the beginning of call
   * c, bit 16 + c its end.
   */
  readonly check: (final: FinalView, order: Int32Array) => void;
}

/** A history, for people. */
export interface ToldHistory {
  /** By thread: its name, and its calls with what they returned: `pop()`, `2`. */
  readonly threads: readonly { readonly name: string; readonly calls: readonly ToldCall[] }[];
  /** What was called before the threads started. */
  readonly initial: readonly ToldCall[];
  /** What must be respected besides the order of each thread: pairs of calls, numbered from 0 in the order of threads. */
  readonly order: readonly { readonly before: number; readonly after: number }[];
  /** Sequential orders that were tried: up to the call that returns something else there. */
  readonly tried: readonly TriedOrder[];
  /** How many more were tried. */
  readonly left: number;
}

/** Is this, which others have written, a history? */
export function isToldHistory(value: unknown): value is ToldHistory {
  if (!isRecord(value)) return false;
  const { threads, initial, order, tried, left } = value;
  return (
    isListOf(threads, (each) => isRecord(each) && isText(each['name']) && isListOf(each['calls'], isToldCall)) &&
    isListOf(initial, isToldCall) &&
    isListOf(order, (each) => isRecord(each) && isCount(each['before']) && isCount(each['after'])) &&
    isListOf(tried, (each) => isRecord(each) && isListOf(each['calls'], isToldCall) && isText(each['instead'])) &&
    isCount(left)
  );
}

function isToldCall(value: unknown): boolean {
  return isRecord(value) && isText(value['call']) && isText(value['result']);
}

/** A call and its result, as users would write them. */
export interface ToldCall {
  readonly call: string;
  readonly result: string;
}

/** A sequential order, up to the call that breaks it. */
export interface TriedOrder {
  readonly calls: readonly ToldCall[];
  /** What the last call returned in the execution, but would not here. */
  readonly instead: string;
}

/** No sequential order of the calls of an execution explains what they returned. */
export class NotLinearizable extends Error {
  override readonly name = 'NotLinearizable';
  readonly history: ToldHistory;
  constructor(message: string, history: ToldHistory) {
    super(message);
    this.history = history;
  }
}

/** What the calls of an execution returned does not meet another criterion. */
export class WrongResults extends Error {
  override readonly name = 'WrongResults';
  readonly history: ToldHistory;
  constructor(message: string, history: ToldHistory) {
    super(message);
    this.history = history;
  }
}

/** What the body of a call yields, as operations of that call. `returned`: see `Operation`. */
export function* inCall<T>(
  call: number,
  body: Iterator<Operation, T, number>,
  returned?: readonly string[],
): Generator<Operation, T, number> {
  for (let result = 0; ;) {
    const step = body.next(result);
    if (step.done === true) return step.value;
    result = yield { ...step.value, call: call + 1, returned };
  }
}
