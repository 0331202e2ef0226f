import type { ToldHistory } from '@fencepost/core';
import type { HistoryInWords } from '../values/history-in-words.js';
import { historyInWords } from '../values/history-in-words.js';
import { hanging, indent, padEnd, widest, wrap } from './layout.js';
import { count } from './numbers.js';
import type { Text } from './style.js';
import { span } from './style.js';

/** Shows the calls of an execution in columns, and why no sequential order explains their results. */
export function historyLines(history: ToldHistory, width: number): Text[] {
  const { initial, columns, order, tried, left } = historyInWords(history);
  const first = initial.length === 0 ? [] : wrap([`After ${initial.join(', ')}:`], width);
  const others = left === 0 ? [] : [[span(`… and ${count(left)} more`, 'dim')]];
  return [
    ...first,
    ...tableOf(columns, width),
    [],
    ...(order.length === 0 ? [] : hanging([span('Order:   ', 'strong')], [`${order.join('; ')}.`], width)),
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
