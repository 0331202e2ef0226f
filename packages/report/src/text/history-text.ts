import type { ToldHistory } from '@fencepost/core';
import type { CallBars, HistoryInWords } from '../values/history-in-words.js';
import { historyInWords } from '../values/history-in-words.js';
import { hanging, indent, padEnd, widest, wrap } from './layout.js';
import { count } from './numbers.js';
import type { Text } from './style.js';
import { span } from './style.js';

/** Shows the calls of an execution in columns, and why no sequential order explains their results. */
export function historyLines(history: ToldHistory, width: number): Text[] {
  const { initial, columns, bars, order, tried, left } = historyInWords(history);
  const drawn = bars === undefined ? undefined : barLines(bars, width);
  const first = initial.length === 0 ? [] : wrap([`After ${initial.join(', ')}:`], width);
  const others = left === 0 ? [] : [[span(`… and ${count(left)} more`, 'dim')]];
  return [
    ...first,
    ...(drawn ?? tableOf(columns, width)),
    [],
    ...(order.length === 0 || drawn !== undefined
      ? []
      : hanging([span('Order:   ', 'strong')], [`${order.join('; ')}.`], width)),
    ...(tried.length === 0 ? [] : [[span('No sequential order explains that:', 'strong')]]),
    ...indent(
      [
        ...tried.flatMap(({ calls, difference }) =>
          hanging(['- '], [`${calls} `, span(difference, 'error')], width - 2),
        ),
        ...others,
      ],
      2,
    ),
    [],
  ];
}

/** Draws each call as a bar over time. Returns undefined if there is no room. */
function barLines(threads: readonly CallBars[], width: number): Text[] | undefined {
  const bars = threads.flatMap(({ calls }) => calls);
  const units = 1 + Math.max(-1, ...bars.map(({ end }) => end));
  const widths = Array.from({ length: units }, () => LEAST_UNIT);
  const widthOf = (from: number, to: number): number => widths.slice(from, to).reduce((sum, each) => sum + each, 0);
  for (const { text, start, end } of bars.toSorted((a, b) => a.end - a.start - (b.end - b.start))) {
    const missing = widest([text]) + AROUND_TEXT - widthOf(start, end + 1);
    if (missing > 0) widths[end] = widths[end]! + missing;
  }
  const names = widest(threads.map(({ name }) => name)) + 2;
  if (names + widthOf(0, units) > width) return undefined;
  return threads.map(({ name, calls }) => {
    let line = '';
    for (const { text, start, end } of calls) {
      const room = widthOf(start, end + 1) - AROUND_TEXT;
      line = `${line.padEnd(widthOf(0, start))}├ ${text} ${'─'.repeat(Math.max(0, room - widest([text])))}┤`;
    }
    return [...padEnd([span(name, 'strong')], names), line];
  });
}

const LEAST_UNIT = 3;
/** The ends of a bar, the spaces around its text, and a space after it. */
const AROUND_TEXT = 5;

function tableOf(columns: HistoryInWords['columns'], width: number): Text[] {
  const widths = columns.map(({ name, cells }) => Math.max(widest([name]), widest(cells)) + 3);
  // Too many columns: one thread below the other.
  if (widths.reduce((sum, each) => sum + each, 0) > width) {
    return columns.flatMap(({ name, cells }) =>
      hanging([span(`${name}: `, 'strong')], [cells.filter((cell) => cell !== '').join('; ')], width),
    );
  }
  const rows = columns[0]?.cells ?? [];
  return [
    columns.flatMap(({ name }, t) => padEnd([span(name, 'strong')], widths[t]!)),
    ...rows.map((_, row) => columns.flatMap(({ cells }, t) => padEnd([cells[row]!], widths[t]!))),
  ];
}
