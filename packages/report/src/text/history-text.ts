import type { ToldCall, ToldHistory, TriedOrder } from '@fencepost/core';
import { hanging, indent, padEnd, widest, wrap } from './layout.js';
import { count } from './numbers.js';
import type { Text } from './style.js';
import { span } from './style.js';

/** The calls of an execution in columns, and why no sequential order explains what they returned. */
export function historyLines(history: ToldHistory, width: number): Text[] {
  const { initial, order, tried, left } = history;
  const flat = history.threads.flatMap(({ name, calls }) => calls.map((each) => ({ ...each, name })));
  const first = initial.length === 0 ? [] : wrap([`After ${initial.map(({ call }) => call).join(', ')}:`], width);
  const pairs = order.map(({ before, after }) => {
    const [a, b] = [flat[before]!, flat[after]!];
    return `${a.call} of ${a.name} ends before ${b.call} of ${b.name} begins`;
  });
  const inWords = wordsFor(history);
  const others = left === 0 ? [] : [[span(`… and ${count(left)} more`, 'dim')]];
  return [
    ...first,
    ...tableOf(history, inWords, width),
    [],
    ...(pairs.length === 0 ? [] : hanging([span('Order:   ', 'strong')], [`${pairs.join('; ')}.`], width)),
    [span('No sequential order explains that:', 'strong')],
    ...indent([...tried.flatMap((each) => triedLines(each, inWords, width - 2)), ...others], 2),
    [],
  ];
}

function triedLines({ calls, instead }: TriedOrder, inWords: InWords, width: number): Text[] {
  const last = calls.at(-1)!;
  const before = calls.slice(0, -1).map(inWords);
  const then = [...before, ''].join(', ');
  const not = thrownIn(instead) === undefined ? shown(instead) : `throw ${thrownIn(instead)}`;
  return hanging(['- '], [`${then}${last.call} `, span(`${wouldDo(last.result)}, not ${not}`, 'error')], width);
}

function wouldDo(result: string): string {
  if (result === WAITS) return 'would wait';
  if (result.startsWith(FAILS)) return `would fail: ${result.slice(FAILS.length)}`;
  const thrown = thrownIn(result);
  return thrown === undefined ? `would return ${shown(result)}` : `would throw ${thrown}`;
}

/** What calls that return nothing have for results. Strings that were returned are in quotes. */
const WAITS = 'waits';
const FAILS = 'fails: ';
const THROWS = 'throws ';

function thrownIn(result: string): string | undefined {
  return result.startsWith(THROWS) ? result.slice(THROWS.length) : undefined;
}

type InWords = (told: ToldCall) => string;

/** A call with its result, unless its operation never returns anything. */
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

/** A column per thread that calls something. What is before something else is above it. */
function tableOf({ threads: all, order }: ToldHistory, inWords: InWords, width: number): Text[] {
  const threads = all.filter(({ calls }) => calls.length > 0);
  const rows = rowsOf(threads.map(({ calls }) => calls.length), order); // prettier-ignore
  const columns = threads.map(({ name, calls }) => Math.max(widest([name]), widest(calls.map(inWords))));
  const total = columns.reduce((sum, each) => sum + each + 3, 0);
  // Too many columns: one thread below the other.
  if (total > width) {
    return threads.flatMap(({ name, calls }) => hanging([span(`${name}: `, 'strong')], [calls.map(inWords).join('; ')], width)); // prettier-ignore
  }
  const lines: Text[] = [threads.flatMap(({ name }, t) => padEnd([span(name, 'strong')], columns[t]! + 3))];
  for (let row = 0; row <= Math.max(-1, ...rows.flat()); row++) {
    lines.push(
      threads.flatMap(({ calls }, t) => {
        const at = rows[t]!.indexOf(row);
        return padEnd([at < 0 ? '' : inWords(calls[at]!)], columns[t]! + 3);
      }),
    );
  }
  return lines;
}

/** The row of each call, by thread. */
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
