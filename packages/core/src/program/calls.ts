import { isCount, isListOf, isRecord, isText } from '../common/shapes.js';
import type { ModelName } from '../models/index.js';
import type { Operation } from '../operations/operation.js';
import type { FinalView } from './final-view.js';

/**
 * The calls of a data structure that the threads of a program make. Operations carry the number of their call
 * (`Operation.call`), so a call begins with its first access and ends with its last; a call without accesses is
 * somewhere between its neighbours. Whether a history is correct depends on that order, not only on how the execution
 * ends.
 */
export interface Calls {
  readonly count: number;
  /** Numbers of the calls of each thread, from 0, in the order in which it makes them. */
  readonly threads: readonly (readonly number[])[];
  /** Whether this call may wait forever. A deadlock in which only such calls wait is examined like any other end. */
  readonly mayWait: (call: number) => boolean;
  /** Whether real-time order must be respected under this model. Otherwise happens-before must be. */
  readonly inRealTime: (model: ModelName) => boolean;
  /**
   * Throws `NotLinearizable` or `WrongResults` if the calls did not return correct results. `order` has a word for each
   * call: the beginnings and ends of calls that are before its beginning. In real time, it has another word for each
   * call: those that are before its end. Bit c is the beginning of call c, bit 16 + c its end.
   */
  readonly check: (final: FinalView, order: Int32Array) => void;
}

/** A history in readable form. */
export interface ToldHistory {
  /** The threads, each with its name and its calls with their results: `pop()`, `2`. */
  readonly threads: readonly { readonly name: string; readonly calls: readonly ToldCall[] }[];
  /** Calls made before the threads started. */
  readonly initial: readonly ToldCall[];
  /**
   * Order that must be respected in addition to the order of each thread: pairs of calls, numbered from 0 in the order
   * of threads.
   */
  readonly order: readonly { readonly before: number; readonly after: number }[];
  /** Sequential orders that were tried, each up to the call that would return another result there. */
  readonly tried: readonly TriedOrder[];
  /** Number of further orders that were tried. */
  readonly left: number;
}

/** Whether untrusted data has the shape of a history. */
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
  /** Result of the last call in the execution, which it would not return in this order. */
  readonly instead: string;
}

/** Thrown if no sequential order of the calls of an execution explains their results. */
export class NotLinearizable extends Error {
  override readonly name = 'NotLinearizable';
  readonly history: ToldHistory;
  constructor(message: string, history: ToldHistory) {
    super(message);
    this.history = history;
  }
}

/** Thrown if the results of the calls of an execution violate another criterion. */
export class WrongResults extends Error {
  override readonly name = 'WrongResults';
  readonly history: ToldHistory;
  constructor(message: string, history: ToldHistory) {
    super(message);
    this.history = history;
  }
}

/** Marks the operations that the body of a call yields with the number of that call. `returned`: see `Operation`. */
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
