import type { ToldCall, ToldHistory } from '@fencepost/core';
import type { CallInterval } from './call-intervals.js';
import { callIntervals } from './call-intervals.js';

/** The calls of an execution as a table, and why no sequential order explains what they returned. */
export interface HistoryInWords {
  /** Calls made before the threads started. */
  readonly initial: readonly string[];
  /** One column per thread that makes calls. A call that precedes another is above it. */
  readonly columns: readonly { readonly name: string; readonly cells: readonly string[] }[];
  /** The calls as overlapping intervals, by thread; undefined if their order is not that of time. */
  readonly bars: readonly CallBars[] | undefined;
  /** Which calls end before others begin. */
  readonly order: readonly string[];
  /** Sequential orders: their calls, and how the last call differs. */
  readonly tried: readonly { readonly calls: string; readonly difference: string }[];
  /** Number of further orders tried. */
  readonly left: number;
}

/** The calls of a thread over time. */
export interface CallBars {
  readonly name: string;
  readonly calls: readonly (CallInterval & { readonly text: string })[];
}

export function historyInWords(history: ToldHistory): HistoryInWords {
  const flat = history.threads.flatMap(({ name, calls }) => calls.map((each) => ({ ...each, name })));
  const inWords = wordsFor(history);
  const threads = history.threads.filter(({ calls }) => calls.length > 0);
  const rows = rowsOf(threads.map(({ calls }) => calls.length), history.order); // prettier-ignore
  const height = 1 + Math.max(-1, ...rows.flat());
  return {
    initial: history.initial.map(({ call }) => call),
    columns: threads.map(({ name, calls }, t) => ({
      name,
      cells: Array.from({ length: height }, (_, row) => {
        const at = rows[t]!.indexOf(row);
        return at < 0 ? '' : inWords(calls[at]!);
      }),
    })),
    bars: barsOf(history, inWords),
    order: history.order.map(({ before, after }) => {
      const [a, b] = [flat[before]!, flat[after]!];
      return `${a.call} of ${a.name} ends before ${b.call} of ${b.name} begins`;
    }),
    tried: history.tried.map(({ calls, instead }) => {
      const last = calls.at(-1)!;
      const thrown = thrownIn(instead);
      const not = thrown === undefined ? shown(instead) : `throw ${thrown}`;
      return {
        calls: [...calls.slice(0, -1).map(inWords), last.call].join(', '),
        difference: `${wouldDo(last.result)}, not ${not}`,
      };
    }),
    left: history.left,
  };
}

function barsOf(history: ToldHistory, inWords: InWords): CallBars[] | undefined {
  const intervals = callIntervals(history);
  if (intervals === undefined) return undefined;
  return history.threads.flatMap(({ name, calls }, t) =>
    calls.length === 0
      ? []
      : [{ name, calls: calls.map((call, i) => ({ ...intervals[t]![i]!, text: inWords(call) })) }],
  );
}

function wouldDo(result: string): string {
  if (result === WAITS) return 'would wait';
  if (result.startsWith(FAILS)) return `would fail: ${result.slice(FAILS.length)}`;
  const thrown = thrownIn(result);
  return thrown === undefined ? `would return ${shown(result)}` : `would throw ${thrown}`;
}

/** Results shown for calls that did not return. Strings that were returned are in quotes. */
export const WAITS = 'waits';
const FAILS = 'fails: ';
const THROWS = 'throws ';

function thrownIn(result: string): string | undefined {
  return result.startsWith(THROWS) ? result.slice(THROWS.length) : undefined;
}

type InWords = (told: ToldCall) => string;

/** Formats a call with its result. Omits the result if the operation never returns one. */
function wordsFor({ threads, tried }: ToldHistory): InWords {
  const all = [...threads, ...tried].flatMap(({ calls }) => calls);
  const returning = new Set(all.filter(({ result }) => !isNothing(result)).map(operationOf));
  for (const { calls, instead } of tried) if (!isNothing(instead)) returning.add(operationOf(calls.at(-1)!));
  return (told) => {
    const { call, result } = told;
    if (thrownIn(result) !== undefined) return `${call} ${result}`;
    return result === '' || !returning.has(operationOf(told)) ? call : `${call} → ${result}`;
  };
}

function operationOf({ call }: ToldCall): string {
  return call.slice(0, call.indexOf('('));
}

function isNothing(result: string): boolean {
  return result === '' || result === 'undefined';
}

function shown(result: string): string {
  return result === '' ? 'nothing' : result;
}

/** Returns the row of each call, by thread. */
function rowsOf(lengths: readonly number[], order: ToldHistory['order']): number[][] {
  const starts = lengths.map((_, t) => lengths.slice(0, t).reduce((a, b) => a + b, 0));
  const rows = lengths.map((length) => Array.from({ length }, (_, i) => i));
  const place = (call: number): [number, number] => {
    const t = starts.findLastIndex((start, i) => start <= call && call < start + lengths[i]!);
    return [t, call - starts[t]!];
  };
  const rowOf = (call: number): number => {
    const [t, i] = place(call);
    return rows[t]![i]!;
  };
  for (let moved = true; moved;) {
    moved = false;
    rows.forEach((own, t) => {
      own.forEach((row, i) => {
        const before = order.filter(({ after }) => after === starts[t]! + i).map((pair) => rowOf(pair.before));
        const least = Math.max(i === 0 ? 0 : own[i - 1]! + 1, ...before.map((each) => each + 1));
        if (row >= least) return;
        own[i] = least;
        moved = true;
      });
    });
  }
  return rows;
}
