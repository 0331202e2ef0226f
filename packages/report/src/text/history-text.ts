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
  const others = left === 0 ? [] : [[span(`… and ${count(left)} more`, 'dim')]];
  return [
    ...first,
    ...tableOf(history, width),
    [],
    ...(pairs.length === 0 ? [] : hanging([span('Order:   ', 'strong')], [`${pairs.join('; ')}.`], width)),
    [span('No sequential order explains that:', 'strong')],
    ...indent([...tried.flatMap((each) => triedLines(each, width - 2)), ...others], 2),
    [],
  ];
}

function triedLines({ calls, instead }: TriedOrder, width: number): Text[] {
  const last = calls.at(-1)!;
  const before = calls.slice(0, -1).map(inWords);
  const then = [...before, ''].join(', ');
  const would = last.result === WAITS ? 'would wait' : `would return ${shown(last.result)}`;
  return hanging(['- '], [`${then}${last.call} `, span(`${would}, not ${shown(instead)}`, 'error')], width);
}

const WAITS = 'waits';

function inWords({ call, result }: ToldCall): string {
  return result === '' || result === 'undefined' ? call : `${call} → ${result}`;
}

function shown(result: string): string {
  return result === '' ? 'nothing' : result;
}

/** A column per thread that calls something. What is before something else is above it. */
function tableOf({ threads: all, order }: ToldHistory, width: number): Text[] {
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
